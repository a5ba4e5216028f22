package io.tfsno.pde.catalogue;

import io.tfsno.engine.Tensor;
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
 * Incompressible flow in the plane as vorticity, {@code w_t + a w_x + b w_y = nu Lap w}.
 *
 * <p>The velocity (a, b) follows from the vorticity: {@code -Lap psi = w, a = psi_y, b = -psi_x}.
 * nu is the viscosity and Re = 1/nu. Without forcing, small vortices merge into a few large ones
 * while energy and enstrophy decay. Benchmark E6 uses L = 2 pi and Re = 1000 or 500. With nu = 0
 * both invariants are conserved, which a test uses.
 */
record NavierStokes2d(double nu) implements Equation {
  private static final Parameter NU = Parameter.nonNegative("nu", 1e-3, "viscosity, 1/Re");

  static final EquationType TYPE =
      new EquationType(
          "navier_stokes2d",
          "w_t + a w_x + b w_y = nu Lap w,  -Lap psi = w,  a = psi_y,  b = -psi_x",
          "many small vortices merge into a few large ones",
          2,
          List.of("w"),
          List.of(NU),
          Map.of("Re", "nu"),
          2 * Math.PI,
          0.04,
          p -> new NavierStokes2d(p.get("nu")));

  NavierStokes2d {
    NU.require(nu);
  }

  @Override
  public EquationType type() {
    return TYPE;
  }

  @Override
  public Map<String, Double> parameters() {
    return nu == 0 ? Map.of("nu", nu) : Map.of("nu", nu, "Re", 1 / nu);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(waves.map(k -> -nu * k.squared()));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    return Nonlinearity.shared(
        Symbol.real(grid.wavenumbers().map(k -> 1)), VorticityTransport.FORM, grid);
  }

  @Override
  public Tensor allowed(Tensor state, SpectralGrid grid) {
    return VorticityTransport.withoutMean(state, grid);
  }
}
