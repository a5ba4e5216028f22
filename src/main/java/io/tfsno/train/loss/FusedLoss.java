package io.tfsno.train.loss;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.cuda.CudaSource;
import io.tfsno.nn.cuda.Tiles;
import java.util.Map;

/**
 * The mean square of an error and of its central differences, with its gradient, as two kernels.
 */
public final class FusedLoss {
  private static final int THREADS = 256;

  private FusedLoss() {}

  /** Whether the kernels are made for these fields: of one or two axes. */
  public static boolean fits(Tensor prediction, GpuPath path) {
    return prediction.rank() <= 4 && prediction.device().cuda() && path.fused();
  }

  /**
   * @param gradient of the loss with respect to the prediction
   */
  public record Result(Tensor loss, Tensor gradient) {}

  /**
   * {@code factor (mean(e^2) + sum over axes of weight mean((e[i+1] - e[i-1])^2))}.
   *
   * @param prediction {@code [sample, channel, x(, y)]}
   * @param weights of the axes, the last one first
   * @param side where the loss is added up, which the gradient does not need
   */
  public static Result withGradient(
      GpuPath path,
      Tensor prediction,
      Tensor truth,
      double[] weights,
      double factor,
      SideStream side) {
    Map<String, Integer> sizes =
        Map.of(
            "N",
            Math.toIntExact(prediction.size(-1)),
            "HEIGHT",
            prediction.rank() == 3 ? 1 : Math.toIntExact(prediction.size(-2)),
            "THREADS",
            THREADS);
    Kernels kernels = CudaSource.kernels(path, FusedLoss.class, "loss", sizes);
    long count = prediction.count();
    int blocks = (int) Math.min(4L * Kernels.multiprocessors(), Tiles.count(count, THREADS));
    try (Autograd.Mode off = Autograd.off()) {
      Tensor p = prediction.contiguous();
      Tensor gradient = Tensor.empty(DType.FLOAT32, p.device(), p.shape());
      Tensor partial = Tensor.empty(DType.FLOAT32, p.device(), blocks);
      Tensor total = Tensor.empty(DType.FLOAT32, p.device());
      Tensor target = truth.contiguous();
      float scale = (float) (factor / count);
      kernels
          .kernel("loss", 4 * THREADS)
          .launch(
              blocks,
              THREADS,
              new Arguments()
                  .pointer("prediction", p)
                  .pointer("truth", target)
                  .pointer("gradient", gradient)
                  .pointer("partial", partial)
                  .number("weight", (float) weights[0])
                  .number("weightOfFirst", (float) weights[weights.length - 1])
                  .number("scale", scale)
                  .number("count", count));
      Kernel sum = kernels.kernel("total", 4 * THREADS);
      side.run(
          () ->
              sum.launch(
                  1,
                  THREADS,
                  new Arguments()
                      .pointer("partial", partial)
                      .pointer("loss", total)
                      .number("parts", blocks)
                      .number("scale", scale)));
      return new Result(total, gradient);
    }
  }

  /** The same without factor, for gradients that flow through taped operations. */
  public static Tensor loss(GpuPath path, Tensor prediction, Tensor truth, double[] weights) {
    SideStream side = SideStream.of(prediction.device());
    Result result = withGradient(path, prediction, truth, weights, 1, side);
    side.join();
    return CustomGradient.connect(result.loss(), prediction, g -> result.gradient().mul(g));
  }
}
