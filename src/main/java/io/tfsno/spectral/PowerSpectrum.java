package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;

/**
 * Power over integer wave numbers of real periodic fields. With the "forward" normalisation the
 * powers of all waves add up to the mean square of the field (Parseval), whatever the grid.
 */
public final class PowerSpectrum {
  private final int dimension;
  private final int shells;
  private final Tensor multiplicity;
  private final Tensor radius;
  private final Tensor toShells;

  /**
   * Tables for fields of one shape; they belong to the scope open now.
   *
   * @param shape grid points per axis
   */
  public PowerSpectrum(int[] shape, Device device) {
    dimension = shape.length;
    int last = shape[dimension - 1];
    int rows = dimension == 1 ? 1 : shape[0];
    int columns = last / 2 + 1;
    shells = last / 2 + 1;
    double[] weight = new double[rows * columns];
    double[] norm = new double[rows * columns];
    double[] bins = new double[rows * columns * shells];
    for (int r = 0; r < rows; r++) {
      int k1 = 2 * r <= rows ? r : r - rows;
      for (int k2 = 0; k2 < columns; k2++) {
        int i = r * columns + k2;
        // Every wave but those of its own conjugate stands for two.
        weight[i] = k2 == 0 || 2 * k2 == last ? 1 : 2;
        norm[i] = Math.hypot(k1, k2);
        int shell = (int) Math.round(norm[i]);
        if (shell < shells) {
          bins[i * shells + shell] = 1;
        }
      }
    }
    multiplicity = Tensor.of(weight, rows * columns).to(device);
    radius = Tensor.of(norm, rows * columns, 1).to(device);
    toShells = Tensor.of(bins, rows * columns, shells).to(device);
  }

  /** Number of shells: wave numbers 0 up to half the grid. */
  public int shells() {
    return shells;
  }

  /** Power of every wave, {@code [sample, waves]} in float64, channels summed. */
  public Tensor power(Tensor fields) {
    Tensor z = Fft.real(fields.to(DType.FLOAT64), -1);
    if (dimension == 2) {
      z = Fft.complex(z, -2);
    }
    Tensor squared = z.asReal().square().sum(-1).sum(1);
    return squared.reshape(squared.size(0), -1).mul(multiplicity);
  }

  /** Power per shell of rounded radius, {@code [sample, shells]}; corners beyond are left out. */
  public Tensor shells(Tensor power) {
    return power.matmul(toShells);
  }

  /** The centroid {@code sum |k| P / sum P} of each sample, in integer wave numbers. */
  public Tensor centroid(Tensor power) {
    Tensor total = power.sum(-1).add(1e-12);
    return power.matmul(radius).view(-1).div(total);
  }
}
