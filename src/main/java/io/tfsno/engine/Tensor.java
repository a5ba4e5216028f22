package io.tfsno.engine;

import java.util.Arrays;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * A dense array on a device, with the operations that tfsno uses.
 *
 * <p>Unless its name ends in {@code InPlace} or it says otherwise, a method leaves its operands
 * unmodified and returns a new tensor owned by the enclosing {@link Scope}. Shape-only methods
 * ({@link #view}, {@link #narrow}, {@link #permute}, ...) return a view of the same memory. Axes
 * may be negative, counted from the end. Broadcasting follows libtorch.
 */
public final class Tensor implements AutoCloseable {
  static {
    Natives.load();
  }

  private static final ScalarTypeOptional SAME_TYPE = Natives.immortal(new ScalarTypeOptional());

  private static final MemoryFormatOptional NO_FORMAT =
      Natives.immortal(new MemoryFormatOptional());

  private static final BoolOptional KEEP_NOTHING = Natives.immortal(new BoolOptional());

  private static final TensorArrayRefOptional ALL_LEAVES =
      Natives.immortal(new TensorArrayRefOptional());

  private static final Scalar THREE = Natives.immortal(new Scalar(3.0));

  public final org.bytedeco.pytorch.Tensor handle;

  Tensor(org.bytedeco.pytorch.Tensor handle) {
    this.handle = handle;
  }

  // ---- creation ---------------------------------------------------------------------------

  public static Tensor zeros(DType type, Device device, long... shape) {
    return new Tensor(torch.zeros(shape, options(type, device)));
  }

  /** Memory with whatever stands in it: for results that are written as a whole. */
  public static Tensor empty(DType type, Device device, long... shape) {
    return new Tensor(torch.empty(shape, options(type, device), NO_FORMAT));
  }

  public static Tensor full(double value, DType type, Device device, long... shape) {
    return new Tensor(torch.full(shape, new Scalar(value), options(type, device)));
  }

  /** A copy of {@code values} in row-major order, on the CPU. */
  public static Tensor of(float[] values, long... shape) {
    requireCount(values.length, shape);
    return new Tensor(org.bytedeco.pytorch.Tensor.create(values, shape));
  }

  /** A copy of {@code values} in row-major order, on the CPU. */
  public static Tensor of(double[] values, long... shape) {
    requireCount(values.length, shape);
    return new Tensor(org.bytedeco.pytorch.Tensor.create(values, shape));
  }

  /** A copy of {@code values} in row-major order, on the CPU: for indices. */
  public static Tensor of(long[] values, long... shape) {
    requireCount(values.length, shape);
    return new Tensor(org.bytedeco.pytorch.Tensor.create(values, shape));
  }

  /** Complex numbers {@code re + i im}, double precision, on the CPU. */
  public static Tensor ofComplex(double[] re, double[] im, long... shape) {
    requireCount(re.length, shape);
    double[] interleaved = new double[2 * re.length];
    for (int i = 0; i < re.length; i++) {
      interleaved[2 * i] = re[i];
      interleaved[2 * i + 1] = im[i];
    }
    long[] pairs = Arrays.copyOf(shape, shape.length + 1);
    pairs[shape.length] = 2;
    return of(interleaved, pairs).asComplex();
  }

  public static Tensor cat(int axis, Tensor... parts) {
    return new Tensor(torch.cat(vector(parts), axis));
  }

  public static Tensor stack(int axis, Tensor... parts) {
    return new Tensor(torch.stack(vector(parts), axis));
  }

  // ---- facts ------------------------------------------------------------------------------

  public long[] shape() {
    long[] shape = new long[rank()];
    for (int i = 0; i < shape.length; i++) {
      shape[i] = handle.size(i);
    }
    return shape;
  }

  public int rank() {
    return (int) handle.dim();
  }

  public long size(int axis) {
    return handle.size(axis);
  }

  /** How many values its neighbours along an axis stand apart. */
  public long stride(int axis) {
    return handle.stride(axis);
  }

  /** Whether its values stand in memory one after the other, in C order. */
  public boolean isContiguous() {
    return handle.is_contiguous();
  }

  public long count() {
    return handle.numel();
  }

  public DType type() {
    return DType.of(handle.scalar_type());
  }

  public Device device() {
    org.bytedeco.pytorch.Device d = handle.device();
    return d.is_cuda() ? new Device(true, d.index()) : Device.CPU;
  }

  // ---- transfer ---------------------------------------------------------------------------

  /** This tensor on another device; itself if it is there already. */
  public Tensor to(Device device) {
    return new Tensor(handle.to(device.torch(), handle.scalar_type()));
  }

  /** This tensor in another element type; itself if it has that type already. */
  public Tensor to(DType type) {
    return new Tensor(handle.to(type.torch));
  }

  /** The values in row-major order, converted to float32. */
  public float[] toFloats() {
    try (Scope scope = new Scope()) {
      Tensor host = to(DType.FLOAT32).to(Device.CPU).contiguous();
      float[] values = new float[Math.toIntExact(count())];
      host.handle.data_ptr_float().get(values);
      return values;
    }
  }

  /** The values in row-major order, converted to float64. */
  public double[] toDoubles() {
    try (Scope scope = new Scope()) {
      Tensor host = to(DType.FLOAT64).to(Device.CPU).contiguous();
      double[] values = new double[Math.toIntExact(count())];
      host.handle.data_ptr_double().get(values);
      return values;
    }
  }

  /** The values of integers in row-major order. */
  public long[] toLongs() {
    try (Scope scope = new Scope()) {
      Tensor host = to(DType.INT64).to(Device.CPU).contiguous();
      long[] values = new long[Math.toIntExact(count())];
      host.handle.data_ptr_long().get(values);
      return values;
    }
  }

  /** The only value of a one-element tensor. Waits for the device. */
  public double item() {
    return handle.item_double();
  }

  /**
   * Overwrites this tensor with values from the host, without waiting for the device. The host's
   * memory may be freed at once.
   */
  public void sendInPlace(Tensor host) {
    handle.copy_(host.handle, true);
  }

  /** Overwrites this tensor with the values of another of the same or a broadcastable shape. */
  public void copyInPlace(Tensor source) {
    handle.copy_(source.handle);
  }

  // ---- arithmetic -------------------------------------------------------------------------

  public Tensor add(Tensor other) {
    return new Tensor(handle.add(other.handle));
  }

  /** An integer added to integers. */
  public void plusInPlace(long number) {
    handle.add_(new Scalar(number));
  }

  public Tensor add(double value) {
    return new Tensor(handle.add(new Scalar(value)));
  }

  /** {@code this + factor * other}. */
  public Tensor addScaled(Tensor other, double factor) {
    return new Tensor(handle.add(other.handle, new Scalar(factor)));
  }

  /** {@code this + a * b}, elementwise. */
  public Tensor addProduct(Tensor a, Tensor b) {
    return new Tensor(handle.addcmul(a.handle, b.handle));
  }

  public Tensor sub(Tensor other) {
    return new Tensor(handle.sub(other.handle));
  }

  public Tensor mul(Tensor other) {
    return new Tensor(handle.mul(other.handle));
  }

  public Tensor mul(double value) {
    return new Tensor(handle.mul(new Scalar(value)));
  }

  public Tensor div(Tensor other) {
    return new Tensor(handle.div(other.handle));
  }

  public Tensor neg() {
    return new Tensor(handle.neg());
  }

  public Tensor square() {
    return new Tensor(handle.square());
  }

  public Tensor cube() {
    return new Tensor(handle.pow(THREE));
  }

  public Tensor sqrt() {
    return new Tensor(handle.sqrt());
  }

  public Tensor reciprocal() {
    return new Tensor(handle.reciprocal());
  }

  /** {@code 1 / sqrt(this)}. */
  public Tensor rsqrt() {
    return new Tensor(handle.rsqrt());
  }

  public Tensor exp() {
    return new Tensor(handle.exp());
  }

  public Tensor log() {
    return new Tensor(handle.log());
  }

  public Tensor tanh() {
    return new Tensor(handle.tanh());
  }

  public Tensor abs() {
    return new Tensor(handle.abs());
  }

  public void addInPlace(Tensor other) {
    handle.add_(other.handle);
  }

  /** {@code this += a * b}, elementwise. */
  public void addProductInPlace(Tensor a, Tensor b) {
    handle.addcmul_(a.handle, b.handle);
  }

  /** {@code this += factor * a * b}, elementwise. */
  public void addProductInPlace(Tensor a, Tensor b, double factor) {
    handle.addcmul_(a.handle, b.handle, new Scalar(factor));
  }

  /** {@code this += factor * other}. */
  public void addScaledInPlace(Tensor other, double factor) {
    handle.add_(other.handle, new Scalar(factor));
  }

  /** {@code this += factor * a / b}, elementwise. */
  public void addQuotientInPlace(Tensor a, Tensor b, double factor) {
    handle.addcdiv_(a.handle, b.handle, new Scalar(factor));
  }

  public void mulInPlace(double value) {
    handle.mul_(new Scalar(value));
  }

  public void mulInPlace(Tensor other) {
    handle.mul_(other.handle);
  }

  /** Squares every value. Modifies and returns this tensor. */
  public Tensor squareInPlace() {
    handle.square_();
    return this;
  }

  /** Cubes every value. Modifies and returns this tensor. */
  public Tensor cubeInPlace() {
    handle.pow_(THREE);
    return this;
  }

  public void zeroInPlace() {
    handle.zero_();
  }

  // ---- products and reductions ------------------------------------------------------------

  public Tensor matmul(Tensor other) {
    return new Tensor(handle.matmul(other.handle));
  }

  public Tensor sum() {
    return new Tensor(handle.sum());
  }

  /** Sums over the given axes, which disappear. */
  public Tensor sum(long... axes) {
    return new Tensor(handle.sum(axes, false, SAME_TYPE));
  }

  public Tensor mean() {
    return new Tensor(handle.mean());
  }

  /** Averages over the given axes, which disappear. */
  public Tensor mean(long... axes) {
    return new Tensor(handle.mean(axes, false, SAME_TYPE));
  }

  /** The largest value over the given axes, which disappear. */
  public Tensor max(long... axes) {
    return new Tensor(handle.amax(axes, false));
  }

  /** Whether every value is finite. Waits for the device. */
  public boolean allFinite() {
    return handle.isfinite().all().item_bool();
  }

  /** Whether every value is finite, as one element on the device. */
  public Tensor finite() {
    return new Tensor(handle.isfinite().all());
  }

  // ---- shape ------------------------------------------------------------------------------

  /** The same memory under another shape; one entry may be -1. Needs a compatible layout. */
  public Tensor view(long... shape) {
    return new Tensor(handle.view(shape));
  }

  /** Another shape, as a view where the layout allows it and as a copy elsewhere. */
  public Tensor reshape(long... shape) {
    return new Tensor(handle.reshape(shape));
  }

  public Tensor permute(long... axes) {
    return new Tensor(handle.permute(axes));
  }

  public Tensor expand(long... shape) {
    return new Tensor(handle.expand(shape));
  }

  /** {@code length} entries from {@code start} along an axis. */
  public Tensor narrow(int axis, long start, long length) {
    return new Tensor(handle.narrow(axis, start, length));
  }

  /** One entry along an axis, which disappears. */
  public Tensor select(int axis, long index) {
    return new Tensor(handle.select(axis, index));
  }

  /** The entries of an index tensor along an axis, in its order. */
  public Tensor gather(int axis, Tensor indices) {
    return new Tensor(handle.index_select(axis, indices.handle));
  }

  /** The other way round along an axis. */
  public Tensor flip(int axis) {
    return new Tensor(handle.flip(axis));
  }

  /** Shifts by whole cells along an axis, wrapping around. */
  public Tensor roll(long shift, int axis) {
    return new Tensor(handle.roll(new long[] {shift}, axis));
  }

  public Tensor contiguous() {
    return new Tensor(handle.contiguous());
  }

  public Tensor copy() {
    return new Tensor(handle.clone());
  }

  // ---- complex ----------------------------------------------------------------------------

  /** A view of a complex tensor as reals with a trailing axis (re, im). */
  public Tensor asReal() {
    return new Tensor(torch.view_as_real(handle));
  }

  /** A view of a real tensor with a trailing axis (re, im) as complex numbers. */
  public Tensor asComplex() {
    return new Tensor(torch.view_as_complex(handle));
  }

  // ---- gradients --------------------------------------------------------------------------

  /** Marks a leaf whose gradient is wanted. Modifies and returns this tensor. */
  public Tensor trainable() {
    handle.set_requires_grad(true);
    return this;
  }

  /** Whether gradients flow into this tensor. */
  public boolean needsGradient() {
    return handle.requires_grad();
  }

  /** The same values, cut off from the record of gradients. */
  public Tensor detach() {
    return new Tensor(handle.detach());
  }

  /** Accumulates the gradients of all leaves, given the gradient of this tensor. */
  public void backward(Tensor gradient) {
    handle.backward(gradient.handle, KEEP_NOTHING, false, ALL_LEAVES);
  }

  /** Accumulates the gradients of this one-element tensor into the leaves it came from. */
  public void backward() {
    handle.backward();
  }

  /** Whether a gradient has reached this leaf. */
  public boolean hasGrad() {
    return handle.grad().defined();
  }

  /** The accumulated gradient of a leaf. */
  public Tensor grad() {
    return new Tensor(handle.grad());
  }

  // ---- end --------------------------------------------------------------------------------

  /** Frees a tensor that was kept outside every scope. Harmless when called twice. */
  @Override
  public void close() {
    handle.close();
  }

  @Override
  public String toString() {
    return "Tensor" + Arrays.toString(shape()) + " " + type() + " on " + device();
  }

  private static TensorOptions options(DType type, Device device) {
    return new TensorOptions(type.torch).device(new DeviceOptional(device.torch()));
  }

  private static TensorVector vector(Tensor... parts) {
    TensorVector vector = new TensorVector();
    for (Tensor part : parts) {
      vector.push_back(part.handle);
    }
    return vector;
  }

  private static void requireCount(long found, long... shape) {
    long expected = 1;
    for (long s : shape) {
      expected = Math.multiplyExact(expected, s);
    }
    if (found != expected) {
      throw new IllegalArgumentException(
          "a tensor of shape %s needs %d values, not %d"
              .formatted(Arrays.toString(shape), expected, found));
    }
  }
}
