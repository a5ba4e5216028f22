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
}
