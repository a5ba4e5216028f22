package io.tfsno.pde.catalogue;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * The Kuramoto-Sivashinsky equation for a surface, {@code u_t + |grad u|^2 / 2 + Lap u + Lap^2 u =
 * 0}.
 *
 * <p>No coefficients. Cells of width about 2 pi sqrt(2) form and move chaotically. The mean only
 * drifts and feeds back on nothing, so it is frozen at its initial value. Good values: L = 32, dt =
 * 0.01.
 */
record KuramotoSivashinsky2d() implements Equation {
  static final EquationType TYPE =
      new EquationType(
          "ks2d",
          "u_t + |grad u|^2 / 2 + Lap u + Lap^2 u = 0  (mean frozen)",
          "a surface of cells that move chaotically",
          2,
          List.of("u"),
          List.of(),
          Map.of(),
          32,
          0.01,
          p -> new KuramotoSivashinsky2d());

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of();
  }

  @Override
  public Symbol linear(Wavenumbers k) {
    return Symbol.real(
        k.map(
            (kx, ky) -> {
              double k2 = kx * kx + ky * ky;
              return k2 - k2 * k2;
            }));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    Tensor ikx = grid.imaginaryFactor((kx, ky) -> kx);
    Tensor iky = grid.imaginaryFactor((kx, ky) -> ky);
    return new Nonlinearity(
        Symbol.real(grid.wavenumbers().map((kx, ky) -> kx == 0 && ky == 0 ? 0 : -0.5)),
        v -> {
          Tensor ux = grid.values(v.mul(ikx));
          Tensor uy = grid.values(v.mul(iky));
          return grid.coefficients(ux.square().addProduct(uy, uy));
        });
  }
}
