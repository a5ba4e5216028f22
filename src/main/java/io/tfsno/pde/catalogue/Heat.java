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
 * The heat equation {@code u_t = D Lap u}, in one to three dimensions. D is the diffusivity; every
 * mode decays as exp(-D k^2 t), so any step is exact.
 */
record Heat(int dimension, double D) implements Equation {
  private static final Parameter DIFFUSIVITY = Parameter.positive("D", 0.01, "diffusivity");

  static final List<EquationType> TYPES = EquationType.inEachDimension(Heat::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "heat%dd".formatted(dimension),
        "u_t = D Lap u",
        "every mode decays as exp(-D k^2 t)",
        dimension,
        List.of("u"),
        List.of(DIFFUSIVITY),
        Map.of(),
        1,
        0.1,
        p -> new Heat(dimension, p.get("D")));
  }

  Heat {
    DIFFUSIVITY.require(D);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("D", D);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(waves.map(k -> -D * k.squared()));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return null;
  }
}
