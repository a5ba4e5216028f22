package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitsTest {
  @TempDir private Path folder;

  private Path numbered(int trajectories) {
    return SyntheticSets.write(
        folder.resolve("whole.h5"),
        SyntheticSets.flat(trajectories, 3, 1, 1, 4),
        (b, t, c, i) -> 100 * b + 10 * t + i);
  }

  @ParameterizedTest
  @CsvSource({"100, 80, 10, 10", "10, 8, 1, 1", "5, 3, 1, 1", "3, 1, 1, 1", "2, 1, 1, 0"})
  void rule_givesEveryTrajectoryToOnePart(int all, int train, int valid, int test) {
    SplitRule.Parts parts = SplitRule.defaults().divide(all);
    assertThat(parts.train()).hasSize(train);
    assertThat(parts.valid()).hasSize(valid);
    assertThat(parts.test()).hasSize(test);
    assertThat(
            Stream.of(parts.train(), parts.valid(), parts.test())
                .flatMapToLong(LongStream::of)
                .sorted())
        .containsExactlyElementsOf(LongStream.range(0, all).boxed().toList());
  }

  @Test
  void rule_ofOneSeed_isAlwaysTheSameAndOthersDiffer() {
    SplitRule rule = new SplitRule(0.5, 0.25, 0.25, 7);
    assertThat(rule.divide(40).test()).isEqualTo(rule.divide(40).test());
    assertThat(rule.divide(40).test())
        .isNotEqualTo(new SplitRule(0.5, 0.25, 0.25, 8).divide(40).test());
    // The rule is a promise to runs that were divided by it: it may never change.
    assertThat(SplitRule.defaults().divide(20).test()).containsExactly(13, 18);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.5, 0.5", "0.9, 0.2, 0.1", "1.2, -0.1, -0.1", "0.5, 0.2, 0.2"})
  void shares_thatDoNotDivideASet_areRefused(double train, double valid, double test) {
    assertThatThrownBy(() -> new SplitRule(train, valid, test, 1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("train > 0, valid >= 0 and test >= 0 that add up to 1");
  }

  @Test
  void fileWithoutParts_isDividedByTheRule() {
    SplitRule rule = SplitRule.defaults();
    try (TrajectoryFile file = TrajectoryFile.open(numbered(20))) {
      Splits splits = Splits.of(file, rule);
      long[] chosen = rule.divide(20).train();
      TrajectorySet train = splits.train();
      assertThat(train.trajectories()).isEqualTo(16);
      float[] all = train.read(0, 16, 1, 2);
      for (int b = 0; b < 16; b++) {
        assertThat(train.number(b)).isEqualTo(chosen[b]);
        for (int k = 0; k < 8; k++) {
          float expected = 100 * chosen[b] + 10 * (1 + k / 4) + k % 4;
          assertThat(all[b * 8 + k]).isEqualTo(expected);
        }
      }
      assertThat(train.read(5, 3, 0, 1)[4]).isEqualTo(100f * chosen[6]);
      assertThat(splits.test().orElseThrow().read(1, 1, 0, 1)[0])
          .isEqualTo(100f * rule.divide(20).test()[1]);
    }
  }

  @Test
  void fileWithoutParts_andWithoutARule_isAllForTraining() {
    try (TrajectoryFile file = TrajectoryFile.open(numbered(4))) {
      Splits splits = Splits.of(file, null);
      assertThat(splits.train().trajectories()).isEqualTo(4);
      assertThat(splits.valid()).isEmpty();
      assertThat(splits.test()).isEmpty();
    }
  }

  @Test
  void namedParts_areUsedAsTheyAre() {
    Path path =
        PartedSets.write(folder.resolve("parts.h5"), Map.of("train", 4, "valid", 2, "test", 3));
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      Splits splits = Splits.of(file, SplitRule.defaults());
      assertThat(splits.train()).isSameAs(file.set("train"));
      assertThat(splits.valid()).containsSame(file.set("valid"));
      assertThat(splits.test()).containsSame(file.set("test"));
    }
  }

  @Test
  void testAlone_isNotLearntFrom() {
    Path path = PartedSets.write(folder.resolve("test.h5"), Map.of("test", 3));
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      assertThatThrownBy(() -> Splits.of(file, null).train())
          .isInstanceOf(UserError.class)
          .hasMessageContaining("expected a set 'train' to learn from, found only 'test'");
    }
  }

  @Test
  void valueThatIsNotANumber_isRefusedWithItsPlaceInTheFile() {
    Path path =
        SyntheticSets.write(
            folder.resolve("nan.h5"),
            SyntheticSets.flat(6, 3, 2, 1, 4),
            (b, t, c, i) -> b == 4 && t == 2 && c == 1 && i == 3 ? Double.NaN : b + i);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet some = file.set("").subset(IntStream.of(1, 3, 4).asLongStream().toArray());
      assertThatThrownBy(() -> NonFinite.refuse(some, 3))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected finite numbers in the data, found NaN in trajectory 4 at time 0.200000"
                  + " (snapshot 2), channel 'u1'. Leave the trajectory out, or generate it again.");
      NonFinite.refuse(some, 2);
    }
  }
}
