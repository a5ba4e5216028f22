package io.tfsno.train.optimiser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class WeightAverageTest {
  private final Parameters parameters = parameters();

  private static Parameters parameters() {
    Parameters made = new Parameters();
    made.declare("w", Initialiser.constant(3), 2);
    made.allocate(Device.CPU, new Rng(1));
    return made;
  }

  @AfterEach
  void free() {
    parameters.close();
  }

  private void add(long value) {
    try (Autograd.Mode off = Autograd.off()) {
      parameters.flat().plusInPlace(value);
    }
  }

  @Test
  void average_ofWeightsThatDoNotMove_isThose() {
    try (WeightAverage average = new WeightAverage(parameters, 0.99)) {
      for (int update = 1; update <= 50; update++) {
        average.follow(update);
      }
      assertThat(average.values().toFloats()).containsExactly(3, 3);
    }
  }

  @Test
  void average_isTheSumOfItsFormula() {
    try (WeightAverage average = new WeightAverage(parameters, 0.5)) {
      double expected = 3;
      for (int update = 1; update <= 20; update++) {
        add(1);
        average.follow(update);
        double d = Math.min(0.5, (1.0 + update) / (10.0 + update));
        expected = d * expected + (1 - d) * (3 + update);
      }
      assertThat((double) average.values().toFloats()[0]).isCloseTo(expected, within(1e-5));
    }
  }

  @Test
  void inPlace_showsTheAverage_andPutsTheWeightsBack() {
    try (WeightAverage average = new WeightAverage(parameters, 0.9)) {
      add(1);
      long writes = Autograd.writes(parameters.flat());
      double seen = average.inPlace(() -> parameters.flat().toFloats()[0]);
      assertThat(seen).isEqualTo(3);
      assertThat(parameters.flat().toFloats()).containsExactly(4, 4);
      assertThat(Autograd.writes(parameters.flat())).isGreaterThan(writes);
    }
  }
}
