package io.tfsno.spectral;

/**
 * Daubechies' orthonormal wavelets of compact support, with p = 4 or 6 vanishing moments. One level
 * of the transform of a periodic line of N values:
 *
 * <pre>
 *   a[n] = sum_m h[m] x[2n+m],   d[n] = sum_m g[m] x[2n+m],   g[m] = (-1)^m h[2p-1-m]
 * </pre>
 *
 * with n = 0..N/2-1 and indices modulo N. (a, d) is a rotation of x, so its transpose is its
 * inverse.
 */
public enum Wavelet {
  DB4,
  DB6;

  /** The scaling filter h. */
  double[] low() {
    return switch (this) {
      case DB4 ->
          new double[] {
            0.2303778133088965,
            0.7148465705529157,
            0.6308807679298589,
            -0.027983769416859854,
            -0.18703481171909309,
            0.030841381835560764,
            0.0328830116668852,
            -0.010597401785069032
          };
      case DB6 ->
          new double[] {
            0.11154074335010947,
            0.49462389039845306,
            0.7511339080210954,
            0.31525035170919763,
            -0.22626469396543983,
            -0.12976686756726194,
            0.09750160558732304,
            0.027522865530305727,
            -0.03158203931748603,
            0.0005538422011614961,
            0.004777257510945511,
            -0.0010773010853084796
          };
    };
  }

  /** The wavelet filter g. */
  double[] high() {
    double[] h = low();
    double[] g = new double[h.length];
    for (int m = 0; m < g.length; m++) {
      g[m] = (m % 2 == 0 ? 1 : -1) * h[h.length - 1 - m];
    }
    return g;
  }

  /**
   * By how many cells h looks ahead: {@code a[n] = sqrt(2) x(2n + delay)} for smooth x. It is the
   * centre of the filter and lies between cells.
   */
  double delay() {
    double[] h = low();
    double centre = 0;
    for (int m = 0; m < h.length; m++) {
      centre += m * h[m];
    }
    return centre / Math.sqrt(2);
  }
}
