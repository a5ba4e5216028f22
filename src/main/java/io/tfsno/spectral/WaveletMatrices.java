package io.tfsno.spectral;

import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;

/**
 * The periodised wavelet transform as matrices, in float64 on the CPU. They work for every even
 * number of points, also where the filter is longer than the line and wraps around it.
 */
public final class WaveletMatrices {
  private WaveletMatrices() {}

  /** H, {@code [N/2, N]}: a line to its approximation. */
  public static Tensor low(Wavelet wavelet, int points) {
    return level(wavelet.low(), points);
  }

  /** G, {@code [N/2, N]}: a line to its details. */
  public static Tensor high(Wavelet wavelet, int points) {
    return level(wavelet.high(), points);
  }

  /**
   * {@code [A; D]}, {@code [2 N/2^J, N]}: a line to the approximation and the details of the
   * coarsest of J levels, {@code A = H_J .. H_1} and {@code D = G_J H_{J-1} .. H_1}. The rows are
   * orthonormal.
   */
  public static Tensor coarsest(Wavelet wavelet, int points, int levels) {
    Tensor a = low(wavelet, points);
    Tensor d = high(wavelet, points);
    for (int level = 1; level < levels; level++) {
      int left = points >> level;
      d = high(wavelet, left).matmul(a);
      a = low(wavelet, left).matmul(a);
    }
    return Tensor.cat(0, a, d);
  }

  /**
   * The same on a grid that was made finer by doubling it q times and adding q levels: coefficients
   * of the same field at the same places, {@code 2^(q/2)} times as large.
   *
   * <p>Every level looks {@link Wavelet#delay} cells ahead, so q more of them would read the field
   * {@code delay (2^q - 1)} fine cells further on. The rows are moved back by that much, between
   * cells by Fourier interpolation. They stay orthonormal, because they hold nothing of the Nyquist
   * wave.
   */
  public static Tensor coarsest(Wavelet wavelet, int points, int levels, int doublings) {
    Tensor rows = coarsest(wavelet, points, levels);
    return doublings == 0 ? rows : moved(rows, wavelet.delay() * ((1 << doublings) - 1));
  }

  /** Rows {@code f(x)} to {@code f(x + cells)}. */
  private static Tensor moved(Tensor rows, double cells) {
    int points = Math.toIntExact(rows.size(1));
    double[] re = new double[points / 2 + 1];
    double[] im = new double[re.length];
    for (int k = 0; k < re.length; k++) {
      re[k] = Math.cos(2 * Math.PI * k * cells / points);
      im[k] = Math.sin(2 * Math.PI * k * cells / points);
    }
    Tensor phases = Tensor.ofComplex(re, im, re.length);
    return Fft.inverseReal(Fft.real(rows, 1).mul(phases), points, 1);
  }

  private static Tensor level(double[] filter, int points) {
    if (points < 2 || points % 2 != 0) {
      throw new IllegalArgumentException("a level halves an even number of points, not " + points);
    }
    double[] matrix = new double[points / 2 * points];
    for (int n = 0; n < points / 2; n++) {
      for (int m = 0; m < filter.length; m++) {
        matrix[n * points + (2 * n + m) % points] += filter[m];
      }
    }
    return Tensor.of(matrix, points / 2, points);
  }
}
