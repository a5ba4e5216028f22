package io.tfsno.data.feed;

import io.tfsno.engine.DType;
import io.tfsno.engine.Lines;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.KernelText;
import io.tfsno.engine.kernel.Kernels;
import java.util.Map;

/**
 * Copies of chosen rows of a matrix {@code [row, number]}: of states with more axes libtorch would
 * gather value by value. On a GPU by a kernel of our own, which a captured step can place on the
 * chip while what is before it still runs.
 */
final class RowCopies implements AutoCloseable {
  private static final int THREADS = 128;

  private final Tensor matrix;
  private final Kernel kernel;

  /**
   * @param matrix float32, contiguous; owned
   */
  private RowCopies(Tensor matrix, Kernel kernel) {
    this.matrix = matrix;
    this.kernel = kernel;
  }

  static RowCopies of(Tensor matrix) {
    boolean fits = matrix.device().cuda() && matrix.size(1) % 4 == 0;
    return fits ? inKernels(matrix) : new RowCopies(matrix, null);
  }

  static RowCopies inKernels(Tensor matrix) {
    String source = KernelText.launch() + "\n" + KernelText.of(RowCopies.class, "take");
    int width = Math.toIntExact(matrix.size(1));
    Map<String, Integer> sizes = Map.of("WIDTH", width, "THREADS", THREADS);
    return new RowCopies(matrix, Kernels.of(source, sizes).kernel("take", 0));
  }

  /**
   * The rows {@code later} behind the given ones.
   *
   * @param rows int64, on the matrix's device
   */
  Tensor at(Tensor rows, int later) {
    if (kernel == null) {
      return Lines.some(matrix.narrow(0, later, matrix.size(0) - later), rows);
    }
    int count = Math.toIntExact(rows.size(0));
    int width = Math.toIntExact(matrix.size(1));
    Tensor out = Tensor.empty(DType.FLOAT32, matrix.device(), count, width);
    int pieces = (width / 4 + THREADS - 1) / THREADS;
    kernel.launchBox(
        count,
        pieces,
        1,
        THREADS,
        new Arguments()
            .pointer("from", matrix)
            .pointer("rows", rows)
            .pointer("out", out)
            .number("later", later));
    return out;
  }

  @Override
  public void close() {
    matrix.close();
  }
}
