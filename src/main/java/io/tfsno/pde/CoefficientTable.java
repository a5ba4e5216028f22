package io.tfsno.pde;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PseudoSpectral;

/**
 * The step's coefficients for every channel and mode, as tensors shaped like what they multiply:
 * {@code [channel, modes..., 2]} with equal entries for re and im where the symbol is real, complex
 * {@code [channel, modes...]} where it is not.
 */
final class CoefficientTable {
  private final Symbol symbol;
  private final double h;
  private final PseudoSpectral grid;
  private final double[][][] functions;

  CoefficientTable(Symbol symbol, double h, PseudoSpectral grid) {
    this.symbol = symbol;
    this.h = h;
    this.grid = grid;
    int channels = symbol.re().length;
    int modes = symbol.re()[0].length;
    functions = new double[channels][modes][];
    for (int c = 0; c < channels; c++) {
      for (int m = 0; m < modes; m++) {
        functions[c][m] = EtdCoefficients.at(h * re(c, m), h * im(c, m));
      }
    }
  }

  /** {@code exp(fraction * h * Lop)}. */
  Tensor exponential(double fraction) {
    return tensor(
        (c, m) -> {
          double magnitude = Math.exp(fraction * h * re(c, m));
          double angle = fraction * h * im(c, m);
          return new double[] {magnitude * Math.cos(angle), magnitude * Math.sin(angle)};
        });
  }

  /** {@code factor * h} times one of the functions of {@link EtdCoefficients}. */
  Tensor function(int which, double factor) {
    return tensor(
        (c, m) -> {
          double[] f = functions[c][m];
          return new double[] {factor * h * f[2 * which], factor * h * f[2 * which + 1]};
        });
  }

  private double re(int channel, int mode) {
    return symbol.re()[channel][mode];
  }

  private double im(int channel, int mode) {
    return symbol.isReal() ? 0 : symbol.im()[channel][mode];
  }

  private interface ComplexValue {
    double[] at(int channel, int mode);
  }

  private Tensor tensor(ComplexValue value) {
    int channels = functions.length;
    int modes = functions[0].length;
    double[] pairs = new double[2 * channels * modes];
    for (int c = 0; c < channels; c++) {
      for (int m = 0; m < modes; m++) {
        double[] z = value.at(c, m);
        int i = 2 * (c * modes + m);
        pairs[i] = z[0];
        pairs[i + 1] = symbol.isReal() ? z[0] : z[1];
      }
    }
    long[] inner = grid.modes().shape();
    long[] shape = new long[inner.length + 2];
    shape[0] = channels;
    System.arraycopy(inner, 0, shape, 1, inner.length);
    shape[shape.length - 1] = 2;
    Tensor real = Tensor.of(pairs, shape).to(DType.FLOAT64).to(grid.device());
    return symbol.isReal() ? real : real.asComplex();
  }
}
