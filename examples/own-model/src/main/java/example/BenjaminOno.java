package example;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * The Benjamin-Ono equation with damping, {@code u_t + u u_x + H u_xx = nu u_xx}, for long waves in
 * deep stratified water. H is the Hilbert transform, the multiplier {@code -i sign(k)}; nu damps.
 * Without damping, pulses travel and keep their shape. Good values: L = 20, nu = 0.01.
 */
public final class BenjaminOno implements Equations.Provider {
  private static final Parameter DAMPING = Parameter.nonNegative("nu", 0.01, "damping");

  private static final EquationType TYPE =
      new EquationType(
          "benjamin_ono1d",
          "u_t + u u_x + H u_xx = nu u_xx",
          "pulses travel, pass through each other and fade",
          1,
          List.of("u"),
          List.of(DAMPING),
          Map.of(),
          20,
          1e-3,
          p -> new Law(p.get("nu")));

  @Override
  public List<EquationType> types() {
    return List.of(TYPE);
  }

  /** One equation of this type, with its coefficient. */
  private record Law(double nu) implements Equation {
    private Law {
      DAMPING.require(nu);
    }

    @Override
    public EquationType type() {
      return TYPE;
    }

    @Override
    public Map<String, Double> parameters() {
      return Map.of("nu", nu);
    }

    /** What is linear, wave by wave: {@code -nu k^2 - i k |k|}. */
    @Override
    public Symbol linear(Wavenumbers waves) {
      return new Symbol(
          new double[][] {waves.map(k -> -nu * k.squared())},
          new double[][] {waves.map(k -> -k.x() * Math.abs(k.x()))});
    }

    /** What is not: {@code -u u_x = -(i k / 2) F(u^2)}. */
    @Override
    public Nonlinearity nonlinear(SpectralGrid grid) {
      return Nonlinearity.shared(
          Symbol.imaginary(grid.wavenumbers().map(k -> -0.5 * k.x())),
          v -> grid.coefficients(grid.values(v).squareInPlace()));
    }
  }
}
