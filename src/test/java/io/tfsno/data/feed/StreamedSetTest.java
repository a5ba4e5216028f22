package io.tfsno.data.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class StreamedSetTest {
  private static final int TRAJECTORIES = 12;
  private static final int STEPS = 9;
  private static final int POINTS = 4;
  private static final Points GRID = Points.cube(2, POINTS);
  private static final Normaliser NORMALISER = new Normaliser(3, 7);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    FlatSet flat = SyntheticSets.flat(TRAJECTORIES, STEPS, 2, 2, POINTS);
    SyntheticSets.Value label = (b, t, c, i) -> 10_000 * b + 1_000 * t + 100 * c + i;
    file = SyntheticSets.write(folder.resolve("a.h5"), flat, label);
  }

  private StreamedSet streamed() {
    TrajectoryFile open = TrajectoryFile.open(file);
    return new StreamedSet(
        open, open.set(""), TRAJECTORIES, GRID, NORMALISER, GivenInputs.NONE, Device.CPU);
  }

  private ResidentSet resident() {
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      return ResidentSet.load(
          open.set(""), 0, TRAJECTORIES, GRID, NORMALISER, GivenInputs.NONE, Device.CPU);
    }
  }

  /** More than are read ahead. */
  private static List<Window> windows(StateSource source) {
    Rng rng = new Rng(4);
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      int ahead = rng.below(3);
      int[] trajectory = new int[1 + rng.below(4)];
      int[] step = new int[trajectory.length];
      for (int s = 0; s < trajectory.length; s++) {
        trajectory[s] = rng.below(TRAJECTORIES);
        step[s] = rng.below(STEPS - ahead);
      }
      windows.add(new Window(source.rows(trajectory, step), ahead));
    }
    return windows;
  }

  @Test
  void batches_readAhead_areThoseOfTheSetInMemory() {
    try (StreamedSet streamed = streamed();
        ResidentSet resident = resident();
        BatchFeed fromFile = streamed.feed();
        BatchFeed fromMemory = resident.feed()) {
      List<Window> windows = windows(streamed);
      fromFile.expect(windows.subList(0, 5)); // given up for what follows
      fromFile.expect(windows);
      for (Window window : windows) {
        try (BatchMemory read = fromFile.memory(window.samples(), window.steps());
            BatchMemory held = fromMemory.memory(window.samples(), window.steps())) {
          read.load(window);
          held.load(window);
          for (int offset = 0; offset <= window.steps(); offset++) {
            assertThat(read.states().at(offset).shape())
                .containsExactly(held.states().at(offset).shape());
            assertThat(read.states().at(offset).toFloats())
                .containsExactly(held.states().at(offset).toFloats());
          }
          BatchStates last = read.states().part(window.samples() - 1, 1);
          assertThat(last.at(0).toFloats())
              .containsExactly(held.states().part(window.samples() - 1, 1).at(0).toFloats());
          assertThat(last.samples()).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void states_pickedOneByOne_areThoseOfTheSetInMemory() {
    try (StreamedSet streamed = streamed();
        ResidentSet resident = resident()) {
      int[] trajectory = {11, 0, 5};
      int[] step = {7, 0, 3};
      assertThat(streamed.gather(trajectory, step, 1).toFloats())
          .containsExactly(resident.gather(trajectory, step, 1).toFloats());
    }
  }

  @Test
  void fieldsBetweenWalls_onOtherPoints_areInterpolatedWithoutWrapping() {
    // x + 2 y at the centres of 4 x 5 cells; a Fourier series would ring at the walls.
    Grid grid = Grid.of(Points.of(4, 5), new double[] {1}, Boundary.WALL);
    FlatSet flat = new FlatSet("", FloatType.FLOAT32, 2, 3, List.of("u"), grid, 0.1, Map.of());
    SyntheticSets.Value plane = (b, t, c, i) -> b + t + (i / 5 + 0.5) / 4 + 2 * (i % 5 + 0.5) / 5;
    Path walls = SyntheticSets.write(folder.resolve("walls.h5"), flat, plane);
    Points finer = Points.of(6, 10);
    TrajectoryFile open = TrajectoryFile.open(walls);
    try (StreamedSet streamed =
            new StreamedSet(
                open, open.set(""), 2, finer, Normaliser.NONE, GivenInputs.NONE, Device.CPU);
        ResidentSet resident =
            ResidentSet.load(
                open.set(""), 0, 2, finer, Normaliser.NONE, GivenInputs.NONE, Device.CPU)) {
      float[] found = streamed.gather(new int[] {1}, new int[] {1}, 1).toFloats();
      assertThat(found).isEqualTo(resident.gather(new int[] {1}, new int[] {1}, 1).toFloats());
      for (int i = 0; i < 60; i++) {
        float expected = (float) (3 + (i / 10 + 0.5) / 6 + 2 * (i % 10 + 0.5) / 10);
        assertThat(found[i]).isCloseTo(expected, within(4e-6f)); // float32, eight products each
      }
    }
  }

  @Test
  void file_cutWhileItIsRead_isAUserErrorThatNamesIt() throws IOException {
    try (StreamedSet streamed = streamed();
        BatchFeed feed = streamed.feed()) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(2000);
      }
      Window last =
          new Window(streamed.rows(new int[] {TRAJECTORIES - 1}, new int[] {0}), STEPS - 1);
      feed.expect(List.of(last));
      try (BatchMemory memory = feed.memory(1, STEPS - 1)) {
        assertThatThrownBy(() -> memory.load(last))
            .isInstanceOf(UserError.class)
            .hasMessageContaining(file.toString());
      }
    }
  }
}
