package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;

/**
 * The values of periodic fields {@code [..., x(, y, z)]} one point of a reference grid away,
 * whatever grid the fields are given on: {@code z(x + h_0)} and {@code z(x - h_0)}.
 *
 * <p>Where h_0 is a whole number of points, as on the reference grid itself and on multiples of it,
 * values are moved; elsewhere they are those of the Fourier interpolation.
 */
final class PeriodicShift {
  private final Constants constants;
  private final Points reference;

  private record Key(int points, int reference, boolean ahead) {}

  PeriodicShift(Constants constants, Points reference) {
    this.constants = constants;
    this.reference = reference;
  }

  int axes() {
    return reference.dimension();
  }

  /** {@code z(x + h_0)} along an axis. */
  Tensor ahead(Tensor z, int axis) {
    return shifted(z, axis, true);
  }

  /** {@code z(x - h_0)} along an axis. */
  Tensor behind(Tensor z, int axis) {
    return shifted(z, axis, false);
  }

  private Tensor shifted(Tensor z, int axis, boolean ahead) {
    Points points = Points.of(z, axes());
    int n = points.at(axis);
    int whole = n / reference.at(axis);
    if (whole * reference.at(axis) == n) {
      return z.roll(ahead ? -whole : whole, axis - axes());
    }
    if (axis == axes() - 1) {
      // Rows times the transposed matrix, which is that of the other direction.
      return z.reshape(-1, n).matmul(matrix(z, n, axis, !ahead)).view(z.shape());
    }
    long after = 1;
    for (int a = axis + 1; a < axes(); a++) {
      after *= points.at(a);
    }
    return matrix(z, n, axis, ahead).matmul(z.reshape(-1, n, after)).view(z.shape());
  }

  private Tensor matrix(Tensor z, int points, int axis, boolean ahead) {
    int there = reference.at(axis);
    double shift = (double) points / there;
    return constants.tensor(
        new Key(points, there, ahead), z.device(), () -> matrix(points, ahead ? shift : -shift));
  }

  /** Fourier interpolation a number of points further, {@code [to, from]}. */
  private static Tensor matrix(int n, double shift) {
    double[] values = new double[n * n];
    for (int to = 0; to < n; to++) {
      for (int from = 0; from < n; from++) {
        double sum = 1;
        for (int k = 1; 2 * k < n; k++) {
          sum += 2 * Math.cos(2 * Math.PI * k * (to + shift - from) / n);
        }
        if (n % 2 == 0) {
          // The Nyquist wave has no sine on this grid: what is left of it is its cosine.
          sum += Math.cos(Math.PI * (to - from)) * Math.cos(Math.PI * shift);
        }
        values[to * n + from] = sum / n;
      }
    }
    return Tensor.of(values, n, n);
  }
}
