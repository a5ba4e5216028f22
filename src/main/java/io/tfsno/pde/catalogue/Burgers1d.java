package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * Burgers' equation {@code u_t + u u_x = nu u_xx}.
 *
 * <p>nu is the viscosity. Humps steepen into shocks of thickness about nu/|u|, which travel, merge
 * and decay; the mean is conserved and mean(u^2) falls. Benchmark E1 uses L = 1, nu = 0.01/pi, the
 * coefficient of PDEBench's "Nu = 0.01" set; a grid should put several cells into a shock.
 */
record Burgers1d(double nu) implements Equation {
  private static final Parameter NU = Parameter.positive("nu", 0.01 / Math.PI, "viscosity");

  static final EquationType TYPE =
      new EquationType(
          "burgers1d",
          "u_t + u u_x = nu u_xx",
          "humps steepen into shocks that merge and decay",
          1,
          List.of("u"),
          List.of(NU),
          Map.of(),
          1,
          0.001,
          p -> new Burgers1d(p.get("nu")));

  Burgers1d {
    NU.require(nu);
  }

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("nu", nu);
  }

  @Override
  public Symbol linear(Wavenumbers k) {
    return Symbol.real(k.map((kx, ky) -> -nu * kx * kx));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return new Nonlinearity(
        Symbol.imaginary(grid.wavenumbers().map((kx, ky) -> -kx / 2)),
        v -> grid.coefficients(grid.values(v).squareInPlace()));
  }
}
