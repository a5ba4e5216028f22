package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Supplier;

/**
 * Periodic real fields seen from both sides, one at a time and differentiably, for learning.
 *
 * <p>Coefficients are complex {@code [field, channel, modes...]}, the half spectrum {@code k = 0 ..
 * N/2} along the last axis; values are real {@code [field, channel, x(, y)]}. Every constant is
 * made once, on the device, and owned by this object.
 */
public final class SingleFields implements SpectralGrid, AutoCloseable {
  private final Modes modes;
  private final Wavenumbers wavenumbers;
  private final int points;
  private final int largestKeptWave;
  private final DType type;
  private final Device device;
  private final List<Tensor> constants = new ArrayList<>();
  private final Tensor hermitian;

  /**
   * @param largestKeptWave the largest wave number along an axis that is not masked
   * @param type FLOAT32 or FLOAT64
   */
  public SingleFields(
      int dimension, double length, int points, int largestKeptWave, DType type, Device device) {
    Modes.Axis half = new Modes.Axis(points / 2 + 1, 0);
    this.modes =
        dimension == 1
            ? Modes.line(half.count())
            : new Modes(dimension, Modes.Axis.all(points), half);
    this.wavenumbers = new Wavenumbers(modes, length);
    this.points = points;
    this.largestKeptWave = largestKeptWave;
    this.type = type;
    this.device = device;
    this.hermitian = dimension == 1 ? null : realColumns();
  }

  @Override
  public Wavenumbers wavenumbers() {
    return wavenumbers;
  }

  @Override
  public int largestKeptWave() {
    return largestKeptWave;
  }

  @Override
  public Tensor values(Tensor coefficients) {
    Tensor columns = coefficients;
    if (modes.dimension() == 2) {
      // The columns k = 0 and N/2 are their own partners, so real here up to rounding. Not every
      // library ignores an imaginary part that is left there.
      columns = Fft.inverseComplex(columns, -2).asReal().mul(hermitian).asComplex();
    }
    return Fft.inverseReal(columns, points, -1);
  }

  @Override
  public Tensor coefficients(Tensor values) {
    Tensor half = Fft.real(values, -1);
    return modes.dimension() == 1 ? half : Fft.complex(half, -2);
  }

  @Override
  public Tensor factor(DoubleBinaryOperator ofKxKy) {
    double[] values = wavenumbers.map(ofKxKy);
    return constant(() -> Tensor.of(values, modes.shape()).to(type));
  }

  /** On grid points an odd derivative of the wave N/2 is zero, so that bin is cleared. */
  @Override
  public Tensor imaginaryFactor(DoubleBinaryOperator... ofKxKy) {
    double[][] im = new double[ofKxKy.length][];
    for (int c = 0; c < im.length; c++) {
      im[c] = wavenumbers.map(ofKxKy[c]);
      for (int i = 0; i < im[c].length; i++) {
        boolean nyquist = 2 * Math.abs(modes.k1(i)) == points || 2 * modes.k2(i) == points;
        im[c][i] = nyquist ? 0 : im[c][i];
      }
    }
    return table(new double[im.length][im[0].length], im);
  }

  @Override
  public Tensor source(DoubleBinaryOperator ofKxKy) {
    double[] re = wavenumbers.map(ofKxKy);
    return table(new double[][] {re}, new double[][] {new double[re.length]});
  }

  /**
   * Complex constants {@code [channel, modes...]}, {@code re + i im}, from {@code [channel][mode]}.
   */
  public Tensor table(double[][] re, double[][] im) {
    long[] inner = modes.shape();
    long[] shape = new long[inner.length + 1];
    shape[0] = re.length;
    System.arraycopy(inner, 0, shape, 1, inner.length);
    DType complex = type == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return constant(() -> Tensor.ofComplex(joined(re), joined(im), shape).to(complex));
  }

  /** 1 for re and im, but 0 for the im of the columns that are their own partners. */
  private Tensor realColumns() {
    double[] keep = new double[2 * modes.columns().count()];
    Arrays.fill(keep, 1);
    keep[1] = 0;
    if (points % 2 == 0) {
      keep[keep.length - 1] = 0;
    }
    return constant(() -> Tensor.of(keep, modes.columns().count(), 2).to(type));
  }

  private Tensor constant(Supplier<Tensor> make) {
    Tensor tensor = Scope.unowned(() -> make.get().to(device));
    constants.add(tensor);
    return tensor;
  }

  private static double[] joined(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  @Override
  public void close() {
    constants.forEach(Tensor::close);
    constants.clear();
  }
}
