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
 * The Kuramoto-Sivashinsky equation {@code u_t + u u_x + u_xx + u_xxxx = 0}.
 *
 * <p>No coefficients: the box length L alone decides. Long waves (k &lt; 1) grow, the nonlinearity
 * hands their energy to short waves, which decay; for L beyond about 22 the result is
 * spatio-temporal chaos. Benchmark E3 uses L = 64, where the largest Lyapunov exponent is 0.086.
 * The mean is conserved.
 */
record KuramotoSivashinsky1d() implements Equation {
  static final EquationType TYPE =
      new EquationType(
          "ks1d",
          "u_t + u u_x + u_xx + u_xxxx = 0",
          "long waves grow into cells that split and merge chaotically",
          1,
          List.of("u"),
          List.of(),
          Map.of(),
          64,
          0.02,
          p -> new KuramotoSivashinsky1d());

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
    return Symbol.real(waves.map(k -> k.x() * k.x() - k.x() * k.x() * k.x() * k.x()));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.imaginary(grid.wavenumbers().map(k -> -k.x() / 2)), ProductForm.power(2), grid);
  }
}
