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
 * Incompressible flow in a box as velocity, {@code u_t + div(u u) = -grad p + nu Lap u, div u = 0}.
 *
 * <p>The pressure only keeps the velocity (u, v, w) free of divergence, so it goes away with the
 * {@link LerayProjection} P: {@code u_t = -P div(u u) + nu Lap u} (Canuto, Hussaini, Quarteroni and
 * Zang, Spectral Methods in Fluid Dynamics, 1988, section 7.2). nu is the viscosity and Re = 1/nu.
 * Vortices are stretched and break into smaller ones until viscosity ends them: energy falls by
 * twice nu times the enstrophy, which grows to a peak first. The mean velocity is conserved. An
 * initial state that has divergence is projected. Good values: L = 2 pi, Re = 100 on 32 stored
 * points.
 */
record NavierStokes3d(double nu) implements Equation {
  private static final Parameter NU = Parameter.nonNegative("nu", 0.01, "viscosity, 1/Re");

  static final EquationType TYPE =
      new EquationType(
          "navier_stokes3d",
          "(u, v, w)_t + div(uu) = -grad p + nu Lap (u, v, w),  div (u, v, w) = 0",
          "vortices are stretched, break into smaller ones and decay",
          3,
          List.of("u", "v", "w"),
          List.of(NU),
          Map.of("Re", "nu"),
          2 * Math.PI,
          0.05,
          p -> new NavierStokes3d(p.get("nu")));

  NavierStokes3d {
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
    double[] decay = waves.map(k -> -nu * k.squared());
    return Symbol.real(decay, decay, decay);
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    double[] minus = grid.wavenumbers().map(k -> -1);
    return Nonlinearity.shared(Symbol.real(minus, minus, minus), LerayProjection.ofFluxes(grid));
  }

  @Override
  public Tensor allowed(Tensor state, SpectralGrid grid) {
    return LerayProjection.of(state, grid);
  }
}
