package io.tfsno.run.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States are read many at a time; one at a time gives the same range to rounding. */
class TrainingRangeTest {
  private static final double ROUNDING = 1e-6; // powers are stored as float32

  @TempDir private Path folder;

  private TrajectoryFile noise(int trajectories, int steps, int channels, int dimension, int n) {
    Random random = new Random(7);
    return TrajectoryFile.open(
        SyntheticSets.write(
            folder.resolve("set.h5"),
            SyntheticSets.flat(trajectories, steps, channels, dimension, n),
            (b, t, c, i) -> (c + 1) * (random.nextGaussian() + b)));
  }

  @ParameterizedTest
  @CsvSource({"5, 7, 1, 1, 32", "3, 20, 2, 2, 64", "80, 17, 2, 1, 16", "2, 2, 1, 3, 8"})
  void range_ofASet_isThatOfItsStatesOneByOne(
      int trajectories, int steps, int channels, int dimension, int points) {
    try (TrajectoryFile file = noise(trajectories, steps, channels, dimension, points)) {
      TrajectorySet set = file.set("");
      TrainingRange found = TrainingRange.of(set, trajectories);
      int snapshots = Math.min(16, steps);
      int looked = Math.min(trajectories, 1024 / snapshots);
      for (int c = 0; c < channels; c++) {
        FieldRange field = found.fields().get(c);
        Band mean = null;
        Band deviation = null;
        double[] power = new double[field.power().size()];
        for (int i = 0; i < looked * snapshots; i++) {
          int step = i % snapshots * (steps - 1) / (snapshots - 1);
          float[] state = set.read((long) (i / snapshots) * trajectories / looked, 1, step, 1);
          FieldReading one = TrainingRange.read(state, set.grid()).get(c);
          mean = mean == null ? new Band(one.mean(), one.mean()) : mean.and(one.mean());
          double d = one.deviation();
          deviation = deviation == null ? new Band(d, d) : deviation.and(d);
          for (int s = 0; s < power.length; s++) {
            power[s] = Math.max(power[s], one.shells()[s]);
          }
        }
        assertThat(field.mean()).isEqualTo(mean);
        assertThat(field.deviation()).isEqualTo(deviation);
        for (int s = 0; s < power.length; s++) {
          assertThat(field.power().get(s)).isCloseTo(power[s], within(ROUNDING * power[s]));
        }
      }
    }
  }

  @Test
  void fields_readTogether_areReadEachForItself() {
    try (TrajectoryFile file = noise(2, 3, 3, 2, 8)) {
      TrajectorySet set = file.set("");
      float[] state = set.read(1, 1, 2, 1);
      List<FieldReading> together = TrainingRange.read(state, set.grid());
      assertThat(together).hasSize(3);
      for (int c = 0; c < 3; c++) {
        int cells = set.grid().cells();
        float[] own = Arrays.copyOfRange(state, c * cells, (c + 1) * cells);
        FieldReading alone = TrainingRange.read(own, set.grid()).get(0);
        assertThat(together.get(c).mean()).isEqualTo(alone.mean());
        assertThat(together.get(c).deviation()).isEqualTo(alone.deviation());
        assertThat(together.get(c).shells()).containsExactly(alone.shells(), within(1e-12));
      }
    }
  }
}
