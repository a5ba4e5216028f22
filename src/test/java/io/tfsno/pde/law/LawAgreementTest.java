package io.tfsno.pde.law;

import static io.tfsno.pde.law.LawRuns.law;
import static io.tfsno.pde.law.LawRuns.run;
import static io.tfsno.pde.law.LawRuns.wave;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.pde.CosineSeries;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Equations;
import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws from a file against the same equations in Java. */
class LawAgreementTest {
  private static final double ROUNDING = 1e-11;

  static List<Arguments> pairs() {
    return List.of(
        Arguments.of(
            "burgers1d",
            Map.of("nu", 0.01),
            "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: nu},"
                + " {kind: advection, coefficient: -1}]}",
            1.0),
        Arguments.of(
            "allen_cahn1d",
            Map.of("D", 1e-4, "r", 1.3),
            "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: D},"
                + " {kind: derivative, order: 0, coefficient: r},"
                + " {kind: cubic, coefficient: -r}]}",
            1.0),
        Arguments.of(
            "ks1d",
            Map.of(),
            "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: -1},"
                + " {kind: derivative, order: 4, coefficient: -1},"
                + " {kind: flux, coefficient: -0.5}]}",
            32.0),
        Arguments.of(
            "kdv1d",
            Map.of(),
            "{dimension: 1, terms: [{kind: derivative, order: 3, coefficient: -1},"
                + " {kind: advection, coefficient: -6}]}",
            32.0),
        Arguments.of(
            "cahn_hilliard2d",
            Map.of("gamma", 1.0),
            "{dimension: 2, terms: [{kind: flux, power: 3, order: 2},"
                + " {kind: derivative, order: 2, coefficient: -1},"
                + " {kind: derivative, order: 4, coefficient: -gamma}]}",
            32.0),
        Arguments.of(
            "burgers2d_scalar",
            Map.of("nu", 0.02),
            "{dimension: 2, terms: [{kind: derivative, order: 2, coefficient: nu},"
                + " {kind: advection, coefficient: -1}]}",
            1.0),
        Arguments.of(
            "swift_hohenberg2d",
            Map.of("r", 0.7, "g", 1.1),
            "{dimension: 2, terms: [{kind: derivative, order: 0, coefficient: r},"
                + " {kind: derivative, order: 0, coefficient: -1},"
                + " {kind: derivative, order: 2, coefficient: -2},"
                + " {kind: derivative, order: 4, coefficient: -1},"
                + " {kind: quadratic, coefficient: g}, {kind: cubic, coefficient: -1}]}",
            31.0));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void law_statedInAFile_agreesWithTheCatalogue(
      String name, Map<String, Double> coefficients, String yaml, double length) {
    Equation known = Equations.named(name).create(coefficients);
    int points = known.dimension() == 1 ? 48 : 24;
    Grid grid = Grid.periodic(Points.cube(known.dimension(), points), length);
    Integer[] k = known.dimension() == 1 ? new Integer[] {2} : new Integer[] {1, 2};
    double dt = known.type().dt();

    double[] expected = run(known, grid, 10 * dt, 10, 3, wave(0.1, 0.3, k));
    double[] found = run(law(yaml, coefficients), grid, 10 * dt, 10, 3, wave(0.1, 0.3, k));

    assertThat(found).containsExactly(expected, within(ROUNDING));
  }

  @Test
  void lawOfTwoFields_grayScott_agreesWithTheCatalogue() {
    Equation known = Equations.named("gray_scott1d").create(Map.of());
    String yaml =
        """
        dimension: 1
        fields: [u, v]
        terms:
          - {kind: derivative, field: u, order: 2, coefficient: Du}
          - {kind: derivative, field: v, order: 2, coefficient: Dv}
          - {kind: cubic, field: u, of: [u, v, v], coefficient: -1}
          - {kind: cubic, field: v, of: [v, u, v]}
          - {kind: constant, field: u, coefficient: F}
          - {kind: derivative, field: u, order: 0, coefficient: -F}
          - {kind: derivative, field: v, order: 0, coefficient: -F}
          - {kind: derivative, field: v, order: 0, coefficient: -k}
        """;
    Grid grid = Grid.periodic(Points.of(48), 1);
    CosineSeries[] start = {wave(0.6, 0.2, 2), wave(0.2, 0.1, 3)};

    double[] expected = run(known, grid, 5, 20, 3, start);

    assertThat(run(law(yaml, known.parameters()), grid, 5, 20, 3, start))
        .containsExactly(expected, within(ROUNDING));
  }

  @Test
  void surface_growingByItsSlope_agreesWithTheCatalogueUpToTheMean() {
    Equation known = Equations.named("ks2d").create(Map.of());
    String yaml =
        "{dimension: 2, terms: [{kind: gradient, coefficient: -0.5},"
            + " {kind: derivative, order: 2, coefficient: -1},"
            + " {kind: derivative, order: 4, coefficient: -1}]}";
    Grid grid = Grid.periodic(Points.of(24, 36), 32, 48);

    double[] expected = run(known, grid, 0.1, 10, 5, wave(0, 0.5, 2, 1));
    double[] found = run(law(yaml, Map.of()), grid, 0.1, 10, 5, wave(0, 0.5, 2, 1));

    double drift = found[0] - expected[0];
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i] - drift).isCloseTo(expected[i], within(1e-10));
    }
  }

  /** u_t + v u_x = 0 with v = 2 everywhere moves u by 2 t. */
  @Test
  void fieldCarriedByAnother_thatIsConstant_movesUnchanged() {
    String yaml =
        "{dimension: 1, fields: [u, v], terms: ["
            + "{kind: advection, field: u, by: v, coefficient: -1},"
            + "{kind: derivative, field: v, order: 2, coefficient: 1}]}";
    Grid grid = Grid.periodic(Points.of(32), 1);

    double[] end = run(law(yaml, Map.of()), grid, 0.125, 40, 2, wave(0, 1, 1), wave(2, 0, 1));

    for (int i = 0; i < 32; i++) {
      double x = i / 32.0 - 0.25;
      assertThat(end[i]).isCloseTo(Math.cos(2 * Math.PI * x + 0.3), within(1e-6));
    }
  }

  /** The same law alone, in a pair, and among others with other coefficients. */
  @ParameterizedTest
  @MethodSource("catalogue")
  void trajectory_amongOthersOfOtherLaws_isWhatItIsAlone(String name) {
    var type = Equations.named(name);
    int points = type.dimension() == 3 ? 12 : 24;
    Grid grid = Grid.periodic(Points.cube(type.dimension(), points), type.length());
    List<CosineSeries> start = new ArrayList<>();
    for (int c = 0; c < type.fields().size(); c++) {
      Integer[] k = new Integer[type.dimension()];
      Arrays.fill(k, 1 + c % 2);
      start.add(wave(0.3, 0.1, k));
    }
    List<Equation> laws = new ArrayList<>();
    for (double scale : new double[] {1, 1.5, 2}) {
      Map<String, Double> coefficients = new LinkedHashMap<>();
      type.parameters()
          .forEach(
              p -> coefficients.put(p.name(), p.name().equals("n") ? 2 : p.standard() * scale));
      laws.add(type.create(coefficients));
    }
    double interval = 4 * type.dt();

    double[] together = run(Laws.each(laws), grid, interval, 4, 3, start, 3);

    int size = together.length / 3;
    for (int i = 0; i < 3; i++) {
      double[] alone = run(Laws.common(laws.get(i)), grid, interval, 4, 3, start, 1);
      double[] part = Arrays.copyOfRange(together, i * size, (i + 1) * size);
      assertThat(part).containsExactly(alone, within(1e-11));
    }
  }

  static List<String> catalogue() {
    return Equations.all().stream().map(t -> t.name()).toList();
  }
}
