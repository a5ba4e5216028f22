package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrideTest {
  @TempDir Path folder;

  private Path file(int steps) {
    return SyntheticSets.write(
        folder.resolve("a.h5"),
        SyntheticSets.flat(5, steps, 2, 1, 3),
        (b, t, c, i) -> 1000 * b + 100 * t + 10 * c + i);
  }

  @ParameterizedTest
  @CsvSource({"10, 3, 4", "9, 2, 5", "8, 7, 2", "8, 1, 8"})
  void everyNth_countsFromTheFirst(int steps, int n, int left) {
    try (TrajectoryFile file = TrajectoryFile.open(file(steps))) {
      TrajectorySet set = file.set("").every(n);
      assertThat(set.steps()).isEqualTo(left);
      assertThat(set.dt()).isCloseTo(0.1 * n, within(1e-12));
      assertThat(set.times()).hasSize(left);
      assertThat(set.times()[1]).isCloseTo(0.1 * n, within(1e-6));
      float[] values = set.read(1, 2, 1, left - 1);
      int at = 0;
      for (int b = 1; b < 3; b++) {
        for (int t = 1; t < left; t++) {
          for (int i = 0; i < 6; i++) {
            assertThat(values[at++]).isEqualTo(1000f * b + 100 * t * n + 10 * (i / 3) + i % 3);
          }
        }
      }
    }
  }

  @Test
  void everyNth_ofChosenTrajectories_keepsTheirNumbers() {
    try (TrajectoryFile file = TrajectoryFile.open(file(9))) {
      TrajectorySet set = file.set("").subset(new long[] {4, 2}).every(4);
      assertThat(set.number(0)).isEqualTo(4);
      assertThat(set.read(1, 1, 2, 1)[0]).isEqualTo(2800);
    }
  }
}
