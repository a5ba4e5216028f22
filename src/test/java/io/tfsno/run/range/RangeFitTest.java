package io.tfsno.run.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges are made up here, so that what lies inside them is known without a training. */
class RangeFitTest {
  private static final FieldShape LINE =
      new FieldShape(Grid.periodic(Points.of(32), 1), Channel.named(List.of("u")));
  private static final FieldShape PLANE =
      new FieldShape(Grid.periodic(Points.of(16, 16), 1), Channel.named(List.of("w")));

  /** No mean, deviations from 0.5 to 1, at most 0.4 of power in each of the first four shells. */
  private static final FieldRange SEEN =
      new FieldRange(new Band(0, 0), new Band(0.5, 1), List.of(0.4, 0.4, 0.4, 0.4));

  private static final TrainingRange RANGE = new TrainingRange(List.of(SEEN));

  private static float[] wave(double mean, double amplitude, int k) {
    float[] u = new float[32];
    for (int i = 0; i < u.length; i++) {
      u[i] = (float) (mean + amplitude * Math.cos(2 * Math.PI * k * i / u.length));
    }
    return u;
  }

  private static FieldReading read(float[] state, FieldShape shape) {
    return TrainingRange.read(state, shape.grid()).get(0);
  }

  @Test
  void reading_ofAWave_isItsMeanDeviationAndPower() {
    FieldReading found = read(wave(3, 2, 5), LINE);
    assertThat(found.mean()).isCloseTo(3, within(1e-6));
    assertThat(found.deviation()).isCloseTo(Math.sqrt(2), within(1e-6));
    assertThat(found.shells()).hasSize(16);
    assertThat(found.shells()[4]).isCloseTo(2, within(1e-6));
    assertThat(found.excess(SEEN)).isCloseTo(1, within(1e-6));
  }

  @Test
  void state_thatIsInside_staysAsItIs() {
    float[] u = wave(0, 0.8, 2);
    assertThat(read(u, LINE).inside(SEEN)).isTrue();
    assertThat(RangeFit.moved(u, LINE, RANGE)).containsExactly(u);
  }

  @Test
  void mean_thatNoTrainingStateHas_isTakenAway() {
    float[] moved = RangeFit.moved(wave(0.7, 0.8, 2), LINE, RANGE);
    float[] wanted = wave(0, 0.8, 2);
    for (int i = 0; i < moved.length; i++) {
      assertThat(moved[i]).isCloseTo(wanted[i], within(1e-5f));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.3, 5})
  void amplitude_outsideTheBand_comesInside(double amplitude) {
    float[] moved = RangeFit.moved(wave(0, amplitude, 1), LINE, RANGE);
    assertThat(read(moved, LINE).inside(SEEN)).isTrue();
  }

  @Test
  void power_whereTrainingHasNone_isTakenAwayAndReplaced() {
    float[] moved = RangeFit.moved(wave(0, 1, 9), LINE, RANGE);
    FieldReading found = read(moved, LINE);
    assertThat(found.inside(SEEN)).isTrue();
    assertThat(found.shells()[8]).isLessThan(1e-9);
  }

  @Test
  void anyScribble_onAPlane_comesInside() {
    Random random = new Random(4);
    for (int trial = 0; trial < 20; trial++) {
      float[] w = new float[256];
      double size = Math.pow(10, random.nextInt(6) - 3);
      for (int i = 0; i < w.length; i++) {
        w[i] = (float) (size * (trial % 3 + random.nextGaussian()));
      }
      float[] moved = RangeFit.moved(w, PLANE, RANGE);
      assertThat(read(moved, PLANE).inside(SEEN)).as("trial %d", trial).isTrue();
      assertThat(RangeFit.moved(w, PLANE, RANGE)).containsExactly(moved);
    }
  }

  @Test
  void spectra_ofVeryLargeGrids_areLeftOut() {
    Grid large = Grid.periodic(Points.of(8192), 1);
    FieldReading found = TrainingRange.read(new float[8192], large).get(0);
    assertThat(found.shells()).isNull();
    assertThat(found.deviation()).isZero();
  }

  @Test
  void fields_betweenWalls_areJudgedByMeanAndDeviationAlone() {
    Grid walls = Grid.of(Points.of(32), new double[] {1}, Boundary.WALL);
    FieldShape shape = new FieldShape(walls, Channel.named(List.of("u")));
    FieldReading found = read(wave(0, 1, 9), shape);
    assertThat(found.shells()).isNull();
    assertThat(found.excess(SEEN)).isNaN();
    assertThat(found.inside(SEEN)).isTrue();
    float[] moved = RangeFit.moved(wave(4, 9, 9), shape, RANGE);
    assertThat(read(moved, shape).inside(SEEN)).isTrue();
  }
}
