package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.npy.Npy;
import io.tfsno.engine.PerTestScope;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets in three dimensions and on boxes of unequal sides, and the version of their format. */
@ExtendWith(PerTestScope.class)
class SolidSetTest {
  private static final Grid BOX =
      Grid.of(
          Points.of(3, 4, 5),
          new double[] {1, 2, 0.5},
          Boundary.PERIODIC,
          Boundary.WALL,
          Boundary.PERIODIC);

  private static final SyntheticSets.Value LABEL =
      (b, t, c, i) -> 10_000 * b + 1_000 * t + 100 * c + i;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void box_writtenToAFile_isReadBack(int channels) {
    FlatSet flat = flat(BOX, channels);
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, LABEL);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet set = file.set("");
      assertThat(set.grid()).isEqualTo(BOX);
      assertThat(set.channels()).isEqualTo(channels);
      assertThat(set.read(0, 2, 0, 3)).containsExactly(expected(flat));
      assertThat(set.fields(1, 1, 2).shape()).containsExactly(1, channels, 3, 4, 5);
    }
  }

  @Test
  void box_writtenAsNpy_hasItsAxesInOrder() {
    FlatSet flat = flat(BOX, 2);
    Path path = SyntheticSets.write(folder.resolve("a.npy"), flat, LABEL);
    assertThat(Npy.read(path).shape()).containsExactly(2, 3, 2, 3, 4, 5);
    assertThat(Npy.read(path).floats()).containsExactly(expected(flat));
  }

  @Test
  void compressibleFlow_withVz_isThreeDimensional() {
    List<String> names = List.of("density", "pressure", "Vx", "Vy", "Vz");
    Hdf5Plan plan = new Hdf5Plan();
    names.forEach(name -> plan.dataset(name, FloatType.FLOAT32, 2, 3, 2, 3, 4));
    plan.dataset("x-coordinate", FloatType.FLOAT32, 2);
    plan.dataset("y-coordinate", FloatType.FLOAT32, 3);
    plan.dataset("z-coordinate", FloatType.FLOAT32, 4);
    plan.dataset("t-coordinate", FloatType.FLOAT32, 3);
    Path path = TrajectoryFiles.make(folder.resolve("3D_CFD_periodic_Train.hdf5"), plan);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet set = file.set("");
      assertThat(set.channelNames()).isEqualTo(names);
      assertThat(set.grid()).isEqualTo(Grid.periodic(Points.of(2, 3, 4), set.grid().lengths()));
      float[] last = set.read(1, 1, 2, 1);
      for (int i = 0; i < last.length; i++) {
        assertThat(last[i]).isEqualTo(5 * 24 + i % 24); // snapshot 5 of each data set
      }
    }
  }

  @Test
  void groupedFile_withAZGrid_isThreeDimensional() {
    Hdf5Plan plan = new Hdf5Plan();
    for (String name : List.of("0000", "0001")) {
      Hdf5Plan one = plan.group(name).dataset("data", FloatType.FLOAT32, 2, 3, 4, 5, 2);
      one.dataset("seed", FloatType.FLOAT32, 1);
      one.group("grid")
          .dataset("x", FloatType.FLOAT32, 3)
          .dataset("y", FloatType.FLOAT32, 4)
          .dataset("z", FloatType.FLOAT32, 5)
          .dataset("t", FloatType.FLOAT32, 2);
    }
    Path path = TrajectoryFiles.make(folder.resolve("a.h5"), plan);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet set = file.set("");
      assertThat(set.grid())
          .isEqualTo(Grid.of(Points.of(3, 4, 5), new double[] {3, 4, 5}, Boundary.WALL));
      assertThat(set.fields()).isEqualTo(Channel.named(List.of("u", "v")));
      assertThat(set.read(1, 1, 1, 1)[60]).isEqualTo(121); // the first v of the second step
      assertThat(set.unused()).containsExactly("seed");
    }
  }

  @Test
  void version_isTheLowestThatSaysTheGrid() {
    assertThat(version(Grid.periodic(Points.of(8), 3))).isEqualTo(1);
    assertThat(version(Grid.periodic(Points.of(4, 6), 2))).isEqualTo(1);
    assertThat(version(Grid.periodic(Points.of(4, 6), 1, 2))).isEqualTo(2);
    assertThat(version(Grid.of(Points.of(8), new double[] {1}, Boundary.WALL))).isEqualTo(2);
    assertThat(version(Grid.periodic(Points.of(4, 4, 4), 1))).isEqualTo(2);
  }

  @Test
  void version_newerThanOurs_isRefusedWithTheProgramThatReadsIt() {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 2, 3, 4);
    plan.attribute("format_version", 3);
    assertRefused(plan, "found version 3. Read it with the tfsno that wrote it or a later version");
    assertRefused(plan.attribute("generator", "tfsno 7.1"), "Read it with tfsno 7.1 or a later");
  }

  @Test
  void dataSets_thatNothingUses_areListed() {
    Hdf5Plan plan = new Hdf5Plan().dataset("geometry", FloatType.FLOAT32, 5);
    TrajectoryFiles.flat(plan.group("train"), false, 2, 3, 4).dataset("nu", FloatType.FLOAT32, 2);
    TrajectoryFiles.flat(plan.group("test"), false, 2, 3, 4);
    try (TrajectoryFile file =
        TrajectoryFile.open(TrajectoryFiles.make(folder.resolve("a.h5"), plan))) {
      assertThat(file.set("train").unused()).containsExactly("nu", "geometry");
      assertThat(file.set("test").unused()).containsExactly("geometry");
    }
    try (TrajectoryFile flow =
        TrajectoryFile.open(TrajectoryFiles.sample("pdebench_ns_incom_sample.h5"))) {
      assertThat(flow.set("").unused()).containsExactly("force");
    }
  }

  private void assertRefused(Hdf5Plan plan, String message) {
    Path file = TrajectoryFiles.make(folder.resolve("a.h5"), plan);
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + ": expected a file of format version 1 to 2")
        .hasMessageContaining(message);
  }

  private long version(Grid grid) {
    Path path = SyntheticSets.write(folder.resolve("v.h5"), flat(grid, 1), LABEL);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      assertThat(file.set("").grid()).isEqualTo(grid);
      return (Long) file.set("").attributes().get("format_version");
    }
  }

  private static FlatSet flat(Grid grid, int channels) {
    List<Channel> fields = Channel.unnamed(channels);
    return new FlatSet("", FloatType.FLOAT32, 2, 3, fields, grid, 0.1, Map.of());
  }

  /** In the order of a read: [trajectory, step, channel, cell]. */
  private static float[] expected(FlatSet set) {
    List<Float> values = new ArrayList<>();
    for (int b = 0; b < set.trajectories(); b++) {
      for (int t = 0; t < set.steps(); t++) {
        for (int c = 0; c < set.fields().size(); c++) {
          for (int i = 0; i < set.grid().cells(); i++) {
            values.add((float) LABEL.at(b, t, c, i));
          }
        }
      }
    }
    float[] all = new float[values.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = values.get(i);
    }
    return all;
  }
}
