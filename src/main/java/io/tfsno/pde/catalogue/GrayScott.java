package io.tfsno.pde.catalogue;

import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Nonlinearity;
import io.tfsno.pde.Parameter;
import io.tfsno.pde.Polynomial;
import io.tfsno.pde.Polynomial.Monomial;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.Share;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.pde.Symbol;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wavenumbers;
import java.util.List;
import java.util.Map;

/**
 * The Gray-Scott reaction {@code u_t = Du Lap u - u v^2 + F (1 - u)}, {@code v_t = Dv Lap v + u v^2
 * - (F + k) v}, in one to three dimensions.
 *
 * <p>Two channels: the feed u and the autocatalyst v; Du, Dv their diffusivities, F the feed rate,
 * k the kill rate. Spots grow, split and fill the box, or form stripes, depending on F and k. Good
 * values: L = 1, Du = 2e-5, Dv = 1e-5, F = 0.04, k = 0.06, at least 128 stored points, dt = 0.25.
 */
record GrayScott(int dimension, double Du, double Dv, double F, double k) implements Equation {
  private static final Parameter DU = Parameter.positive("Du", 2e-5, "diffusivity of u");
  private static final Parameter DV = Parameter.positive("Dv", 1e-5, "diffusivity of v");
  private static final Parameter FEED = Parameter.positive("F", 0.04, "feed rate");
  private static final Parameter KILL = Parameter.positive("k", 0.06, "kill rate");

  static final List<EquationType> TYPES = EquationType.inEachDimension(GrayScott::type);

  private static EquationType type(int dimension) {
    return new EquationType(
        "gray_scott%dd".formatted(dimension),
        "u_t = Du Lap u - u v^2 + F (1 - u),  v_t = Dv Lap v + u v^2 - (F + k) v",
        "spots grow, split and fill the box",
        dimension,
        List.of("u", "v"),
        List.of(DU, DV, FEED, KILL),
        Map.of(),
        1,
        0.25,
        p -> new GrayScott(dimension, p.get("Du"), p.get("Dv"), p.get("F"), p.get("k")));
  }

  GrayScott {
    DU.require(Du);
    DV.require(Dv);
    FEED.require(F);
    KILL.require(k);
  }

  @Override
  public EquationType type() {
    return TYPES.get(dimension - 1);
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("Du", Du, "Dv", Dv, "F", F, "k", k);
  }

  @Override
  public Symbol linear(Wavenumbers waves) {
    return Symbol.real(
        waves.map(m -> -Du * m.squared() - F), waves.map(m -> -Dv * m.squared() - (F + k)));
  }

  @Override
  public Nonlinearity nonlinear(SpectralGrid grid) {
    ProductForm reaction =
        new ProductForm(
            List.of(View.of(0), View.of(1)),
            List.of(Polynomial.of(Monomial.of(1, 1, 1, 0))),
            List.of(new Share(0, 0, null), new Share(1, 0, null)),
            List.of());
    return Nonlinearity.of(
        Symbol.real(grid.wavenumbers().map(m -> -1), grid.wavenumbers().map(m -> 1)),
        reaction.withSource(0, m -> m.isZero() ? -F : 0),
        2,
        false,
        grid);
  }
}
