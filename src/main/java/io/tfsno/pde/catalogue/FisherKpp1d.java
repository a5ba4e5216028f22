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
 * The Fisher-KPP equation {@code u_t = D u_xx + r u (1 - u)}.
 *
 * <p>D is the diffusivity, r the growth rate. u = 0 is unstable and u = 1 stable; fronts invade at
 * the speed 2 sqrt(D r). Meant for 0 &lt;= u0 &lt;= 1: negative values run away. Good values: L =
 * 1, D = 1e-4, r = 1.
 */
record FisherKpp1d(double D, double r) implements Equation {
  private static final Parameter DIFFUSIVITY = Parameter.positive("D", 1e-4, "diffusivity");
  private static final Parameter RATE = Parameter.positive("r", 1, "growth rate");

  static final EquationType TYPE =
      new EquationType(
          "fisher_kpp1d",
          "u_t = D u_xx + r u (1 - u)",
          "fronts invade the empty state at speed 2 sqrt(D r)",
          1,
          List.of("u"),
          List.of(DIFFUSIVITY, RATE),
          Map.of(),
          1,
          0.02,
          p -> new FisherKpp1d(p.get("D"), p.get("r")));

  FisherKpp1d {
    DIFFUSIVITY.require(D);
    RATE.require(r);
  }

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("D", D, "r", r);
  }

  @Override
  public Symbol linear(Wavenumbers k) {
    return Symbol.real(k.map((kx, ky) -> r - D * kx * kx));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return new Nonlinearity(
        Symbol.real(grid.wavenumbers().map((kx, ky) -> -r)),
        v -> grid.coefficients(grid.values(v).squareInPlace()));
  }
}
