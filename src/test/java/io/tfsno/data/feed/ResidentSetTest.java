package io.tfsno.data.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.FlatSet;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class ResidentSetTest {
  @TempDir Path folder;

  /** Every number says where it stands. */
  private static final SyntheticSets.Value LABEL =
      (b, t, c, i) -> 10_000 * b + 1_000 * t + 100 * c + i;

  @Test
  void gather_ofTrajectoriesAndSteps_picksThoseStates() {
    // More trajectories than are loaded in one go.
    FlatSet flat = SyntheticSets.flat(40, 5, 2, 1, 4);
    try (TrajectoryFile file =
            TrajectoryFile.open(SyntheticSets.write(folder.resolve("a.h5"), flat, LABEL));
        ResidentSet set =
            ResidentSet.load(file.set(""), 3, 35, Points.of(4), Normaliser.NONE, Device.CPU)) {
      assertThat(set.trajectories()).isEqualTo(35);
      assertThat(set.steps()).isEqualTo(5);
      var states = set.gather(new int[] {34, 0, 20}, new int[] {0, 3, 1}, 1);
      assertThat(states.shape()).containsExactly(3, 2, 4);
      assertThat(states.toDoubles())
          .containsExactly(
              371000, 371001, 371002, 371003, 371100, 371101, 371102, 371103, //
              34000, 34001, 34002, 34003, 34100, 34101, 34102, 34103, //
              232000, 232001, 232002, 232003, 232100, 232101, 232102, 232103);
    }
  }

  @Test
  void at_aStep_givesAllTrajectoriesNormalised() {
    FlatSet flat = SyntheticSets.flat(3, 2, 1, 2, 4);
    try (TrajectoryFile file =
            TrajectoryFile.open(SyntheticSets.write(folder.resolve("a.h5"), flat, LABEL));
        ResidentSet set =
            ResidentSet.load(
                file.set(""), 0, 3, Points.of(4, 4), new Normaliser(1000, 2), Device.CPU)) {
      var states = set.at(1);
      assertThat(states.shape()).containsExactly(3, 1, 4, 4);
      double[] expected = new double[3 * 16];
      for (int i = 0; i < expected.length; i++) {
        expected[i] = (LABEL.at(i / 16, 1, 0, i % 16) - 1000) / 2;
      }
      assertThat(states.toDoubles()).containsExactly(expected);
    }
  }

  @Test
  void load_onAnotherGrid_samplesTheSameWaves() {
    int fine = 48;
    SyntheticSets.Value wave =
        (b, t, c, i) -> Math.sin(2 * Math.PI * (3.0 * i / fine + 0.1 * b)) + t;
    Path path =
        SyntheticSets.write(folder.resolve("a.h5"), SyntheticSets.flat(2, 3, 1, 1, fine), wave);
    for (int points : new int[] {16, 27, 64}) {
      try (TrajectoryFile file = TrajectoryFile.open(path);
          ResidentSet set =
              ResidentSet.load(
                  file.set(""), 0, 2, Points.of(points), Normaliser.NONE, Device.CPU)) {
        double[] found = set.gather(new int[] {1}, new int[] {1}, 1).toDoubles();
        assertThat(found).hasSize(points);
        for (int i = 0; i < points; i++) {
          double expected = Math.sin(2 * Math.PI * (3.0 * i / points + 0.1)) + 2;
          // Values of size 3 in float32, through two transforms.
          assertThat(found[i]).isCloseTo(expected, within(2e-6));
        }
      }
    }
  }
}
