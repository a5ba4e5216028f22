package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Polynomial;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The Kuramoto-Sivashinsky equation for a surface over two or three dimensions, {@code u_t + |grad
 * u|^2 / 2 + Lap u + Lap^2 u = 0}.
 *
 * <p>No coefficients. On a line its slope obeys {@link KuramotoSivashinsky1d}. Cells of width about
 * 2 pi sqrt(2) form and move chaotically. The mean only drifts and feeds back on nothing, so it is
 * frozen at its initial value. Good values: L = 32, dt = 0.01.
 */
record KuramotoSivashinskySurface(int dimension) implements Equation {
  static final List<EquationType> TYPES = List.of(type(2), type(3));

  private static EquationType type(int dimension) {
    return new EquationType(
        "ks%dd".formatted(dimension),
        "u_t + |grad u|^2 / 2 + Lap u + Lap^2 u = 0  (mean frozen)",
        "a surface of cells that move chaotically",
        dimension,
        List.of("u"),
        List.of(),
        Map.of(),
        32,
        0.01,
        p -> new KuramotoSivashinskySurface(dimension));
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 2);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of();
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(
        waves.map(
            k -> {
              double k2 = k.squared();
              return k2 - k2 * k2;
            }));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    List<View> gradient =
        IntStream.range(0, dimension).mapToObj(axis -> View.imaginary(0, k -> k.k(axis))).toList();
    return Nonlinearity.shared(
        Symbol.real(grid.wavenumbers().map(k -> k.isZero() ? 0 : -0.5)),
        ProductForm.single(gradient, Polynomial.sumOfSquares(dimension)),
        grid);
  }
}
