package io.tfsno.pde.catalogue;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * Kolmogorov flow: plane incompressible flow driven by the force {@code A sin(q y)} along x, with
 * {@code q = 2 pi n / L}, and slowed by a linear drag.
 *
 * <p>{@code w_t + a w_x + b w_y = nu Lap w - drag w - A q cos(q y)}. nu is the viscosity, n the
 * number of force waves, A its amplitude. From rest the laminar answer grows as {@code -(A/(nu
 * q))(1 - exp(-nu q^2 t)) cos(q y)} (no drag); at small nu it breaks into sustained turbulence.
 * Good values: L = 2 pi, n = 4, A = 1, drag = 0.1, nu = 0.01.
 */
record Kolmogorov2d(double nu, double drag, double n, double A) implements Equation {
  private static final Parameter NU = Parameter.positive("nu", 0.01, "viscosity");
  private static final Parameter DRAG = Parameter.nonNegative("drag", 0.1, "linear drag rate");
  private static final Parameter WAVES = Parameter.positiveWhole("n", 4, "waves of the force");
  private static final Parameter AMPLITUDE = Parameter.any("A", 1, "amplitude of the force");

  static final EquationType TYPE =
      new EquationType(
          "kolmogorov2d",
          "w_t + a w_x + b w_y = nu Lap w - drag w - A q cos(q y),  q = 2 pi n / L",
          "a forced shear flow that becomes turbulent and stays so",
          2,
          List.of("w"),
          List.of(NU, DRAG, WAVES, AMPLITUDE),
          Map.of(),
          2 * Math.PI,
          0.01,
          p -> new Kolmogorov2d(p.get("nu"), p.get("drag"), p.get("n"), p.get("A")));

  Kolmogorov2d {
    NU.require(nu);
    DRAG.require(drag);
    WAVES.require(n);
    AMPLITUDE.require(A);
  }

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("nu", nu, "drag", drag, "n", n, "A", A);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(waves.map(k -> -nu * k.squared() - drag));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    double q = 2 * Math.PI * n / grid.wavenumbers().grid().axis(1).length();
    if (n > grid.largestKeptWave(1)) {
      throw new UserError(
          "at most %d waves of the force at this resolution".formatted(grid.largestKeptWave(1)),
          Long.toString(Math.round(n)),
          "Lower n or raise resolution.");
    }
    // cos(q y) has the coefficient 1/2 at (0, n) and at (0, -n).
    ProductForm forced =
        VorticityTransport.FORM.withSource(
            0, k -> k.x() == 0 && Math.abs(Math.abs(k.y()) - q) < q / (4 * n) ? -A * q / 2 : 0);
    return Nonlinearity.of(Symbol.real(grid.wavenumbers().map(k -> 1)), forced, 1, false, grid);
  }

  @Override
  public Tensor allowed(Tensor state, SpectralGrid grid) {
    return VorticityTransport.withoutMean(state, grid);
  }
}
