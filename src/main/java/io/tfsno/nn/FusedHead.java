package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.SideStream;
import io.tfsno.engine.Tensor;
import java.util.Map;

/**
 * Two maps over channels with GELU between them, as kernels that do not store what lies between.
 * Nothing is recorded for gradients: {@link #backward} must be called by hand.
 */
public final class FusedHead {
  private static final int WARPS = 8;

  private final Linear first;
  private final Linear second;
  private final int in;
  private final int hidden;
  private final int out;
  private final Kernel forward;
  private final Kernel field;
  private final Kernel weight;

  public FusedHead(Linear first, Linear second) {
    this.first = first;
    this.second = second;
    in = Math.toIntExact(first.weight().size(1));
    hidden = Math.toIntExact(first.weight().size(0));
    out = Math.toIntExact(second.weight().size(0));
    Kernels kernels =
        CudaSource.compile(
            "head", Map.of("CIN", in, "HIDDEN", hidden, "COUT", out, "WARPS", WARPS));
    int bytes = 4 * (hidden * (FusedSpectrum.roundUp(in, 8) + 4) + hidden * (1 + out));
    forward = kernels.kernel("head", bytes);
    field = kernels.kernel("headField", bytes);
    weight = kernels.kernel("headWeight", 0);
  }

  /** Whether there are kernels for such sizes. */
  public static boolean fits(int hidden, int out) {
    return hidden % 16 == 0 && hidden <= 512 && out <= 4;
  }

  public Tensor forward(Tensor v) {
    long columns = v.count() / in;
    long[] shape = v.shape();
    shape[0] = out;
    Tensor result = Tensor.empty(DType.FLOAT32, v.device(), shape);
    forward.launch(
        blocks(forward, columns / 32),
        32 * WARPS,
        v,
        first.weight(),
        first.bias(),
        second.weight(),
        second.bias(),
        result,
        columns);
    return result;
  }

  /**
   * Adds to the gradients of the weights, beside what comes next.
   *
   * @param gradient of the result
   * @param v what {@link #forward} was given
   * @return the gradient of v
   */
  public Tensor backward(Tensor gradient, Tensor v, SideStream beside) {
    long columns = v.count() / in;
    Tensor back = Tensor.empty(DType.FLOAT32, v.device(), v.shape());
    // The four parameters lie one behind the other in the flat gradient, as the kernel sums them.
    int count = hidden * in + hidden + out * hidden + out;
    int blocks = (int) Math.min(2L * Kernels.multiprocessors(), Math.max(1, columns / 64));
    Tensor partial = Tensor.empty(DType.FLOAT32, v.device(), blocks, count);
    boolean pairs = hidden % 32 == 0 && GpuPath.current() == GpuPath.TF32;
    beside.run(
        () -> {
          weight.launch(
              blocks,
              pairs ? hidden : 2 * hidden,
              v,
              first.weight(),
              first.bias(),
              second.weight(),
              gradient,
              partial,
              columns);
          FusedSum.add(partial, first.gradient());
        });
    field.launch(
        blocks(field, columns / 16),
        32 * WARPS,
        v,
        first.weight(),
        first.bias(),
        second.weight(),
        gradient,
        back,
        columns);
    return back;
  }

  private static int blocks(Kernel kernel, long tiles) {
    long most = (long) Kernels.multiprocessors() * kernel.blocksPerMultiprocessor(32 * WARPS);
    return (int) Math.min(most, Math.max(1, (tiles + WARPS - 1) / WARPS));
  }
}
