package io.tfsno.operator.tfsno.statistic;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.spectral.Points;

/**
 * The points on which a block sees its fields in training. What depends on the spacing of points is
 * computed there, whatever grid a field is given on: steps between neighbours, the peak over
 * points, the mean of a fourth power on a coarse grid, convolutions.
 *
 * <p>A field that the training grid can hold has the same values there to the last digits. Waves
 * beyond its Nyquist wave are left out: a network never saw them in training.
 */
public final class TrainingGrid {
  private final Points points;
  private final FourierResize resize;

  public TrainingGrid(Points points, Constants constants) {
    this.points = points;
    resize = new FourierResize(constants, points.dimension());
  }

  /** Whether a field on such points is looked at as it is. */
  public boolean is(Points others) {
    return points.equals(others);
  }

  /** The field at these points; the very tensor where it is given on them. Differentiable. */
  public Tensor of(Tensor field) {
    return is(Points.of(field, points.dimension())) ? field : resize.to(field, points);
  }
}
