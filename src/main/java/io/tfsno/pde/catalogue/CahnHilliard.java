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
 * The Cahn-Hilliard equation {@code u_t = Lap(u^3 - u - gamma Lap u)}, in one to three dimensions.
 *
 * <p>gamma sets the wall thickness (about sqrt(2 gamma)). A mixture separates into two phases that
 * coarsen slowly; the mean is conserved and the free energy {@code mean(u^4/4 - u^2/2 + gamma |grad
 * u|^2/2)} falls. Good values: L = 32, gamma = 1.
 */
record CahnHilliard(int dimension, double gamma) implements Equation {
  private static final Parameter GAMMA =
      Parameter.positive("gamma", 1, "gradient energy, (wall thickness)^2 / 2");

  static final List<EquationType> TYPES = EquationType.inEachDimension(CahnHilliard::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "cahn_hilliard%dd".formatted(dimension),
        "u_t = Lap(u^3 - u - gamma Lap u)",
        "a mixture separates into two phases that coarsen, its mean conserved",
        dimension,
        List.of("u"),
        List.of(GAMMA),
        Map.of(),
        32,
        0.01,
        p -> new CahnHilliard(dimension, p.get("gamma")));
  }

  CahnHilliard {
    GAMMA.require(gamma);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("gamma", gamma);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(
        waves.map(
            k -> {
              double k2 = k.squared();
              return k2 - gamma * k2 * k2;
            }));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.real(grid.wavenumbers().map(k -> -k.squared())), ProductForm.power(3), grid);
  }
}
