package io.tfsno.train.optimiser;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.cuda.CudaSource;
import java.util.Map;

/** An update of AdamW with a bounded gradient as two kernels on the flat vectors. */
public final class FusedAdamW {
  private static final int THREADS = 256;

  private final Kernels kernels;
  private final int blocks = 4 * Kernels.multiprocessors();

  public FusedAdamW(GpuPath path) {
    kernels = CudaSource.kernels(path, FusedAdamW.class, "adamw", Map.of("THREADS", THREADS));
  }

  /**
   * One update; clears the gradient.
   *
   * @param scalars learning rate and the corrections {@code 1 / (1 - beta^t)} of both moments
   * @param clip largest norm of the gradient; 0 for no limit
   */
  public void update(
      Parameters parameters,
      Tensor firstMoment,
      Tensor secondMoment,
      Tensor scalars,
      double weightDecay,
      double clip) {
    Tensor g = parameters.flatGradient();
    long count = parameters.count();
    Tensor partial = Tensor.empty(DType.FLOAT32, g.device(), blocks);
    kernel("squares")
        .launch(
            blocks,
            THREADS,
            new Arguments().pointer("g", g).pointer("partial", partial).number("count", count));
    kernel("adamw")
        .launch(
            blocks,
            THREADS,
            new Arguments()
                .pointer("p", parameters.flat())
                .pointer("first", firstMoment)
                .pointer("second", secondMoment)
                .pointer("g", g)
                .pointer("partial", partial)
                .number("parts", blocks)
                .pointer("scalars", scalars)
                .number("decay", (float) weightDecay)
                .number("clip", (float) clip)
                .number("count", count));
  }

  private Kernel kernel(String name) {
    return kernels.kernel(name, 4 * THREADS);
  }
}
