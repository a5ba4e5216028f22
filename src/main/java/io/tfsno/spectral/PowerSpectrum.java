package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;

/**
 * Power over wave numbers of real periodic fields. With the "forward" normalisation the powers of
 * all waves add up to the mean square of the field (Parseval), whatever the grid.
 *
 * <p>The radius of a wave is counted in units of {@code 2 pi / L} of the longest axis: on a cube it
 * is that of the integer wave numbers.
 */
public final class PowerSpectrum {
  private final int dimension;
  private final int shells;
  private final Tensor multiplicity;
  private final Tensor radius;
  private final Tensor toShells;

  /** Tables for fields on one grid; they belong to the scope open now. */
  public PowerSpectrum(Grid grid, Device device) {
    dimension = grid.dimension();
    Points points = grid.points();
    int last = points.last();
    Points waves = withLast(points, last / 2 + 1);
    int count = waves.cells();
    int[][] at = waves.indices();
    double largest = Double.POSITIVE_INFINITY;
    double[] norm = new double[count];
    for (int a = 0; a < dimension; a++) {
      int n = points.at(a);
      double unit = grid.longest() / grid.axis(a).length();
      largest = Math.min(largest, n / 2 * unit);
      for (int i = 0; i < count; i++) {
        int k = 2 * at[a][i] <= n ? at[a][i] : at[a][i] - n;
        norm[i] += k * unit * k * unit;
      }
    }
    shells = (int) Math.floor(largest) + 1;
    double[] weight = new double[count];
    double[] bins = new double[count * shells];
    for (int i = 0; i < count; i++) {
      // Every wave but those of its own conjugate stands for two.
      int k = at[dimension - 1][i];
      weight[i] = k == 0 || 2 * k == last ? 1 : 2;
      norm[i] = Math.sqrt(norm[i]);
      int shell = (int) Math.round(norm[i]);
      if (shell < shells) {
        bins[i * shells + shell] = 1;
      }
    }
    multiplicity = Tensor.of(weight, count).to(device);
    radius = Tensor.of(norm, count, 1).to(device);
    toShells = Tensor.of(bins, count, shells).to(device);
  }

  private static Points withLast(Points points, int last) {
    int[] all = points.toArray();
    all[all.length - 1] = last;
    return Points.of(all);
  }

  /** Number of shells: radii 0 up to what the grid holds in every direction. */
  public int shells() {
    return shells;
  }

  /** Power of every wave, {@code [sample, waves]} in float64, channels summed. */
  public Tensor power(Tensor fields) {
    Tensor squared = waves(fields).asReal().square().sum(-1).sum(1);
    return squared.reshape(squared.size(0), -1).mul(multiplicity);
  }

  private Tensor waves(Tensor fields) {
    Tensor z = Fft.real(fields.to(DType.FLOAT64), -1);
    for (int axis = dimension; axis > 1; axis--) {
      z = Fft.complex(z, -axis);
    }
    return z;
  }

  /**
   * Fields whose waves are multiplied by a factor for each shell, in float64; corners beyond the
   * shells are removed.
   */
  public Tensor scaled(Tensor fields, double... factors) {
    Tensor z = waves(fields).asReal();
    long[] shape = z.shape();
    long[] one = shape.clone();
    one[0] = 1;
    one[1] = 1;
    one[one.length - 1] = 1;
    Tensor each = toShells.matmul(Tensor.of(factors, shells, 1).to(fields.device())).view(one);
    Tensor back = z.mul(each).asComplex();
    for (int axis = dimension; axis > 1; axis--) {
      back = Fft.inverseComplex(back, -axis);
    }
    return Fft.inverseReal(back, fields.size(fields.rank() - 1), -1);
  }

  /** Power per shell of rounded radius, {@code [sample, shells]}; corners beyond are left out. */
  public Tensor shells(Tensor power) {
    return power.matmul(toShells);
  }

  /** The centroid {@code sum |k| P / sum P} of each sample. */
  public Tensor centroid(Tensor power) {
    Tensor total = power.sum(-1).add(1e-12);
    return power.matmul(radius).view(-1).div(total);
  }
}
