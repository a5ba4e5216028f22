package io.tfsno.nn;

import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.ModeTransform;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.Arrays;

/**
 * The convolution with a learnt kernel that has few Fourier modes:
 *
 * <pre>
 *   X = F z,   Y[k, o] = sum_i Phi[k, o, i] X[k, i],   z' = F^-1 Y
 * </pre>
 *
 * The three steps are separate, because gated layers look at X and change Y. The weights are real,
 * {@code [k_d, .., k_1, out, re/im, in]}: seen as a matrix with 2 in columns they are the upper
 * half of the real form of the complex matrix, and the batched product over modes uses them as they
 * lie.
 */
public final class SpectralConv {
  private final Parameter weight;
  private final Modes modes;
  private final Constants constants;

  public SpectralConv(
      Parameters parameters,
      Constants constants,
      String name,
      int in,
      int out,
      Modes modes,
      Initialiser initialiser) {
    this(parameters, constants, name, in, out, modes, initialiser, 0);
  }

  /**
   * @param from modes whose wave numbers are all below it give nothing: their weights are zero and
   *     stay so. The others start as they would without
   */
  public SpectralConv(
      Parameters parameters,
      Constants constants,
      String name,
      int in,
      int out,
      Modes modes,
      Initialiser initialiser,
      int from) {
    this.modes = modes;
    this.constants = constants;
    long[] stored = modes.storedShape();
    long[] shape = Arrays.copyOf(stored, stored.length + 3);
    shape[stored.length] = out;
    shape[stored.length + 1] = 2;
    shape[stored.length + 2] = in;
    int perMode = 2 * out * in;
    int[] silent = modes.below(from).toArray();
    Initialiser start = silent.length == 0 ? initialiser : silenced(initialiser, silent, perMode);
    weight = parameters.declare(name + ".weight", start, shape);
    parameters.freeze(weight, silent, perMode);
  }

  private static Initialiser silenced(Initialiser usual, int[] silent, int perMode) {
    return (values, rng) -> {
      usual.fill(values, rng);
      for (int mode : silent) {
        Arrays.fill(values, mode * perMode, (mode + 1) * perMode, 0);
      }
    };
  }

  /** The modes that the layer was made for; coarse grids hold fewer. */
  public Modes modes() {
    return modes;
  }

  /** The modes in use on a grid. */
  public ModeSlice slice(Points points) {
    return new ModeSlice(modes, points);
  }

  /** Fields {@code [in, sample, x(, y, z)]} to coefficients {@code [mode, re/im, in, sample]}. */
  public Tensor analyse(Tensor z) {
    return analyse(z, slice(points(z)));
  }

  /** The same with given modes, for layers whose other side is a coarser grid. */
  public Tensor analyse(Tensor z, ModeSlice kept) {
    ModeTransform transform = transform(z, kept);
    Tensor x = transform.analyse(z.reshape(transform.fieldShape(z.size(0) * z.size(1))));
    return x.view(x.size(0), 2, z.size(0), z.size(1));
  }

  /** The learnt product for each mode, {@code [mode, re/im, in or out, sample]}. */
  public Tensor mix(Tensor x, Points points) {
    return mix(x, slice(points).of(weight()));
  }

  /** The same with weights already cut to the grid, for layers that are constrained. */
  public Tensor mix(Tensor x, Tensor weights) {
    long count = x.size(0);
    long samples = x.size(3);
    long out = weights.size(-3);
    Tensor[] parts = Products.pair(x, 1);
    Tensor re = parts[0];
    Tensor im = parts[1];
    // (re + i im) as real 2x2 blocks on the side of the samples, which are fewer than the weights.
    Tensor upper = Tensor.cat(2, re, im);
    Tensor lower = Tensor.cat(2, im.neg(), re);
    Tensor real = Tensor.cat(1, upper, lower);
    Tensor y = Products.batched(weights.reshape(count, out, -1), real);
    return y.view(count, out, 2, samples).permute(0, 2, 1, 3).contiguous();
  }

  /** {@code field += F^-1 y} for a field {@code [out, sample, x(, y, z)]}. Modifies the field. */
  public void addSynthesis(Tensor field, Tensor y) {
    addSynthesis(field, y, slice(points(field)));
  }

  /** The same with given modes, for layers whose other side is a coarser grid. */
  public void addSynthesis(Tensor field, Tensor y, ModeSlice kept) {
    ModeTransform transform = transform(field, kept);
    long rows = field.size(0) * field.size(1);
    transform.addSynthesis(field.view(transform.fieldShape(rows)), y.view(y.size(0), 2, rows));
  }

  /** {@code F^-1 y} on any points that hold the modes, a new field {@code [out, sample, ...]}. */
  public Tensor synthesise(Tensor y, Points points, ModeSlice kept) {
    ModeTransform transform = constants.transform(kept.modes(), points, y.device());
    return transform
        .synthesise(y.reshape(y.size(0), 2, -1))
        .view(points.shape(y.size(2), y.size(3)));
  }

  /** Channels of the input; known before there are values. */
  public int in() {
    return Math.toIntExact(weight.shape().get(weight.shape().size() - 1));
  }

  public Tensor weight() {
    return weight.tensor();
  }

  /** Where the gradient of the weights accumulates. */
  public Tensor gradient() {
    return weight.gradient();
  }

  private ModeTransform transform(Tensor field, ModeSlice kept) {
    return constants.transform(kept.modes(), points(field), field.device());
  }

  /** The points of a field's grid. */
  public Points points(Tensor field) {
    return Points.of(field, modes.dimension());
  }
}
