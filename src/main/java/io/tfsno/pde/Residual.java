package io.tfsno.pde;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.SingleFields;
import io.tfsno.spectral.Wavenumbers;

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
  private final Tensor linear;
  private final Nonlinearity nonlinear;
  private final Tensor factor;

  /**
   * @param box of the fields, which must be periodic
   * @param dt time of one step
   * @param type element type of the fields
   */
  public Residual(Equation equation, Grid box, double dt, DType type, Device device) {
    int share = order(equation) >= 4 ? 4 : 3;
    grid = new SingleFields(box, box.points().map(n -> n / share), type, device);
    Wavenumbers waves = grid.wavenumbers();
    perStep = masked(Symbol.real(waves.map(k -> 1 / dt)));
    linear = masked(equation.linear(waves));
    nonlinear = equation.nonlinear(grid);
    factor = nonlinear == null ? null : masked(nonlinear.factor());
  }

  /** The residual of each step, {@code [field, channel, x(, y, z)]} like the states. */
  public Tensor of(Tensor next, Tensor now) {
    Tensor v = grid.coefficients(next);
    Tensor before = grid.coefficients(now);
    Tensor mean = rateOf(v).add(rateOf(before)).mul(0.5);
    return grid.values(v.sub(before).mul(perStep).sub(mean));
  }

  /** F(u), masked. Differentiable. */
  public Tensor rate(Tensor u) {
    return grid.values(rateOf(grid.coefficients(u)));
  }

  private Tensor rateOf(Tensor v) {
    Tensor rate = v.mul(linear);
    return nonlinear == null ? rate : rate.addProduct(nonlinear.product().apply(v), factor);
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
