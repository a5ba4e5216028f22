package io.tfsno.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetTest {
  private static final Grid BOX =
      Grid.of(Points.of(3, 4), new double[] {1, 2}, Boundary.PERIODIC, Boundary.WALL);

  @TempDir Path folder;

  private static float[] states(int count, float from) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = from + i;
    }
    return values;
  }

  @Test
  void arrays_writtenAndRead_areTheSame() {
    DataSet set = new DataSet(BOX, 0.25).fields("u", "v").parameters("nu", "A");
    float[] first = states(5 * 2 * 12, 0);
    float[] second = states(5 * 2 * 12, 1000);
    Path file = set.add(first, 0.1, 7).add(second, 0.2, 8).write(folder.resolve("new/a.h5"));
    try (TrajectoryFile opened = TrajectoryFile.open(file)) {
      TrajectorySet found = opened.set("");
      assertThat(found.grid()).isEqualTo(BOX);
      assertThat(found.channelNames()).containsExactly("u", "v");
      assertThat(found.dt()).isEqualTo(0.25);
      assertThat(found.read(0, 1, 0, 5)).containsExactly(first);
      assertThat(found.read(1, 1, 0, 5)).containsExactly(second);
      assertThat(found.conditions().parameters(0, 2)).containsExactly(0.1, 7, 0.2, 8);
      assertThat(found.conditions().declared().names()).containsExactly("nu", "A");
    }
  }

  @Test
  void wrongArrays_areNamed() {
    DataSet set = new DataSet(BOX, 1).parameters("nu");
    refuse(() -> set.add(states(13, 0), 1), "trajectory 0: expected snapshots of 12 values, u on ");
    refuse(() -> set.add(states(24, 0)), "trajectory 0: expected a value for each of nu, found 0");
    float[] broken = states(24, 0);
    broken[17] = Float.NaN;
    refuse(() -> set.add(broken, 1), "expected finite numbers, found NaN in snapshot 1");
    refuse(() -> set.add(states(24, 0), 1.0 / 0), "expected finite parameters, found Infinity");
    set.add(states(24, 0), 1);
    refuse(() -> set.add(states(36, 0), 1), "trajectory 1: expected 24 values, as the first");
    refuse(() -> new DataSet(BOX, 0), "expected a time > 0 between snapshots, found 0.0");
    refuse(() -> new DataSet(BOX, 1).write(folder.resolve("a.h5")), "at least one trajectory");
    assertThatThrownBy(() -> set.fields("v")).isInstanceOf(IllegalStateException.class);
  }

  private static void refuse(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(UserError.class).hasMessageContaining(message);
  }
}
