package io.tfsno.eval;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;

/**
 * Errors of predicted fields against the truth, one number per sample, in float64.
 *
 * @param mse mean squared error
 * @param l2 relative error in the L2 norm
 * @param h1 relative error of the central differences
 */
record FieldErrors(double[] mse, double[] l2, double[] h1) {
  private static final double TINY = 1e-12;

  /**
   * @param dimension spatial axes, the last ones
   */
  static FieldErrors of(Tensor prediction, Tensor truth, int dimension) {
    Tensor u = truth.to(DType.FLOAT64);
    Tensor e = prediction.to(DType.FLOAT64).sub(u);
    Tensor squared = sums(e.square());
    Tensor power = sums(u.square());
    Tensor slopeError = null;
    Tensor slope = null;
    for (int axis = -dimension; axis < 0; axis++) {
      // The factor 1/(2h) is the same above and below: it cancels in the ratio.
      Tensor de = sums(e.roll(-1, axis).sub(e.roll(1, axis)).square());
      Tensor du = sums(u.roll(-1, axis).sub(u.roll(1, axis)).square());
      slopeError = slopeError == null ? de : slopeError.add(de);
      slope = slope == null ? du : slope.add(du);
    }
    double cells = (double) u.count() / u.size(0);
    return new FieldErrors(
        squared.mul(1 / cells).toDoubles(),
        squared.div(power.add(TINY)).sqrt().toDoubles(),
        slopeError.div(slope.add(TINY)).sqrt().toDoubles());
  }

  private static Tensor sums(Tensor fields) {
    return fields.reshape(fields.size(0), -1).sum(1);
  }
}
