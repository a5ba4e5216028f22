package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * The Korteweg-de Vries equation {@code u_t + 6 u u_x + u_xxx = 0}.
 *
 * <p>No coefficients. Solitons {@code 2 a^2 sech^2(a (x - 4 a^2 t))} travel, pass through each
 * other and keep their shape; mass and mean(u^2) are conserved. The symbol i k^3 is imaginary, so
 * nothing damps the step's error: good values are L = 32, dt = 5e-4.
 */
record KortewegDeVries1d() implements Equation {
  static final EquationType TYPE =
      new EquationType(
          "kdv1d",
          "u_t + 6 u u_x + u_xxx = 0",
          "solitons travel and pass through each other",
          1,
          List.of("u"),
          List.of(),
          Map.of(),
          32,
          5e-4,
          p -> new KortewegDeVries1d());

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of();
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.imaginary(waves.map(k -> k.x() * k.x() * k.x()));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.imaginary(grid.wavenumbers().map(k -> -3 * k.x())), ProductForm.power(2), grid);
  }
}
