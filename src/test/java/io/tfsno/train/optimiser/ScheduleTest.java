package io.tfsno.train.optimiser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final Schedule SCHEDULE = new Schedule(1e-3, 1e-5, 500);

  @Test
  void rate_atTheEndsAndTheMiddle_isThatOfTheCosine() {
    assertThat(SCHEDULE.rate(0)).isEqualTo(1e-3);
    assertThat(SCHEDULE.rate(250)).isCloseTo(0.5 * (1e-3 + 1e-5), within(1e-18));
    assertThat(SCHEDULE.rate(500)).isCloseTo(1e-5, within(1e-18));
  }

  @Test
  void rate_fromEpochToEpoch_falls() {
    for (int epoch = 1; epoch < 500; epoch++) {
      assertThat(SCHEDULE.rate(epoch)).isLessThan(SCHEDULE.rate(epoch - 1)).isGreaterThan(1e-5);
    }
  }

  @Test
  void singleEpoch_runsAtTheFirstRate() {
    assertThat(new Schedule(1e-3, 1e-5, 1).rate(0)).isEqualTo(1e-3);
  }

  private static Schedule of(Annealing kind) {
    return new Schedule(new ScheduleConfig(kind, 100, 0.5, 0.3), 1e-3, 1e-5, 500, 0);
  }

  @Test
  void constant_staysWhereItStarted() {
    assertThat(of(Annealing.CONSTANT).rate(0)).isEqualTo(1e-3);
    assertThat(of(Annealing.CONSTANT).rate(499)).isEqualTo(1e-3);
  }

  @Test
  void step_halvesEveryHundredEpochs_downToTheLastRate() {
    Schedule steps = of(Annealing.STEP);
    assertThat(steps.rate(99)).isEqualTo(1e-3);
    assertThat(steps.rate(100)).isEqualTo(5e-4);
    assertThat(steps.rate(450)).isEqualTo(6.25e-5);
    Schedule often = new Schedule(new ScheduleConfig(Annealing.STEP, 1, 0.1, 0.3), 1, 0.05, 9, 0);
    assertThat(often.rate(8)).isEqualTo(0.05);
  }

  @Test
  void exponential_fallsByOneFactor_toTheLastRate() {
    Schedule falling = of(Annealing.EXPONENTIAL);
    double factor = falling.rate(1) / falling.rate(0);
    for (int epoch = 1; epoch < 500; epoch++) {
      assertThat(falling.rate(epoch) / falling.rate(epoch - 1)).isCloseTo(factor, within(1e-12));
    }
    assertThat(falling.rate(500)).isCloseTo(1e-5, within(1e-18));
  }

  @Test
  void oneCycle_risesToItsPeakAndFallsAgain() {
    Schedule cycle = of(Annealing.ONE_CYCLE);
    assertThat(cycle.rate(0)).isCloseTo(1e-5, within(1e-18));
    assertThat(cycle.rate(150)).isCloseTo(1e-3, within(1e-18));
    assertThat(cycle.rate(500)).isCloseTo(1e-5, within(1e-18));
    for (int epoch = 1; epoch < 500; epoch++) {
      double change = cycle.rate(epoch) - cycle.rate(epoch - 1);
      assertThat(change > 0).isEqualTo(epoch <= 150);
    }
  }

  @Test
  void warmUp_isLinearInTheUpdates_andThenOver() {
    Schedule warm = new Schedule(ScheduleConfig.defaults(), 1e-3, 1e-5, 500, 8);
    for (int done = 0; done < 8; done++) {
      assertThat(warm.rate(0, done)).isCloseTo(1e-3 * (done + 1) / 8, within(1e-18));
    }
    assertThat(warm.rate(3, 8)).isEqualTo(warm.rate(3));
  }
}
