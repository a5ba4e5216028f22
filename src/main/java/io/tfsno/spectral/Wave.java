package io.tfsno.spectral;

/** A vector of physical wave numbers, one for each axis. */
public final class Wave {
  private final double[] k;

  Wave(double... k) {
    this.k = k;
  }

  /** Along an axis; 0 beyond the last one. */
  public double k(int axis) {
    return axis < k.length ? k[axis] : 0;
  }

  public double x() {
    return k(0);
  }

  public double y() {
    return k(1);
  }

  public double z() {
    return k(2);
  }

  /** {@code |k|^2}, the symbol of minus the Laplacian. */
  public double squared() {
    double sum = 0;
    for (double component : k) {
      sum += component * component;
    }
    return sum;
  }

  /** The sum of all components. */
  public double sum() {
    double sum = 0;
    for (double component : k) {
      sum += component;
    }
    return sum;
  }

  public boolean isZero() {
    return squared() == 0;
  }
}
