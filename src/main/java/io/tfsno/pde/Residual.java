package io.tfsno.pde;

import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.SingleFields;
import io.tfsno.spectral.Wavenumbers;
import java.util.Arrays;
import java.util.List;

/**
 * How badly one step from u to u' breaks an equation {@code u_t = F(u)}, by Crank-Nicolson in time
 * and Fourier in space:
 *
 * <pre>
 *   r = (u' - u)/dt - (F(u') + F(u))/2         F(u) = Lop u + factor * product(u)
 * </pre>
 *
 * <p>True solutions leave r = O(dt^2). All of r, the linear terms too, is masked to {@code |k| <=
 * N/3} along every axis: products of what these waves hold are free of aliasing there, and the
 * rounding of short waves, which derivatives magnify, is left out. Operators of fourth or higher
 * order magnify it so much that {@code |k| <= N/4} is kept.
 *
 * <p>Differentiable in both states. Its constants are made once, and it owns them; a call never
 * waits for the device.
 */
public final class Residual implements AutoCloseable {
  private final SingleFields grid;
  private final Tensor perStep;
  private final Tables linear;
  private final Nonlinearity nonlinear;
  private final Tables factor;

  /** What multiplies each mode: a table, and one more for each coefficient of a sample's own. */
  private record Tables(Tensor base, List<Tensor> slopes) {
    /**
     * @param coefficients {@code [sample, coefficient]}; of no meaning without slopes
     */
    Tensor at(Tensor coefficients) {
      Tensor sum = base;
      for (int j = 0; j < slopes.size(); j++) {
        long[] shape = new long[base.rank() + 1];
        Arrays.fill(shape, 1);
        shape[0] = coefficients.size(0);
        sum = sum.add(slopes.get(j).mul(coefficients.narrow(1, j, 1).reshape(shape)));
      }
      return sum;
    }
  }

  /**
   * @param box of the fields, which must be periodic
   * @param dt time of one step
   * @param type element type of the fields
   */
  public Residual(Equation equation, Grid box, double dt, DType type, Device device) {
    this(EquationFamily.of(equation), box, dt, type, device);
  }

  /**
   * The same where each sample has coefficients of its own; they must stand in symbols alone, and
   * linearly there.
   */
  public Residual(EquationFamily family, Grid box, double dt, DType type, Device device) {
    Equation any = family.any();
    int share = order(any) >= 4 ? 4 : 3;
    grid = new SingleFields(box, box.points().map(n -> n / share), type, device);
    Wavenumbers waves = grid.wavenumbers();
    perStep = masked(Symbol.real(waves.map(k -> 1 / dt)));
    linear = tables(AffineSymbol.of(family, e -> e.linear(waves)));
    nonlinear = any.nonlinear(grid);
    if (nonlinear != null && !nonlinear.shared() && !family.names().isEmpty()) {
      throw new UserError(
          "an equation whose products do not depend on " + String.join(", ", family.names()),
          any.type().name() + ", whose products may",
          "Fix these coefficients, or leave the physics out.");
    }
    factor =
        nonlinear == null ? null : tables(AffineSymbol.of(family, e -> e.nonlinear(grid).factor()));
  }

  private Tables tables(AffineSymbol symbol) {
    return new Tables(masked(symbol.base()), symbol.slopes().stream().map(this::masked).toList());
  }

  /** The residual of each step, {@code [field, channel, x(, y, z)]} like the states. */
  public Tensor of(Tensor next, Tensor now) {
    return of(next, now, null);
  }

  /**
   * The same with the coefficients of each sample, {@code [field, coefficient]} in the order of the
   * family's names.
   */
  public Tensor of(Tensor next, Tensor now, Tensor coefficients) {
    Tensor v = grid.coefficients(next);
    Tensor before = grid.coefficients(now);
    Tensor mean = rateOf(v, coefficients).add(rateOf(before, coefficients)).mul(0.5);
    return grid.values(v.sub(before).mul(perStep).sub(mean));
  }

  /** F(u), masked. Differentiable. */
  public Tensor rate(Tensor u) {
    return grid.values(rateOf(grid.coefficients(u), null));
  }

  private Tensor rateOf(Tensor v, Tensor coefficients) {
    Tensor rate = v.mul(linear.at(coefficients));
    return nonlinear == null
        ? rate
        : rate.addProduct(nonlinear.product().of(v, 0), factor.at(coefficients));
  }

  private Tensor masked(Symbol symbol) {
    double[] mask = grid.mask();
    double[][] re = new double[symbol.re().length][mask.length];
    double[][] im = new double[symbol.re().length][mask.length];
    for (int c = 0; c < re.length; c++) {
      for (int i = 0; i < mask.length; i++) {
        re[c][i] = mask[i] * symbol.re(c, i);
        im[c][i] = mask[i] * symbol.im(c, i);
      }
    }
    return grid.table(re, im);
  }

  /** The power of k with which the linear part grows at short waves: 2 for diffusion. */
  public static int order(Equation equation) {
    // Waves so short that lower powers of k do not count.
    Grid tiny = Grid.periodic(Points.cube(equation.dimension(), 8), 1e-9);
    Symbol symbol =
        equation.linear(new Wavenumbers(Modes.half(tiny.points().map(n -> 3).perAxis()), tiny));
    double once = Math.hypot(symbol.re(0, 1), symbol.im(0, 1));
    double twice = Math.hypot(symbol.re(0, 2), symbol.im(0, 2));
    return once == 0 ? 0 : (int) Math.round(Math.log(twice / once) / Math.log(2));
  }

  @Override
  public void close() {
    grid.close();
  }
}
