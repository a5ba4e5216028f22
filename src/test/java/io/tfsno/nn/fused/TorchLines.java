package io.tfsno.nn.fused;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.LineMatrices;

/** Lines {@code [channel, sample, (x, y,) 2 k + re/im]} by products with matrices. */
final class TorchLines {
  private final Tensor analysis;
  private final Tensor synthesis;

  TorchLines(LineGrid grid) {
    analysis = matrix(grid, false);
    synthesis = matrix(grid, true);
  }

  private static Tensor matrix(LineGrid grid, boolean inverse) {
    int rows = 2 * grid.modes().last().count();
    return LineMatrices.padded(grid.modes(), grid.points(), rows, inverse).to(DType.FLOAT32);
  }

  Tensor ofField(Tensor field) {
    return field.matmul(analysis.permute(1, 0));
  }

  Tensor toField(Tensor lines) {
    return lines.matmul(synthesis);
  }

  /** From the gradient of what {@link #toField} gave. */
  Tensor ofGradient(Tensor gradient) {
    return gradient.matmul(synthesis.permute(1, 0));
  }

  /** From the gradient of what {@link #ofField} gave. */
  Tensor toGradient(Tensor lines) {
    return lines.matmul(analysis);
  }
}
