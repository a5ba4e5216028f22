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
 * Scalar Burgers' equation in the plane, {@code u_t + u u_x + u u_y = nu Lap u}.
 *
 * <p>nu is the viscosity. Patches steepen along the direction (1, 1) into curved fronts that merge
 * and decay; the mean is conserved. Benchmark E4 uses L = 1, nu = 0.01. A field of x+y alone obeys
 * the 1D equation along the diagonal, which gives an exact solution.
 */
record Burgers2dScalar(double nu) implements Equation {
  private static final Parameter NU = Parameter.positive("nu", 0.01, "viscosity");

  static final EquationType TYPE =
      new EquationType(
          "burgers2d_scalar",
          "u_t + u u_x + u u_y = nu Lap u",
          "patches steepen along (1,1) into fronts that merge and decay",
          2,
          List.of("u"),
          List.of(NU),
          Map.of(),
          1,
          0.0015,
          p -> new Burgers2dScalar(p.get("nu")));

  Burgers2dScalar {
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
    return Symbol.real(k.map((kx, ky) -> -nu * (kx * kx + ky * ky)));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return new Nonlinearity(
        Symbol.imaginary(grid.wavenumbers().map((kx, ky) -> -(kx + ky) / 2)),
        v -> grid.coefficients(grid.values(v).squareInPlace()));
  }
}
