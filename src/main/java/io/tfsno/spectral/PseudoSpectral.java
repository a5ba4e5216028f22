package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;
import java.util.function.DoubleBinaryOperator;

/**
 * A periodic box seen from both sides: values on a grid of {@code points} per axis, coefficients on
 * a truncated mode set. Truncation is the dealiasing mask: a mode that is not stored is zero.
 * Arrays are {@code [..., x]} or {@code [..., x, y]}; both directions are differentiable.
 */
public final class PseudoSpectral {
  private final Modes modes;
  private final Wavenumbers wavenumbers;
  private final int points;
  private final DType real;
  private final Device device;

  /**
   * @param points grid points per axis on the physical side
   * @param modes the modes kept; none may reach the Nyquist wave number of the grid
   * @param real FLOAT64 for solvers, FLOAT32 for networks
   */
  public PseudoSpectral(Modes modes, double length, int points, DType real, Device device) {
    if (2 * (modes.columns() - 1) >= points || 2 * (modes.positiveRows() - 1) >= points) {
      throw new IllegalArgumentException(
          "modes up to %d do not fit on %d points".formatted(modes.columns() - 1, points));
    }
    this.modes = modes;
    this.wavenumbers = new Wavenumbers(modes, length);
    this.points = points;
    this.real = real;
    this.device = device;
  }

  public Modes modes() {
    return modes;
  }

  public Wavenumbers wavenumbers() {
    return wavenumbers;
  }

  public Device device() {
    return device;
  }

  /** Field values on this grid from coefficients. */
  public Tensor values(Tensor coefficients) {
    return values(coefficients, points);
  }

  /** Field values on a grid of another size; modes that it cannot hold are dropped. */
  public Tensor values(Tensor coefficients, int onPoints) {
    int held = Math.min(modes.columns(), (onPoints + 1) / 2);
    if (modes.dimension() == 1) {
      return Fft.inverseReal(coefficients.narrow(-1, 0, held), onPoints, -1);
    }
    Tensor columns = coefficients.narrow(-1, 0, held);
    int positive = Math.min(modes.positiveRows(), (onPoints + 1) / 2);
    int negative = Math.min(modes.negativeRows(), (onPoints - 1) / 2);
    long[] gap = columns.shape();
    gap[gap.length - 2] = (long) onPoints - positive - negative;
    Tensor spectrum =
        Tensor.cat(
            -2,
            columns.narrow(-2, 0, positive),
            Tensor.zeros(columns.type(), device, gap),
            columns.narrow(-2, modes.rows() - negative, negative));
    return Fft.inverseReal(Fft.inverseComplex(spectrum, -2), onPoints, -1);
  }

  /**
   * Coefficients of a field given on this grid, truncated to the mode set. A view where it can be.
   */
  public Tensor coefficients(Tensor values) {
    Tensor half = Fft.real(values, -1).narrow(-1, 0, modes.columns());
    if (modes.dimension() == 1) {
      return half;
    }
    Tensor full = Fft.complex(half, -2);
    return Tensor.cat(
        -2,
        full.narrow(-2, 0, modes.positiveRows()),
        full.narrow(-2, full.size(-2) - modes.negativeRows(), modes.negativeRows()));
  }

  /** A real factor for each mode, shaped like the coefficients. */
  public Tensor factor(DoubleBinaryOperator ofKxKy) {
    return Tensor.of(wavenumbers.map(ofKxKy), modes.shape()).to(real).to(device);
  }

  /** {@link #factor} as complex numbers: for terms that are added to coefficients. */
  public Tensor complexFactor(DoubleBinaryOperator ofKxKy) {
    double[] re = wavenumbers.map(ofKxKy);
    return complex(re, new double[re.length]);
  }

  /** A purely imaginary factor {@code i f(kx, ky)} for each mode, shaped like the coefficients. */
  public Tensor imaginaryFactor(DoubleBinaryOperator ofKxKy) {
    double[] im = wavenumbers.map(ofKxKy);
    return complex(new double[im.length], im);
  }

  private Tensor complex(double[] re, double[] im) {
    DType type = real == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return Tensor.ofComplex(re, im, modes.shape()).to(type).to(device);
  }
}
