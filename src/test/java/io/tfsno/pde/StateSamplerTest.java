package io.tfsno.pde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.PackedGrid;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class StateSamplerTest {
  private static double[] values(StateSampler sampler, boolean common, Grid grid, int states) {
    ModeArray array = new ModeArray(Laws.modes(common, grid.points()), states);
    for (int i = 0; i < states; i++) {
      sampler.draw(Rng.stream(1, i), grid, array, i);
    }
    try (PackedGrid fields = Laws.on(common, grid, Device.CPU)) {
      Tensor packed = fields.pack(array.tensor(1));
      return fields.singleValues(packed, states, grid.points()).toDoubles();
    }
  }

  @Test
  void state_inBothPackings_isTheSameField() {
    Grid box = Grid.periodic(Points.of(24, 36), 1, 1.5);
    for (StateSampler sampler :
        new StateSampler[] {
          new Sampler(u -> 0.3, 5, m -> 1 / m),
          new RandomWaves(4, 5, u -> 1 + u),
          new GaussianField(2, 3, 2, 6)
        }) {
      assertThat(values(sampler, false, box, 3))
          .containsExactly(values(sampler, true, box, 3), within(1e-13));
    }
  }

  @Test
  void oneWaveOfASeries_hasItsAmplitudeAndABoundedWaveNumber() {
    Grid line = Grid.periodic(Points.of(60), 1);
    double[] u = values(new RandomWaves(1, 5, x -> 3), true, line, 1);
    double squares = 0;
    for (double v : u) {
      squares += v * v / 60;
    }
    assertThat(squares).isCloseTo(4.5, within(1e-12));
  }

  /** The mean of u^2 is the sum of the variances of all waves. */
  @Test
  void gaussianField_overManyStates_hasTheStatedSpectrum() {
    Grid line = Grid.periodic(Points.of(24), 2);
    double sigma = 1.5;
    double tau = 4;
    double expected = 0;
    for (int m = 1; m <= 5; m++) {
      double k = Math.PI * m;
      expected += sigma * sigma * Math.pow(k * k + tau * tau, -1.5);
    }

    double[] u = values(new GaussianField(sigma, tau, 1.5, 5), true, line, 4000);

    double mean = 0;
    for (double v : u) {
      mean += v * v / u.length;
    }
    assertThat(mean / expected).isCloseTo(1, within(0.06));
  }
}
