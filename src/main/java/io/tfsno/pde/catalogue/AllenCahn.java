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
 * The Allen-Cahn equation {@code u_t = D Lap u + r (u - u^3)}, in one to three dimensions.
 *
 * <p>D is the diffusivity, r the reaction rate. Small noise grows, separates into domains of u = +1
 * and u = -1 with walls of thickness about 2 sqrt(2 D/r), and coarsens: on a line kinks annihilate,
 * in more dimensions walls move by their curvature: a disc loses area at the rate 2 pi D, a ball
 * shrinks as {@code R^2 = R0^2 - 4 D t}. Benchmark E2 uses L = 1, D = 5e-5; E5 uses L = 1, D =
 * 4e-4; r = 1 in both.
 */
record AllenCahn(int dimension, double D, double r) implements Equation {
  private static final Parameter RATE = Parameter.positive("r", 1, "reaction rate");

  static final List<EquationType> TYPES = EquationType.inEachDimension(AllenCahn::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "allen_cahn%dd".formatted(dimension),
        "u_t = D Lap u + r (u - u^3)",
        dimension == 1
            ? "noise separates into domains of +1 and -1 whose walls annihilate"
            : "noise separates into domains that coarsen by the curvature of their walls",
        dimension,
        List.of("u"),
        List.of(diffusivity(dimension), RATE),
        Map.of(),
        1,
        dimension == 1 ? 0.03 : 0.0125,
        p -> new AllenCahn(dimension, p.get("D"), p.get("r")));
  }

  /** Good for walls of a few cells on the grids that are usual in each dimension. */
  private static Parameter diffusivity(int dimension) {
    return Parameter.positive("D", List.of(5e-5, 4e-4, 1.6e-3).get(dimension - 1), "diffusivity");
  }

  AllenCahn {
    diffusivity(dimension).require(D);
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
        Symbol.real(grid.wavenumbers().map(k -> -r)), ProductForm.power(3), grid);
  }
}
