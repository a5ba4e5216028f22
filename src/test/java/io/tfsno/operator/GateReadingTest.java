package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import org.junit.jupiter.api.Test;

class GateReadingTest {
  @Test
  void shells_inTwoDimensions_averageModesOfEqualRadiusAndChannels() {
    Modes modes = Modes.block(2, 2); // rows k1 = 0, 1, -2, -1, columns k2 = 0, 1
    double[] delta = new double[2 * 2 * modes.count()];
    for (int sample = 0; sample < 2; sample++) {
      for (int channel = 0; channel < 2; channel++) {
        for (int i = 0; i < modes.count(); i++) {
          double radius = Math.hypot(modes.k1(i), modes.k2(i));
          delta[(sample * 2 + channel) * modes.count() + i] =
              Math.round(radius) + 10 * sample + (channel == 0 ? 0.5 : -0.5);
        }
      }
    }
    try (Scope scope = new Scope()) {
      double[][] shells =
          new GateReading(0, modes, null, Tensor.of(delta, 2, 2, modes.count())).deltaPerShell();
      assertThat(shells).hasDimensions(2, 2);
      for (int sample = 0; sample < 2; sample++) {
        for (int shell = 0; shell < 2; shell++) {
          assertThat(shells[sample][shell]).isCloseTo(10.0 * sample + shell, within(1e-12));
        }
      }
    }
  }
}
