package io.tfsno.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StartTimesTest {
  @Test
  void launched_readsTheClockOfBashInAnyLocale() {
    Instant instant = Instant.parse("2026-01-01T00:00:00.250001Z");
    String seconds = Long.toString(instant.getEpochSecond());
    assertThat(StartTimes.launched(seconds + ".250001")).isEqualTo(instant);
    assertThat(StartTimes.launched(seconds + ",250001")).isEqualTo(instant);
  }

  @Test
  void launched_withoutAClock_isTheStartOfTheProcess() {
    for (String stamp : new String[] {null, "", "yesterday"}) {
      assertThat(Duration.between(StartTimes.launched(stamp), Instant.now()))
          .isBetween(Duration.ZERO, Duration.ofHours(12));
    }
  }

  @Test
  void line_alignsBothNumbers() {
    assertThat(StartTimes.line(412, 38, "command line read"))
        .isEqualTo("times:    412 ms  +    38  command line read");
  }
}
