package io.tfsno.spectral;

import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * The matrices of a truncated transform as hand-written kernels take them. All factors of the
 * forward normalisation are in the analysis of the last axis, so that along the others each
 * direction is the other's transpose.
 */
public final class LineMatrices {
  private LineMatrices() {}

  /**
   * {@code [rows, points]}: points to (k, re/im) along the last axis, or back for {@code inverse};
   * rows beyond the last mode are zero.
   */
  public static Tensor padded(Modes modes, Points grid, int rows, boolean inverse) {
    int points = grid.last();
    DftMatrices matrices = new DftMatrices(modes.last(), points);
    double[] values = inverse ? matrices.synthesisLast() : matrices.analysisLast();
    if (!inverse) {
      for (int i = 0; i < values.length; i++) {
        values[i] /= (double) (grid.cells() / points);
      }
    }
    return Tensor.of(Arrays.copyOf(values, rows * points), rows, points);
  }

  /** {@code [cos/sin, k, x]} along an axis that is not the last. */
  public static Tensor waves(Modes.Axis axis, int points) {
    int rows = axis.count();
    double[] values = new double[2 * rows * points];
    for (int r = 0; r < rows; r++) {
      for (int x = 0; x < points; x++) {
        long turns = Math.floorMod((long) axis.wave(r) * x, points);
        double phase = 2 * Math.PI * turns / points;
        values[r * points + x] = Math.cos(phase);
        values[(rows + r) * points + x] = Math.sin(phase);
      }
    }
    return Tensor.of(values, 2, rows, points);
  }
}
