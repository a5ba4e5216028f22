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
 * The Allen-Cahn equation {@code u_t = D Lap u + r (u - u^3)}, on a line or in the plane.
 *
 * <p>D is the diffusivity, r the reaction rate. Small noise grows, separates into domains of u = +1
 * and u = -1 with walls of thickness about 2 sqrt(2 D/r), and coarsens: on a line kinks annihilate,
 * in the plane walls move by their curvature, so that a disc loses area at the rate 2 pi D.
 * Benchmark E2 uses L = 1, D = 5e-5; E5 uses L = 1, D = 4e-4; r = 1 in both.
 */
record AllenCahn(int dimension, double D, double r) implements Equation {
  private static final String FORMULA = "u_t = D Lap u + r (u - u^3)";
  private static final Parameter RATE = Parameter.positive("r", 1, "reaction rate");
  private static final Parameter D1 = Parameter.positive("D", 5e-5, "diffusivity");
  private static final Parameter D2 = Parameter.positive("D", 4e-4, "diffusivity");

  static final EquationType LINE =
      new EquationType(
          "allen_cahn1d",
          FORMULA,
          "noise separates into domains of +1 and -1 whose walls annihilate",
          1,
          List.of("u"),
          List.of(D1, RATE),
          Map.of(),
          1,
          0.03,
          p -> new AllenCahn(1, p.get("D"), p.get("r")));

  static final EquationType PLANE =
      new EquationType(
          "allen_cahn2d",
          FORMULA,
          "noise separates into domains that coarsen by the curvature of their walls",
          2,
          List.of("u"),
          List.of(D2, RATE),
          Map.of(),
          1,
          0.0125,
          p -> new AllenCahn(2, p.get("D"), p.get("r")));

  AllenCahn {
    (dimension == 1 ? D1 : D2).require(D);
    RATE.require(r);
  }

  @Override
  public EquationType type() {
    return dimension == 1 ? LINE : PLANE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("D", D, "r", r);
  }

  @Override
  public Symbol linear(Wavenumbers k) {
    return Symbol.real(k.map((kx, ky) -> r - D * (kx * kx + ky * ky)));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return new Nonlinearity(
        Symbol.real(grid.wavenumbers().map((kx, ky) -> -r)),
        v -> grid.coefficients(grid.values(v).cubeInPlace()));
  }
}
