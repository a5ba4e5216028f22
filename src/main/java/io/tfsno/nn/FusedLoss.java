package io.tfsno.nn;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.DType;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.Tensor;
import java.util.Map;

/**
 * The mean square of an error and of its central differences, with its gradient, as two kernels.
 */
public final class FusedLoss {
  private static final int THREADS = 256;

  private FusedLoss() {}

  public static boolean fits(Tensor prediction) {
    return prediction.device().cuda() && GpuPath.current().fused();
  }

  /**
   * {@code mean(e^2) + weight sum over axes of mean((e[i+1] - e[i-1])^2)}, one element.
   *
   * @param prediction {@code [sample, channel, x(, y)]}
   */
  public static Tensor loss(Tensor prediction, Tensor truth, double weight) {
    int dimension = prediction.rank() - 2;
    Map<String, Integer> sizes =
        Map.of(
            "N", Math.toIntExact(prediction.size(-1)), "DIMENSION", dimension, "THREADS", THREADS);
    Kernels kernels = CudaSource.compile("loss", sizes);
    long count = prediction.count();
    int blocks = (int) Math.min(4L * Kernels.multiprocessors(), (count + THREADS - 1) / THREADS);
    try (Autograd.Mode off = Autograd.off()) {
      Tensor p = prediction.contiguous();
      Tensor gradient = Tensor.empty(DType.FLOAT32, p.device(), p.shape());
      Tensor partial = Tensor.empty(DType.FLOAT32, p.device(), blocks);
      Tensor total = Tensor.empty(DType.FLOAT32, p.device());
      kernels
          .kernel("loss", 4 * THREADS)
          .launch(blocks, THREADS, p, truth.contiguous(), gradient, partial, (float) weight, count);
      kernels.kernel("total", 4 * THREADS).launch(1, THREADS, partial, total, blocks, count);
      try (Autograd.Mode on = Autograd.on()) {
        return CustomGradient.connect(total, prediction, g -> gradient.mul(g));
      }
    }
  }
}
