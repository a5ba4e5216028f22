package io.tfsno.pde.solver;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.PackedGrid;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The step's coefficients for every channel and mode, as tensors shaped like what they multiply:
 * {@code [channel, modes..., 2]} with equal entries for re and im where they are real, complex
 * {@code [channel, modes...]} where they are not, behind an axis for trajectories where each has
 * coefficients of its own. Modes beyond the 2/3 rule get zeros throughout: that is the dealiasing
 * mask, applied to state and products alike at no cost.
 */
final class CoefficientTable {
  private final Symbol symbol;
  private final double h;
  private final PackedGrid grid;
  private final int channels;
  private final double[][][] functions;

  /**
   * @param symbol of one trajectory, which stands for all, or of one after another
   * @param channels of one trajectory
   */
  CoefficientTable(Symbol symbol, int channels, double h, PackedGrid grid) {
    this.symbol = symbol;
    this.h = h;
    this.grid = grid;
    this.channels = channels;
    int rows = symbol.re().length;
    int modes = symbol.re()[0].length;
    functions = new double[rows][modes][];
    Map<Key, double[]> known = ofDistinct(rows, modes);
    for (int c = 0; c < rows; c++) {
      for (int m = 0; m < modes; m++) {
        functions[c][m] = known.get(key(c, m));
      }
    }
  }

  /**
   * Symbols depend on |k| more often than not: a plane of modes has few distinct values. Each is a
   * sum over a circle, and all together can take longer than a GPU's steps, so cores share them.
   */
  private Map<Key, double[]> ofDistinct(int rows, int modes) {
    Set<Key> distinct = new HashSet<>();
    for (int c = 0; c < rows; c++) {
      for (int m = 0; m < modes; m++) {
        distinct.add(key(c, m));
      }
    }
    return distinct.parallelStream()
        .collect(Collectors.toConcurrentMap(z -> z, z -> EtdCoefficients.at(z.re, z.im)));
  }

  private Key key(int channel, int mode) {
    return new Key(h * symbol.re(channel, mode), h * symbol.im(channel, mode));
  }

  /** {@code exp(fraction * h * Lop)}. */
  Tensor exponential(double fraction) {
    return tensor(
        symbol.isReal(),
        (c, m) -> {
          double magnitude = Math.exp(fraction * h * symbol.re(c, m));
          double angle = fraction * h * symbol.im(c, m);
          return new double[] {magnitude * Math.cos(angle), magnitude * Math.sin(angle)};
        });
  }

  /** {@code exp(fraction * h * Lop) - 1}, without cancellation near 0. */
  Tensor exponentialMinusOne(double fraction) {
    return tensor(
        symbol.isReal(),
        (c, m) -> {
          double growth = Math.expm1(fraction * h * symbol.re(c, m));
          double angle = fraction * h * symbol.im(c, m);
          double sine = Math.sin(angle / 2);
          // e^(x+iy) - 1 = (e^x - 1) cos y - 2 sin^2(y/2) + i e^x sin y
          return new double[] {
            growth * Math.cos(angle) - 2 * sine * sine, (growth + 1) * Math.sin(angle)
          };
        });
  }

  /** {@code h * factor(k)} times one of the functions of {@link EtdCoefficients}. */
  Tensor function(int which, Symbol factor) {
    return tensor(
        symbol.isReal() && factor.isReal(),
        (c, m) -> {
          double re = h * functions[c][m][2 * which];
          double im = symbol.isReal() ? 0 : h * functions[c][m][2 * which + 1];
          double fr = factor.re(c, m);
          double fi = factor.im(c, m);
          return new double[] {re * fr - im * fi, re * fi + im * fr};
        });
  }

  private record Key(double re, double im) {}

  private interface ComplexValue {
    double[] at(int channel, int mode);
  }

  private Tensor tensor(boolean real, ComplexValue value) {
    int rows = functions.length;
    int modes = functions[0].length;
    double[] mask = grid.mask();
    double[] pairs = new double[2 * rows * modes];
    for (int c = 0; c < rows; c++) {
      for (int m = 0; m < modes; m++) {
        double[] z = value.at(c, m);
        int i = 2 * (c * modes + m);
        pairs[i] = mask[m] * z[0];
        pairs[i + 1] = mask[m] * (real ? z[0] : z[1]);
      }
    }
    Tensor table = Tensor.of(pairs, shape()).to(grid.device());
    return real ? table : table.asComplex();
  }

  private long[] shape() {
    long[] inner = grid.modes().arrayShape();
    int trajectories = functions.length / channels;
    int lead = trajectories == 1 ? 1 : 2;
    long[] shape = new long[lead + inner.length + 1];
    shape[0] = trajectories;
    shape[lead - 1] = channels;
    System.arraycopy(inner, 0, shape, lead, inner.length);
    shape[shape.length - 1] = 2;
    return shape;
  }
}
