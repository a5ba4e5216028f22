package io.tfsno.train.guard;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.cuda.CudaSource;
import java.util.Map;

/** Samples that ran away are put back on the truth, in two small kernels. */
public final class FusedGuard {
  private static final int THREADS = 256;

  private FusedGuard() {}

  public static boolean fits(Tensor states, GpuPath path) {
    return states.device().cuda() && path.fused() && states.count() / states.size(0) % 4 == 0;
  }

  /**
   * The states, with a sample of the truth in place of each whose mean square is not below {@code
   * most} times that of the truth as a whole, plus {@code floor}. May modify the states. Nothing is
   * taped for gradients.
   */
  public static Tensor apply(Tensor states, Tensor truth, double most, double floor, GpuPath path) {
    Tensor v = states.contiguous();
    Tensor real = truth.contiguous();
    int samples = Math.toIntExact(v.size(0));
    int count = Math.toIntExact(v.count() / samples);
    Kernels kernels =
        CudaSource.kernels(path, FusedGuard.class, "guard", Map.of("THREADS", THREADS));
    Tensor sums = Tensor.empty(DType.FLOAT32, v.device(), 2, samples);
    int shared = 4 * THREADS / 32;
    kernels.kernel("sizes", shared).launch(samples, THREADS, of(v, real, sums, count));
    kernels
        .kernel("guard", shared)
        .launch(
            samples,
            THREADS,
            of(v, real, sums, count).number("most", (float) most).number("floor", (float) floor));
    return v;
  }

  private static Arguments of(Tensor v, Tensor truth, Tensor sums, int count) {
    return new Arguments()
        .pointer("v", v)
        .pointer("truth", truth)
        .pointer("sums", sums)
        .number("count", count);
  }
}
