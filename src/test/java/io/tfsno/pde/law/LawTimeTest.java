package io.tfsno.pde.law;

import static io.tfsno.pde.law.LawRuns.form;
import static io.tfsno.pde.law.LawRuns.law;
import static io.tfsno.pde.law.LawRuns.run;
import static io.tfsno.pde.law.LawRuns.wave;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.pde.Laws;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Laws that change with time, against exact solutions. */
class LawTimeTest {
  private static final Grid LINE = Grid.periodic(Points.of(24), 2);

  /**
   * u_t = D u_xx + A sin(q x + w t + phi): the answer of mode q solves c' = -D q^2 c + A e^(i w t),
   * up to a factor.
   */
  @Test
  void forcedHeat_fromZero_isTheExactSolution() {
    double d = 0.05;
    double a = 0.7;
    double w = 3;
    double phi = 0.4;
    String yaml =
        "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: D},"
            + " {kind: forcing, coefficient: A, wavenumber: 3, frequency: 3, phase: 0.4}]}";

    double[] end = run(law(yaml, Map.of("D", d, "A", a)), LINE, 1, 200, 2, wave(0, 0, 1));

    double q = 3 * Math.PI;
    double rate = d * q * q;
    // c(1) = (e^(i w) - e^-rate) / (rate + i w), u = A Im(c e^(i (q x + phi)))
    double re = Math.cos(w) - Math.exp(-rate);
    double im = Math.sin(w);
    double norm = rate * rate + w * w;
    double cr = (re * rate + im * w) / norm;
    double ci = (im * rate - re * w) / norm;
    for (int i = 0; i < 24; i++) {
      double angle = q * i / 12.0 + phi;
      double exact = a * (cr * Math.sin(angle) + ci * Math.cos(angle));
      assertThat(end[i]).isCloseTo(exact, within(1e-9));
    }
  }

  @Test
  void steadySource_inTheHeatEquation_meetsItsBalance() {
    String yaml =
        "{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: 1},"
            + " {kind: forcing, coefficient: 2, wavenumber: 1}, {kind: constant}]}";

    double[] end = run(law(yaml, Map.of()), LINE, 5, 20, 2, wave(0, 0, 1));

    for (int i = 0; i < 24; i++) { // D q^2 u = A sin(q x), and the mean grows as t
      double exact = 5 + 2 / (Math.PI * Math.PI) * Math.sin(Math.PI * i / 12.0);
      assertThat(end[i]).isCloseTo(exact, within(1e-9));
    }
  }

  private static Law driven(double phase) {
    return form("{dimension: 1, terms: [{kind: derivative, order: 2, coefficient: D},"
            + " {kind: derivative, order: 0, coefficient: r}]}")
        .with(
            Map.of("D", TimeFunction.constant(0.02), "r", new TimeFunction(0.3, 0.9, 1.7)), phase);
  }

  /** The mode grows by exp of the integral of r(t) - D q^2: the integrating factor. */
  private static double exactGrowth(double phase, double time) {
    double omega = 2 * Math.PI / 1.7;
    double integral =
        0.3 * time - 0.9 / omega * (Math.cos(omega * (time + phase)) - Math.cos(omega * phase));
    return Math.exp(integral - 0.02 * Math.PI * Math.PI * time);
  }

  @Test
  void coefficientOfTime_withSmallerSteps_convergesAtFourthOrder() {
    double[] errors = new double[3];
    for (int i = 0; i < 3; i++) {
      double[] end = run(driven(0.5), LINE, 2, 40 << i, 2, wave(0, 1, 1));
      errors[i] = Math.abs(end[0] - exactGrowth(0.5, 2) * Math.cos(0.3));
    }

    assertThat(errors[0]).isLessThan(1e-3);
    assertThat(Math.log(errors[0] / errors[1]) / Math.log(2)).isGreaterThan(3.7);
    assertThat(Math.log(errors[1] / errors[2]) / Math.log(2)).isGreaterThan(3.7);
  }

  @Test
  void trajectoriesOfOneBatch_withPhasesOfTheirOwn_eachFollowTheirs() {
    double[] phases = {0, 0.4, 1.1};
    List<Law> laws = Arrays.stream(phases).mapToObj(LawTimeTest::driven).toList();

    double[] end = run(Laws.each(laws), LINE, 1, 40, 3, List.of(wave(0, 1, 1)), 3);

    for (int i = 0; i < 3; i++) {
      assertThat(end[24 * i]).isCloseTo(exactGrowth(phases[i], 2) * Math.cos(0.3), within(1e-7));
    }
  }

  @Test
  void law_withACoefficientOfTime_saysThatItChanges() {
    assertThat(driven(0).autonomous()).isFalse();
    assertThat(law("{dimension: 1, terms: [{kind: cubic}]}", Map.of()).autonomous()).isTrue();
  }
}
