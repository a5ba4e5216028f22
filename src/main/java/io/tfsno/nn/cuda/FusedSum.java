package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.Map;

/** Adds up what the blocks of another kernel have summed, in a fixed order. */
final class FusedSum {
  private static final int LAYERS = 16;

  /** As many blocks of the kernels that sum parts as a multiprocessor holds at a time. */
  private static final int BLOCKS_TOGETHER = 3;

  private final Kernels kernels;

  FusedSum(GpuPath path) {
    kernels = CudaSource.kernels(path, FusedSum.class, "gather", Map.of("LAYERS", LAYERS));
  }

  /**
   * Blocks that share a sum, of those that would find work.
   *
   * @param sums that share a multiprocessor
   */
  static int blocks(long wanted, int sums, int multiprocessors) {
    int most = Math.max(1, BLOCKS_TOGETHER * multiprocessors / sums);
    return (int) Math.min(most, Math.max(1, wanted));
  }

  /** {@code total += sum over parts}, for {@code partial [part, count]}. */
  void add(Tensor partial, Tensor total) {
    int count = Math.toIntExact(partial.size(1));
    kernels
        .kernel("gather", 4 * 32 * LAYERS)
        .launch(
            (count + 31) / 32,
            32 * LAYERS,
            new Arguments()
                .pointer("partial", partial)
                .pointer("total", total)
                .number("parts", Math.toIntExact(partial.size(0)))
                .number("count", count));
  }
}
