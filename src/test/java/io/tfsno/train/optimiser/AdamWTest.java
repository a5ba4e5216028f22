package io.tfsno.train.optimiser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class AdamWTest {
  private static final float[] START = {1, -2, 0.5f};
  private static final float[][] GRADIENTS = {{0.3f, -4, 0}, {-0.1f, 2, 1e-3f}, {3, 0.5f, -2}};
  private static final double[] RATES = {0.1, 0.05, 0.2};

  @ParameterizedTest
  @CsvSource({"0, 0", "0.1, 0", "0, 1", "0.1, 1", "0.1, 100"})
  void threeSteps_followTheFormula(double decay, double clip) {
    try (Parameters parameters = parameters();
        AdamW optimiser = new AdamW(parameters, decay, clip)) {
      for (int i = 0; i < 3; i++) {
        parameters.flatGradient().copyInPlace(Tensor.of(GRADIENTS[i], 3));
        optimiser.step(RATES[i]);
      }
      assertThat(optimiser.steps()).isEqualTo(3);
      // Three steps of a few float32 roundings on numbers of size 1.
      assertThat(parameters.flat().toDoubles())
          .containsExactly(reference(decay, clip), within(2e-6));
    }
  }

  /** Loshchilov and Hutter's algorithm, in double precision and written out. */
  private static double[] reference(double decay, double clip) {
    double[] p = {1, -2, 0.5};
    double[] m = new double[3];
    double[] v = new double[3];
    for (int t = 1; t <= 3; t++) {
      double norm = 0;
      for (float g : GRADIENTS[t - 1]) {
        norm += (double) g * g;
      }
      double factor = clip > 0 ? Math.min(1, clip / (Math.sqrt(norm) + 1e-6)) : 1;
      for (int i = 0; i < 3; i++) {
        double g = factor * GRADIENTS[t - 1][i];
        m[i] = 0.9 * m[i] + 0.1 * g;
        v[i] = 0.999 * v[i] + 0.001 * g * g;
        double mean = m[i] / (1 - Math.pow(0.9, t));
        double square = v[i] / (1 - Math.pow(0.999, t));
        p[i] -= RATES[t - 1] * (decay * p[i] + mean / (Math.sqrt(square) + 1e-8));
      }
    }
    return p;
  }

  @Test
  void firstStep_whateverTheGradientsSize_isTheRate() {
    try (Parameters parameters = parameters();
        AdamW optimiser = new AdamW(parameters, 0, 0)) {
      parameters.flatGradient().copyInPlace(Tensor.of(new float[] {1e-4f, -1e4f, 1}, 3));
      optimiser.step(0.01);
      // Bias correction makes the first step rate * sign(g); epsilon takes 1e-4 of the smallest.
      assertThat(parameters.flat().toDoubles())
          .containsExactly(new double[] {0.99, -1.99, 0.49}, within(2e-6));
    }
  }

  @Test
  void step_clearsTheGradient() {
    try (Parameters parameters = parameters();
        AdamW optimiser = new AdamW(parameters, 1e-4, 1)) {
      parameters.flatGradient().copyInPlace(Tensor.of(GRADIENTS[0], 3));
      optimiser.step(0.1);
      assertThat(parameters.flatGradient().toFloats()).containsOnly(0);
    }
  }

  @Test
  void decay_withoutGradient_shrinksTheWeightsAlone() {
    try (Parameters parameters = parameters();
        AdamW optimiser = new AdamW(parameters, 0.5, 1)) {
      optimiser.step(0.1);
      assertThat(parameters.flat().toDoubles())
          .containsExactly(new double[] {0.95, -1.9, 0.475}, within(1e-6));
      assertThat(optimiser.firstMoment().toFloats()).containsOnly(0);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.1, 0.1", "3, 0.1"})
  void scaledRate_movesItsOwnValuesByThatMuch_andOthersExactlyAsBefore(
      double factor, double decay) {
    double[] plain = afterOneStep(1, decay);
    double[] scaled = afterOneStep(factor, decay);
    assertThat(scaled[0]).isEqualTo(plain[0]);
    for (int i = 1; i < 3; i++) {
      double step = plain[i] - START[i];
      assertThat(scaled[i] - START[i]).isCloseTo(factor * step, within(5e-7));
    }
    if (factor == 0) {
      assertThat(scaled).endsWith(START[1], START[2]);
    }
  }

  /** The first of three values learns at the rate, the others at a multiple of it. */
  private static double[] afterOneStep(double factor, double decay) {
    try (Parameters parameters = new Parameters()) {
      parameters.declare("a", (values, rng) -> values[0] = START[0], 1);
      parameters.declare("b", (values, rng) -> System.arraycopy(START, 1, values, 0, 2), 2);
      parameters.scaleRate(1, factor);
      parameters.allocate(Device.CPU, new Rng(0));
      try (AdamW optimiser = new AdamW(parameters, decay, 1)) {
        parameters.flatGradient().copyInPlace(Tensor.of(GRADIENTS[2], 3));
        optimiser.step(0.1);
        return parameters.flat().toDoubles();
      }
    }
  }

  private static Parameters parameters() {
    Parameters parameters = new Parameters();
    parameters.declare(
        "w", (values, rng) -> System.arraycopy(START, 0, values, 0, START.length), 3);
    parameters.allocate(Device.CPU, new Rng(0));
    return parameters;
  }
}
