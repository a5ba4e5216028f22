package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Polynomial;
import io.tfsno.pde.Polynomial.Monomial;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * The Swift-Hohenberg equation {@code u_t = r u - (1 + Lap)^2 u + g u^2 - u^3}, in one to three
 * dimensions.
 *
 * <p>r is the distance from onset, g the quadratic strength. Waves of length 2 pi grow into stripes
 * (small g) or hexagons (larger g). Good values: L = 10 pi, r = 0.7, g = 1.
 */
record SwiftHohenberg(int dimension, double r, double g) implements Equation {
  private static final Parameter ONSET = Parameter.any("r", 0.7, "distance from onset");
  private static final Parameter QUADRATIC = Parameter.any("g", 1, "quadratic strength");

  static final List<EquationType> TYPES = EquationType.inEachDimension(SwiftHohenberg::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "swift_hohenberg%dd".formatted(dimension),
        "u_t = r u - (1 + Lap)^2 u + g u^2 - u^3",
        "waves of length 2 pi grow into stripes or hexagons",
        dimension,
        List.of("u"),
        List.of(ONSET, QUADRATIC),
        Map.of(),
        10 * Math.PI,
        0.05,
        p -> new SwiftHohenberg(dimension, p.get("r"), p.get("g")));
  }

  SwiftHohenberg {
    ONSET.require(r);
    QUADRATIC.require(g);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("r", r, "g", g);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(
        waves.map(
            k -> {
              double detuning = 1 - k.squared();
              return r - detuning * detuning;
            }));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    Polynomial products = Polynomial.of(Monomial.of(g, 0, 0), Monomial.of(-1, 0, 0, 0));
    return Nonlinearity.of(
        Symbol.real(grid.wavenumbers().map(k -> 1)),
        ProductForm.single(List.of(View.of(0)), products),
        1,
        false,
        grid);
  }
}
