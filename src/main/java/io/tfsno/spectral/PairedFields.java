package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * Periodic real fields seen from both sides, two at a time: field 2j is the real part and field
 * 2j+1 the imaginary part of one complex field. Linear operators with the symbol of a real
 * operator, and products formed separately in re and im, never mix the two, so a pair evolves as
 * one complex field: one complex transform instead of two real ones, which cost a fifth more.
 *
 * <p>Coefficients are complex {@code [pair, channel, modes...]}, both signs of k; values are real
 * {@code [pair, channel, x(, y), 2]}. For integration in float64, not for learning.
 */
public final class PairedFields implements SpectralGrid {
  private final Modes modes;
  private final Wavenumbers wavenumbers;
  private final int points;
  private final Device device;

  /**
   * @param points grid points per axis on which products are formed
   */
  public PairedFields(int dimension, double length, int points, Device device) {
    this.modes = modes(dimension, points);
    this.wavenumbers = new Wavenumbers(modes, length);
    this.points = points;
    this.device = device;
  }

  public Modes modes() {
    return modes;
  }

  /**
   * The stored modes. A line keeps all waves of the grid. A plane keeps only the columns that the
   * 2/3 rule needs, because that saves a third of the transforms along x; its rows, and all waves
   * of a line, would cost more to cut and paste than they save.
   */
  public static Modes modes(int dimension, int points) {
    if (dimension == 1) {
      return Modes.all(points);
    }
    int largest = largestKeptWave(points);
    return new Modes(2, Modes.Axis.all(points), new Modes.Axis(largest + 1, largest));
  }

  @Override
  public Wavenumbers wavenumbers() {
    return wavenumbers;
  }

  public Device device() {
    return device;
  }

  /** The 2/3 rule: the largest wave number m with {@code m < points/3}. */
  public static int largestKeptWave(int points) {
    return (points + 2) / 3 - 1;
  }

  @Override
  public int largestKeptWave() {
    return largestKeptWave(points);
  }

  /** 1 for the modes that the 2/3 rule keeps along every axis, 0 for the others. */
  public double[] dealiasingMask() {
    return modes.upTo(largestKeptWave());
  }

  /** Values on the grid, real {@code [pair, channel, x(, y), 2]}. */
  @Override
  public Tensor values(Tensor coefficients) {
    if (modes.dimension() == 1) {
      return Fft.inverseComplex(coefficients, -1).asReal();
    }
    Tensor alongX = Fft.inverseComplex(coefficients, -2);
    Tensor padded = fit(alongX, modes.columns(), -1, points);
    alongX.close(); // early, so that its memory is used again while it is in the cache
    Tensor values = Fft.inverseComplex(padded, -1).asReal();
    padded.close();
    return values;
  }

  @Override
  public Tensor coefficients(Tensor values) {
    Tensor alongY = Fft.complex(values.asComplex(), -1);
    if (modes.dimension() == 1) {
      return alongY;
    }
    int negative = modes.columns().negative();
    Tensor kept =
        Tensor.cat(
            -1,
            alongY.narrow(-1, 0, modes.columns().positive()),
            alongY.narrow(-1, points - negative, negative));
    alongY.close();
    Tensor coefficients = Fft.complex(kept, -2);
    kept.close();
    return coefficients;
  }

  /**
   * Packs single fields {@code [field, channel, modes...]} into pairs; an odd last one gets zeros.
   */
  public Tensor pair(Tensor singles) {
    long fields = singles.size(0);
    Tensor even = singles;
    if (fields % 2 == 1) {
      long[] one = singles.shape();
      one[0] = 1;
      even = Tensor.cat(0, singles, Tensor.zeros(DType.COMPLEX128, singles.device(), one));
    }
    long[] shape = even.shape();
    long[] split = new long[shape.length + 1];
    split[0] = shape[0] / 2;
    split[1] = 2;
    System.arraycopy(shape, 1, split, 2, shape.length - 1);
    Tensor pairs = even.view(split);
    Tensor i = Tensor.ofComplex(new double[] {0}, new double[] {1}, 1);
    return pairs.select(1, 0).add(pairs.select(1, 1).mul(i.to(singles.device())));
  }

  /**
   * Values of the single fields {@code [field, channel, x(, y)]} on a grid of any size; modes that
   * it cannot hold below its Nyquist wave number are dropped.
   */
  public Tensor singleValues(Tensor coefficients, int fields, int onPoints) {
    Tensor complex = coefficients;
    if (modes.dimension() == 2) {
      complex = Fft.inverseComplex(fit(complex, modes.rows(), -2, onPoints), -2);
    }
    complex = Fft.inverseComplex(fit(complex, modes.columns(), -1, onPoints), -1);
    Tensor values = complex.asReal();
    int rank = values.rank();
    long[] pairFirst = new long[rank];
    pairFirst[1] = rank - 1;
    for (int i = 2; i < rank; i++) {
      pairFirst[i] = i - 1;
    }
    long[] single = Arrays.copyOf(values.shape(), rank - 1);
    single[0] *= 2;
    return values.permute(pairFirst).reshape(single).narrow(0, 0, fields);
  }

  /** Coefficients {@code [field, channel, modes...]} of single fields on the grid, dealiased. */
  public Tensor singleCoefficients(Tensor values) {
    Tensor zero = Tensor.zeros(DType.FLOAT64, values.device(), values.shape());
    Tensor mask = Tensor.of(dealiasingMask(), modes.shape()).to(values.device());
    return coefficients(Tensor.stack(-1, values, zero)).mul(mask);
  }

  @Override
  public Tensor factor(DoubleBinaryOperator ofKxKy) {
    return Tensor.of(wavenumbers.map(ofKxKy), modes.shape()).to(device);
  }

  @Override
  public Tensor imaginaryFactor(DoubleBinaryOperator... ofKxKy) {
    Tensor[] channels = new Tensor[ofKxKy.length];
    for (int c = 0; c < channels.length; c++) {
      double[] im = wavenumbers.map(ofKxKy[c]);
      channels[c] = Tensor.ofComplex(new double[im.length], im, modes.shape());
    }
    return Tensor.stack(0, channels).to(device);
  }

  /** Both fields of a pair get the source. */
  @Override
  public Tensor source(DoubleBinaryOperator ofKxKy) {
    double[] c = wavenumbers.map(ofKxKy);
    return Tensor.ofComplex(c, c, modes.shape()).to(device);
  }

  /** Cuts or pads stored waves along one axis to a grid's, its Nyquist bin left empty. */
  private Tensor fit(Tensor spectrum, Modes.Axis stored, int axis, int onPoints) {
    int negative = Math.min(stored.negative(), (onPoints - 1) / 2);
    int positive = Math.min(stored.positive(), negative + 1);
    long[] gap = spectrum.shape();
    gap[gap.length + axis] = onPoints - positive - negative;
    return Tensor.cat(
        axis,
        spectrum.narrow(axis, 0, positive),
        Tensor.zeros(DType.COMPLEX128, device, 1).expand(gap),
        spectrum.narrow(axis, stored.count() - negative, negative));
  }
}
