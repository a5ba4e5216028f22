package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Periodic real fields seen from both sides, one at a time and differentiably, for learning.
 *
 * <p>Coefficients are complex {@code [field, channel, modes...]}, the half spectrum {@code k = 0 ..
 * N/2} along the last axis; values are real {@code [field, channel, x(, y, z)]}. Every constant is
 * made once, on the device, and owned by this object.
 */
public final class SingleFields implements PackedGrid {
  private final Modes modes;
  private final Wavenumbers wavenumbers;
  private final Points points;
  private final Points largestKeptWave;
  private final DType type;
  private final Device device;
  private final List<Tensor> constants = new ArrayList<>();
  private final Tensor hermitian;

  /**
   * @param largestKeptWave the largest wave number along each axis that is not masked
   * @param type FLOAT32 or FLOAT64
   */
  public SingleFields(Grid grid, Points largestKeptWave, DType type, Device device) {
    this.points = grid.points();
    this.modes = Modes.ofReal(points);
    this.wavenumbers = new Wavenumbers(modes, grid);
    this.largestKeptWave = largestKeptWave;
    this.type = type;
    this.device = device;
    this.hermitian = grid.dimension() == 1 ? null : realLast();
  }

  @Override
  public Wavenumbers wavenumbers() {
    return wavenumbers;
  }

  @Override
  public int largestKeptWave(int axis) {
    return largestKeptWave.at(axis);
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Tensor values(Tensor coefficients) {
    Tensor half = coefficients;
    for (int axis = modes.dimension(); axis > 1; axis--) {
      half = Fft.inverseComplex(half, -axis);
    }
    if (hermitian != null) {
      // The waves 0 and N/2 of the last axis are their own partners, so real here up to rounding.
      // Not every library ignores an imaginary part that is left there.
      half = half.asReal().mul(hermitian).asComplex();
    }
    return Fft.inverseReal(half, points.last(), -1);
  }

  @Override
  public Tensor coefficients(Tensor values) {
    Tensor half = Fft.real(values, -1);
    for (int axis = 2; axis <= modes.dimension(); axis++) {
      half = Fft.complex(half, -axis);
    }
    return half;
  }

  @Override
  public Tensor factor(ToDoubleFunction<Wave> ofWave) {
    double[] values = wavenumbers.map(ofWave);
    return constant(() -> Tensor.of(values, modes.arrayShape()).to(type));
  }

  /** On grid points an odd derivative of the wave N/2 is zero, so that bin is cleared. */
  @Override
  public Tensor imaginaryFactors(List<ToDoubleFunction<Wave>> ofWave) {
    double[][] im = new double[ofWave.size()][];
    for (int c = 0; c < im.length; c++) {
      im[c] = wavenumbers.map(ofWave.get(c));
      for (int i = 0; i < im[c].length; i++) {
        boolean nyquist = isNyquist(modes.arrayWaves(i));
        im[c][i] = nyquist ? 0 : im[c][i];
      }
    }
    return table(new double[im.length][im[0].length], im);
  }

  @Override
  public Tensor source(ToDoubleFunction<Wave> ofWave) {
    double[] re = wavenumbers.map(ofWave);
    return table(new double[][] {re}, new double[][] {new double[re.length]});
  }

  @Override
  public Tensor table(double[][] re, double[][] im) {
    long[] inner = modes.arrayShape();
    long[] shape = new long[inner.length + 1];
    shape[0] = re.length;
    System.arraycopy(inner, 0, shape, 1, inner.length);
    DType complex = type == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return constant(() -> Tensor.ofComplex(joined(re), joined(im), shape).to(complex));
  }

  @Override
  public Tensor sources(double[][] re, double[][] im) {
    return table(re, im);
  }

  /** One field is one array. */
  @Override
  public Tensor pack(Tensor singles) {
    return singles.copy();
  }

  @Override
  public Tensor singleValues(Tensor coefficients, int fields, Points onPoints) {
    Tensor half = coefficients;
    for (int axis = 0; axis < modes.dimension() - 1; axis++) {
      int place = axis - modes.dimension();
      half =
          Fft.inverseComplex(
              SpectrumFit.along(half, modes.axis(axis), place, onPoints.at(axis)), place);
    }
    return Fft.inverseReal(
        SpectrumFit.half(half, modes.last(), onPoints.last()), onPoints.last(), -1);
  }

  @Override
  public Tensor singleCoefficients(Tensor values) {
    return coefficients(values).mul(Tensor.of(mask(), modes.arrayShape()).to(values.device()));
  }

  /**
   * 1 for re and im, but 0 for the im of the waves of the last axis that are their own partners.
   */
  private Tensor realLast() {
    double[] keep = new double[2 * modes.last().count()];
    Arrays.fill(keep, 1);
    keep[1] = 0;
    if (points.last() % 2 == 0) {
      keep[keep.length - 1] = 0;
    }
    return constant(() -> Tensor.of(keep, modes.last().count(), 2).to(type));
  }

  private boolean isNyquist(int... waves) {
    for (int a = 0; a < waves.length; a++) {
      if (2 * Math.abs(waves[a]) == points.at(a)) {
        return true;
      }
    }
    return false;
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
