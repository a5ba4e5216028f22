package io.tfsno.spectral;

import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;

/**
 * Fields on other points: Fourier interpolation along periodic axes, polynomial interpolation
 * ({@link CellInterpolation}) along those with walls.
 *
 * <p>Fourier interpolation between periodic grids is exact for what both grids hold. The Nyquist
 * bin of the smaller grid stands for two waves, so it is doubled (and made real) on the way down
 * and halved on the way up; shrinking what was grown gives back the very field, also for odd sizes.
 */
public final class Resample {
  private Resample() {}

  /** The field {@code [..., x(, y, z)]} of a box on other points. Differentiable. */
  public static Tensor to(Tensor field, Grid from, Points to) {
    Tensor result = field;
    for (int axis = 0; axis < to.dimension(); axis++) {
      int fromEnd = axis - to.dimension();
      result =
          from.axis(axis).periodic()
              ? along(result, to.at(axis), fromEnd)
              : CellInterpolation.along(result, to.at(axis), fromEnd);
    }
    return result;
  }

  /** The periodic field {@code [..., x(, y, z)]} on other points. Differentiable. */
  public static Tensor to(Tensor field, Points points) {
    Tensor result = field;
    for (int axis = 0; axis < points.dimension(); axis++) {
      result = along(result, points.at(axis), axis - points.dimension());
    }
    return result;
  }

  /** The field on {@code points} along one periodic axis. */
  public static Tensor along(Tensor field, int points, int axis) {
    int from = Math.toIntExact(field.size(axis));
    if (from == points) {
      return field;
    }
    int smaller = Math.min(from, points);
    int nyquist = smaller / 2;
    Tensor spectrum = Fft.real(field, axis);
    if (smaller % 2 != 0) {
      return Fft.inverseReal(spectrum.narrow(axis, 0, nyquist + 1), points, axis);
    }
    Tensor below = spectrum.narrow(axis, 0, nyquist);
    Tensor edge = spectrum.narrow(axis, nyquist, 1);
    // On the way down the inverse transform ignores the imaginary part of the Nyquist bin.
    Tensor scaled = edge.mul(points < from ? 2.0 : 0.5);
    return Fft.inverseReal(Tensor.cat(axis, below, scaled), points, axis);
  }
}
