package io.tfsno.eval;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Differences;
import io.tfsno.spectral.Grid;
import io.tfsno.train.loss.RelativeError;
import java.util.ArrayList;
import java.util.List;

/**
 * Errors of predicted fields against the truth, one number per sample, in float64.
 *
 * @param mse mean squared error
 * @param l2 relative error in the L2 norm
 * @param h1 relative error of the first derivatives, by {@link Differences}
 * @param vrmse error relative to how much the truth varies in space, {@code sqrt(<|u-v|^2> / (<|u -
 *     <u>|^2> + 1e-7))}: a large mean does not hide it. Over all channels their mean
 */
record FieldErrors(double[] mse, double[] l2, double[] h1, double[] vrmse) {
  private static final double TINY_VARIANCE = 1e-7;

  /**
   * Over all channels, and of each.
   *
   * @param channels in the order of the fields
   */
  record Split(FieldErrors all, List<FieldErrors> channels) {}

  /** Over all channels of fields {@code [sample, channel, x(, y, z)]}. */
  static FieldErrors of(Tensor prediction, Tensor truth, Grid grid) {
    return split(prediction, truth, grid).all;
  }

  static Split split(Tensor prediction, Tensor truth, Grid grid) {
    Tensor u = truth.to(DType.FLOAT64);
    Tensor e = prediction.to(DType.FLOAT64).sub(u);
    Tensor errors = sums(e.square());
    Tensor power = sums(u.square());
    Tensor slopeErrors = slopes(e, grid);
    Tensor slopes = slopes(u, grid);
    Tensor vrmse = errors.div(variations(u).add(TINY_VARIANCE * grid.cells())).sqrt();
    List<FieldErrors> channels = new ArrayList<>();
    for (long c = 0; c < u.size(1); c++) {
      channels.add(
          of(
              errors.select(1, c),
              power.select(1, c),
              slopeErrors.select(1, c),
              slopes.select(1, c),
              vrmse.select(1, c),
              grid.cells()));
    }
    FieldErrors all =
        of(
            errors.sum(1),
            power.sum(1),
            slopeErrors.sum(1),
            slopes.sum(1),
            vrmse.mean(1),
            grid.cells() * (double) u.size(1));
    return new Split(all, channels);
  }

  private static FieldErrors of(
      Tensor errors, Tensor power, Tensor slopeErrors, Tensor slopes, Tensor vrmse, double values) {
    return new FieldErrors(
        errors.mul(1 / values).toDoubles(),
        RelativeError.of(errors, power).toDoubles(),
        RelativeError.of(slopeErrors, slopes).toDoubles(),
        vrmse.toDoubles());
  }

  /** Squared derivatives, added up over axes; a common factor cancels in the ratio. */
  private static Tensor slopes(Tensor u, Grid grid) {
    Tensor sum = null;
    for (int a = 0; a < grid.dimension(); a++) {
      Axis axis = grid.axis(a);
      double spacings = grid.axis(0).spacing() / axis.spacing();
      Tensor d = Differences.along(u, a - grid.dimension(), axis.boundary());
      Tensor along = sums(d.square()).mul(spacings * spacings);
      sum = sum == null ? along : sum.add(along);
    }
    return sum;
  }

  /** Squared distances from the mean over space. */
  private static Tensor variations(Tensor u) {
    Tensor flat = u.reshape(u.size(0), u.size(1), -1);
    Tensor mean = flat.mean(2).view(u.size(0), u.size(1), 1);
    return flat.sub(mean).square().sum(2);
  }

  /** Per sample and channel. */
  private static Tensor sums(Tensor fields) {
    return fields.reshape(fields.size(0), fields.size(1), -1).sum(2);
  }
}
