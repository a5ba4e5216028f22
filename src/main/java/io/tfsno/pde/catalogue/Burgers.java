package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wave;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * Burgers' equation for one field, {@code u_t + u (u_x + u_y + u_z) = nu Lap u}, in one to three
 * dimensions.
 *
 * <p>nu is the viscosity. Humps steepen along (1, 1, 1) into fronts of thickness about nu/|u|,
 * which travel, merge and decay; the mean is conserved and mean(u^2) falls. A field of x+y alone
 * obeys the equation of a line along the diagonal, which gives an exact solution. Benchmark E1 uses
 * L = 1, nu = 0.01/pi, the coefficient of PDEBench's "Nu = 0.01" set; E4 uses L = 1, nu = 0.01. A
 * grid should put several cells into a front.
 */
record Burgers(int dimension, double nu) implements Equation {
  static final List<EquationType> TYPES = EquationType.inEachDimension(Burgers::type);

  private static EquationType type(int dimension) {
    List<String> slopes = List.of("u_x", "u_y", "u_z").subList(0, dimension);
    return new EquationType(
        dimension == 1 ? "burgers1d" : "burgers%dd_scalar".formatted(dimension),
        dimension == 1
            ? "u_t + u u_x = nu u_xx"
            : "u_t + u (%s) = nu Lap u".formatted(String.join(" + ", slopes)),
        dimension == 1
            ? "humps steepen into shocks that merge and decay"
            : "patches steepen along the diagonal into fronts that merge and decay",
        dimension,
        List.of("u"),
        List.of(viscosity(dimension)),
        Map.of(),
        1,
        dimension == 1 ? 0.001 : 0.0015,
        p -> new Burgers(dimension, p.get("nu")));
  }

  private static Parameter viscosity(int dimension) {
    return Parameter.positive(
        "nu", List.of(0.01 / Math.PI, 0.01, 0.02).get(dimension - 1), "viscosity");
  }

  Burgers {
    viscosity(dimension).require(nu);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("nu", nu);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(waves.map(this::diffusion));
  }

  /** On a line in the order of factors that gave the published set E1 its last bits. */
  private double diffusion(Wave k) {
    return dimension == 1 ? -nu * k.x() * k.x() : -nu * k.squared();
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.imaginary(grid.wavenumbers().map(k -> -k.sum() / 2)), ProductForm.power(2), grid);
  }
}
