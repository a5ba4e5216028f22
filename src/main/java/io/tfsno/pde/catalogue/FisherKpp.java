package io.tfsno.pde.catalogue;

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
 * The Fisher-KPP equation {@code u_t = D Lap u + r u (1 - u)}, in one to three dimensions.
 *
 * <p>D is the diffusivity, r the growth rate. u = 0 is unstable and u = 1 stable; plane fronts
 * invade at the speed 2 sqrt(D r). Meant for 0 &lt;= u0 &lt;= 1: negative values run away. Good
 * values: L = 1, D = 1e-4, r = 1.
 */
record FisherKpp(int dimension, double D, double r) implements Equation {
  private static final Parameter DIFFUSIVITY = Parameter.positive("D", 1e-4, "diffusivity");
  private static final Parameter RATE = Parameter.positive("r", 1, "growth rate");

  static final List<EquationType> TYPES = EquationType.inEachDimension(FisherKpp::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "fisher_kpp%dd".formatted(dimension),
        "u_t = D Lap u + r u (1 - u)",
        "fronts invade the empty state at speed 2 sqrt(D r)",
        dimension,
        List.of("u"),
        List.of(DIFFUSIVITY, RATE),
        Map.of(),
        1,
        0.02,
        p -> new FisherKpp(dimension, p.get("D"), p.get("r")));
  }

  FisherKpp {
    DIFFUSIVITY.require(D);
    RATE.require(r);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("D", D, "r", r);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(waves.map(k -> r - D * k.squared()));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.real(grid.wavenumbers().map(k -> -r)), ProductForm.power(2), grid);
  }
}
