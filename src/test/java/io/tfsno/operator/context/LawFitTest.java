package io.tfsno.operator.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Laws whose solutions are known in closed form are recognised by their coefficients. */
@ExtendWith(PerTestScope.class)
class LawFitTest {
  private static final int POINTS = 64;

  /** The unit of wave numbers: a quarter of the points, along the longest axis. */
  private static final double UNIT = POINTS / 4.0;

  private static final double STEP = 0.01;
  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    constants.close();
  }

  @FunctionalInterface
  private interface Solution {
    double at(double x, double y, double t);
  }

  private static List<Tensor> states(int count, Solution u, Points points, double... lengths) {
    List<Tensor> all = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      double[] values = new double[points.cells()];
      for (int i = 0; i < values.length; i++) {
        int n = points.last();
        double last = lengths[lengths.length - 1] * (i % n) / n;
        double first = points.dimension() == 1 ? 0 : lengths[0] * (i / n) / points.at(0);
        values[i] = points.dimension() == 1 ? u.at(last, 0, s * STEP) : u.at(first, last, s * STEP);
      }
      all.add(Tensor.of(values, points.shape(1, 1)).to(DType.FLOAT32));
    }
    return all;
  }

  private Map<String, Double> found(
      ContextFeature feature, List<Tensor> states, Points points, double... lengths) {
    ContextSpec spec = ContextSpec.defaults().withStates(states.size()).withFeatures(feature);
    Grid grid = Grid.periodic(points, lengths);
    double[] numbers = new ContextEncoder(spec, grid, constants).of(states).toDoubles();
    List<String> names = LawTerms.names(points.dimension());
    assertThat(numbers).hasSize(names.size());
    Map<String, Double> all = new HashMap<>();
    for (int i = 0; i < numbers.length; i++) {
      all.put(names.get(i), numbers[i]);
    }
    return all;
  }

  /** A few waves that fade by {@code nu k^2} and drift with speed c. */
  private static Solution drifting(double nu, double c, double length) {
    double w = 2 * Math.PI / length;
    return (x, y, t) -> {
      double sum = 0;
      for (int k = 1; k <= 6; k++) {
        double fade = Math.exp(-nu * w * w * k * k * t);
        sum += fade * Math.cos(w * k * (x - c * t) + k * k) / Math.sqrt(k);
      }
      return sum;
    };
  }

  @Test
  void law_ofWavesThatFadeAndDrift_isTheirViscosityAndSpeed() {
    double length = 3;
    double w = 2 * Math.PI / length;
    Points points = Points.of(POINTS);
    for (double c : new double[] {-0.7, 0.4}) {
      Map<String, Double> law =
          found(
              ContextFeature.LAW,
              states(6, drifting(0.2, c, length), points, length),
              points,
              length);
      // Simpson's rule errs by (w k c dt)^4 / 180, below 1e-7 here; states are float32.
      assertThat(law.get("lap u")).isCloseTo(0.2 * w * w * STEP * UNIT * UNIT, within(2e-3));
      assertThat(law.get("u_x")).isCloseTo(-c * w * STEP * UNIT, within(2e-3));
      assertThat(law).containsEntry("u u_x", 0.0).containsEntry("u", 0.0);
    }
  }

  /** By Cole and Hopf: {@code u = -2 nu f_x / f} where f obeys the equation of heat. */
  @Test
  void law_ofBurgersEquation_isSteepeningAndViscosity() {
    double nu = 0.3;
    Solution u =
        (x, y, t) -> {
          double a = 0.6 * Math.exp(-nu * t);
          double b = 0.3 * Math.exp(-4 * nu * t);
          double f = 1 + a * Math.cos(x) + b * Math.sin(2 * x);
          return -2 * nu * (-a * Math.sin(x) + 2 * b * Math.cos(2 * x)) / f;
        };
    Points points = Points.of(POINTS);
    Map<String, Double> law =
        found(ContextFeature.LAW, states(6, u, points, 2 * Math.PI), points, 2 * Math.PI);
    assertThat(law.get("u u_x") / (STEP * UNIT)).isCloseTo(-1, within(0.01));
    assertThat(law.get("lap u") / (STEP * UNIT * UNIT)).isCloseTo(nu, within(0.01 * nu));
  }

  /** In a box that is twice as long as wide, with a speed along each axis. */
  @Test
  void law_inTwoDimensions_knowsLengthsAndAxes() {
    double[] lengths = {2, 1};
    Points points = Points.of(POINTS, 32);
    double nu = 0.01;
    Solution u =
        (x, y, t) -> {
          double sum = 0;
          for (int p = -3; p <= 3; p++) {
            for (int q = 1; q <= 3; q++) {
              double kx = Math.PI * p;
              double ky = 2 * Math.PI * q;
              double fade = Math.exp(-nu * (kx * kx + ky * ky) * t);
              sum += fade * Math.cos(kx * (x - 0.5 * t) + ky * (y + 0.2 * t) + p * p + 2 * q);
            }
          }
          return sum;
        };
    Map<String, Double> law =
        found(ContextFeature.LAW, states(6, u, points, lengths), points, lengths);
    double unit = UNIT * Math.PI; // waves of the longest axis, pi apart
    assertThat(law.get("lap u")).isCloseTo(nu * STEP * unit * unit, within(2e-3));
    assertThat(law.get("u_x")).isCloseTo(-0.5 * STEP * unit, within(2e-3));
    assertThat(law.get("u_y")).isCloseTo(0.2 * STEP * unit, within(2e-3));
    assertThat(law).containsEntry("v.grad u", 0.0).containsEntry("lap^2 u", 0.0);
  }

  /** {@code u_t = r(t) u} with r linear in time; trends are half of the change over the context. */
  @Test
  void trend_ofGrowthThatChanges_isHowMuch() {
    DoubleUnaryOperator grown = t -> Math.exp(2 * t + 0.5 * 8 * t * t); // r = 2 + 8 t
    Solution first = drifting(0, 0, 1);
    Solution u = (x, y, t) -> first.at(x, y, 0) * grown.applyAsDouble(t);
    Points points = Points.of(POINTS);
    List<Tensor> states = states(6, u, points, 1);
    double inTheMiddle = (2 + 8 * 2.5 * STEP) * STEP;
    assertThat(found(ContextFeature.LAW, states, points, 1).get("u"))
        .isCloseTo(inTheMiddle, within(0.02 * inTheMiddle));
    assertThat(found(ContextFeature.TREND, states, points, 1).get("u"))
        .isCloseTo(8 * 2.5 * STEP * STEP, within(2e-5));
  }

  @Test
  void law_ofTwoStates_isByTrapezia() {
    double w = 2 * Math.PI;
    Points points = Points.of(POINTS);
    List<Tensor> states = states(2, drifting(0.02, 0, 1), points, 1);
    assertThat(found(ContextFeature.LAW, states, points, 1).get("lap u"))
        .isCloseTo(0.02 * w * w * STEP * UNIT * UNIT, within(0.02));
  }

  /** The same law for states that are given on more points than the network was trained on. */
  @Test
  void law_onAFinerGrid_isTheSame() {
    Points points = Points.of(POINTS);
    Solution u = drifting(0.2, 0.4, 3);
    Map<String, Double> there = found(ContextFeature.LAW, states(6, u, points, 3), points, 3);
    Map<String, Double> finer =
        found(ContextFeature.LAW, states(6, u, Points.of(160), 3), points, 3);
    assertThat(finer.get("lap u")).isCloseTo(there.get("lap u"), within(2e-3));
    assertThat(finer.get("u_x")).isCloseTo(there.get("u_x"), within(2e-3));
  }

  @Test
  void zeros_haveNoLaw() {
    Points points = Points.of(POINTS);
    Map<String, Double> law =
        found(ContextFeature.LAW, states(6, (x, y, t) -> 0, points, 1), points, 1);
    assertThat(law.values()).allSatisfy(c -> assertThat(c).isZero());
  }

  @Test
  void walls_areRefused() {
    Grid walls = Grid.of(Points.of(POINTS), new double[] {1}, Boundary.WALL);
    ContextSpec spec = ContextSpec.defaults().withFeatures(ContextFeature.LAW);
    assertThatThrownBy(() -> new ContextEncoder(spec, walls, constants))
        .hasMessageContaining(
            "a periodic grid for model.context.features: law or trend, found walls");
  }
}
