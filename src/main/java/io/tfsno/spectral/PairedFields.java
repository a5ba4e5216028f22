package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Periodic real fields seen from both sides, two at a time: field 2j is the real part and field
 * 2j+1 the imaginary part of one complex field. Linear operators with the symbol of a real
 * operator, and products formed separately in re and im, never mix the two, so a pair evolves as
 * one complex field: one complex transform instead of two real ones, which cost a fifth more.
 *
 * <p>Coefficients are complex {@code [pair, channel, modes...]}, both signs of k; values are real
 * {@code [pair, channel, x(, y, z), 2]}. For integration in float64, not for learning.
 */
public final class PairedFields implements PackedGrid {
  private final Modes modes;
  private final Wavenumbers wavenumbers;
  private final Points points;
  private final Device device;

  /**
   * @param grid on which products are formed
   */
  public PairedFields(Grid grid, Device device) {
    this.points = grid.points();
    this.modes = modes(points);
    this.wavenumbers = new Wavenumbers(modes, grid);
    this.device = device;
  }

  @Override
  public Modes modes() {
    return modes;
  }

  /**
   * The stored modes. A line keeps all waves of the grid. In more dimensions only those waves along
   * the last axis are kept that the 2/3 rule needs, because that saves a third of the transforms
   * along the other axes; these, and all waves of a line, would cost more to cut and paste than
   * they save.
   */
  public static Modes modes(Points points) {
    Modes all = Modes.all(points);
    if (points.dimension() == 1) {
      return all;
    }
    int largest = Dealiasing.largestWave(points.last());
    return all.withLast(new Modes.Axis(largest + 1, largest));
  }

  @Override
  public Wavenumbers wavenumbers() {
    return wavenumbers;
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public int largestKeptWave(int axis) {
    return Dealiasing.largestWave(points.at(axis));
  }

  /** Values on the grid, real {@code [pair, channel, x(, y, z), 2]}. */
  @Override
  public Tensor values(Tensor coefficients) {
    Tensor spectrum = coefficients;
    for (int axis = modes.dimension(); axis > 1; axis--) {
      spectrum = freeing(spectrum, coefficients, Fft.inverseComplex(spectrum, -axis));
    }
    if (modes.dimension() > 1) {
      spectrum =
          freeing(
              spectrum, coefficients, SpectrumFit.along(spectrum, modes.last(), -1, points.last()));
    }
    return freeing(spectrum, coefficients, Fft.inverseComplex(spectrum, -1)).asReal();
  }

  @Override
  public Tensor coefficients(Tensor values) {
    Tensor complex = values.asComplex();
    Tensor spectrum = Fft.complex(complex, -1);
    if (modes.dimension() == 1) {
      return spectrum;
    }
    int negative = modes.last().negative();
    Tensor kept =
        Tensor.cat(
            -1,
            spectrum.narrow(-1, 0, modes.last().positive()),
            spectrum.narrow(-1, points.last() - negative, negative));
    spectrum.close();
    for (int axis = 2; axis <= modes.dimension(); axis++) {
      kept = freeing(kept, complex, Fft.complex(kept, -axis));
    }
    return kept;
  }

  /** Frees a step early, so that its memory is used again while it is in the cache. */
  private static Tensor freeing(Tensor step, Tensor input, Tensor next) {
    if (step != input) {
      step.close();
    }
    return next;
  }

  @Override
  public Tensor pack(Tensor singles) {
    return pair(singles);
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

  @Override
  public Tensor singleValues(Tensor coefficients, int fields, Points onPoints) {
    Tensor complex = coefficients;
    for (int axis = 0; axis < modes.dimension(); axis++) {
      int place = axis - modes.dimension();
      complex =
          Fft.inverseComplex(
              SpectrumFit.along(complex, modes.axis(axis), place, onPoints.at(axis)), place);
    }
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

  @Override
  public Tensor singleCoefficients(Tensor values) {
    Tensor zero = Tensor.zeros(DType.FLOAT64, values.device(), values.shape());
    Tensor mask = Tensor.of(mask(), modes.arrayShape()).to(values.device());
    return coefficients(Tensor.stack(-1, values, zero)).mul(mask);
  }

  @Override
  public Tensor factor(ToDoubleFunction<Wave> ofWave) {
    return Tensor.of(wavenumbers.map(ofWave), modes.arrayShape()).to(device);
  }

  @Override
  public Tensor imaginaryFactors(List<ToDoubleFunction<Wave>> ofWave) {
    Tensor[] channels = new Tensor[ofWave.size()];
    for (int c = 0; c < channels.length; c++) {
      double[] im = wavenumbers.map(ofWave.get(c));
      channels[c] = Tensor.ofComplex(new double[im.length], im, modes.arrayShape());
    }
    return Tensor.stack(0, channels).to(device);
  }

  /** Both fields of a pair get the source. */
  @Override
  public Tensor source(ToDoubleFunction<Wave> ofWave) {
    double[] c = wavenumbers.map(ofWave);
    return Tensor.ofComplex(c, c, modes.arrayShape()).to(device);
  }

  @Override
  public Tensor table(double[][] re, double[][] im) {
    return rows(re, im);
  }

  /** Both fields of a pair get each of them: c becomes (1 + i) c. */
  @Override
  public Tensor sources(double[][] re, double[][] im) {
    double[][] bothRe = new double[re.length][modes.count()];
    double[][] bothIm = new double[re.length][modes.count()];
    for (int row = 0; row < re.length; row++) {
      for (int i = 0; i < modes.count(); i++) {
        bothRe[row][i] = re[row][i] - im[row][i];
        bothIm[row][i] = re[row][i] + im[row][i];
      }
    }
    return rows(bothRe, bothIm);
  }

  private Tensor rows(double[][] re, double[][] im) {
    Tensor[] rows = new Tensor[re.length];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Tensor.ofComplex(re[row], im[row], modes.arrayShape());
    }
    return Tensor.stack(0, rows).to(device);
  }
}
