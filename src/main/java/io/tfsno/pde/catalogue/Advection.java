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
 * Advection {@code u_t + c . grad u = 0}, on a line or in the plane: the field moves unchanged with
 * the velocity c. Its symbol is imaginary, so the exact solution is a phase per mode and any step
 * is exact.
 */
record Advection(int dimension, double cx, double cy) implements Equation {
  private static final Parameter C = Parameter.any("c", 1, "velocity");
  private static final Parameter CX = Parameter.any("cx", 1, "velocity along x");
  private static final Parameter CY = Parameter.any("cy", 1, "velocity along y");

  static final EquationType LINE =
      new EquationType(
          "advection1d",
          "u_t + c u_x = 0",
          "the field moves unchanged",
          1,
          List.of("u"),
          List.of(C),
          Map.of(),
          1,
          0.1,
          p -> new Advection(1, p.get("c"), 0));

  static final EquationType PLANE =
      new EquationType(
          "advection2d",
          "u_t + cx u_x + cy u_y = 0",
          "the field moves unchanged",
          2,
          List.of("u"),
          List.of(CX, CY),
          Map.of(),
          1,
          0.1,
          p -> new Advection(2, p.get("cx"), p.get("cy")));

  Advection {
    (dimension == 1 ? C : CX).require(cx);
    CY.require(cy);
  }

  @Override
  public EquationType type() {
    return dimension == 1 ? LINE : PLANE;
  }

  @Override
  public Map<String, Double> parameters() {
    return dimension == 1 ? Map.of("c", cx) : Map.of("cx", cx, "cy", cy);
  }

  @Override
  public Symbol linear(Wavenumbers k) {
    return Symbol.imaginary(k.map((kx, ky) -> -(cx * kx + cy * ky)));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return null;
  }
}
