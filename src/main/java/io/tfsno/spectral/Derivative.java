package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/** Fourier differentiation of periodic fields. */
public final class Derivative {
  private Derivative() {}

  /**
   * The derivative of the given order along one axis of a box of the given length. At the Nyquist
   * wave number an odd derivative is zero on the grid points, so that bin is cleared.
   */
  public static Tensor of(Tensor field, int order, double length, int axis) {
    int points = Math.toIntExact(field.size(axis));
    int bins = points / 2 + 1;
    double[] re = new double[bins];
    double[] im = new double[bins];
    for (int m = 0; m < bins; m++) {
      boolean clear = order % 2 == 1 && 2 * m == points;
      double magnitude = clear ? 0 : Math.pow(2 * Math.PI * m / length, order);
      switch (order % 4) {
        case 0 -> re[m] = magnitude;
        case 1 -> im[m] = magnitude;
        case 2 -> re[m] = -magnitude;
        default -> im[m] = -magnitude;
      }
    }
    long[] broadcast = new long[field.rank()];
    Arrays.fill(broadcast, 1);
    broadcast[Math.floorMod(axis, field.rank())] = bins;
    DType complex = field.type() == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    Tensor factor = Tensor.ofComplex(re, im, broadcast).to(complex).to(field.device());
    return Fft.inverseReal(Fft.real(field, axis).mul(factor), points, axis);
  }
}
