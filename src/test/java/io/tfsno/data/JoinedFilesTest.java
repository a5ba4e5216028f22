package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sets that lie in many files are those of the one file they were cut from. */
class JoinedFilesTest {
  private static final Grid GRID = Grid.periodic(Points.of(4, 6), 1);
  private static final List<String> FIELDS = List.of("u", "v");

  @TempDir private Path folder;

  private Path parts(Path whole, int count) {
    for (int i = 0; i < count; i++) {
      CutSets.write(folder.resolve("part-%d.h5".formatted(i)), whole, i, count, Map.of());
    }
    return folder.resolve("part-*.h5");
  }

  @Test
  void sets_ofManyFiles_areThoseOfTheWhole() {
    Path whole = PartedSets.write(folder.resolve("whole.h5"), Map.of("train", 25, "test", 13));
    try (TrajectoryFile one = TrajectoryFile.open(whole);
        TrajectoryFile many = TrajectoryFile.open(parts(whole, 12))) {
      assertThat(many.groups()).isEqualTo(one.groups()).startsWith("train");
      for (String group : one.groups()) {
        assertSame(many.set(group), one.set(group));
      }
    }
  }

  private static void assertSame(TrajectorySet found, TrajectorySet wanted) {
    int count = Math.toIntExact(wanted.trajectories());
    assertThat(found.trajectories()).isEqualTo(count);
    assertThat(found.grid()).isEqualTo(wanted.grid());
    assertThat(found.times()).isEqualTo(wanted.times());
    assertThat(found.attributes()).isEqualTo(wanted.attributes());
    assertThat(found.read(0, count, 0, wanted.steps()))
        .isEqualTo(wanted.read(0, count, 0, wanted.steps()));
    assertThat(found.read(count / 3, count / 2, 1, 1))
        .isEqualTo(wanted.read(count / 3, count / 2, 1, 1));
  }

  @Test
  void channelsAndConditions_ofManyFiles_areThoseOfTheWhole() {
    SetConditions conditions =
        new SetConditions(
            List.of(new Channel("nu", "m^2/s")),
            new ConditionFields(List.of(new Channel("kappa"), new Channel("mask")), true),
            ConditionFields.of(List.of(new Channel("f"))),
            true);
    Path whole = write("whole.h5", set(GRID, 3, conditions));
    try (TrajectoryFile one = TrajectoryFile.open(whole);
        TrajectoryFile many = TrajectoryFile.open(parts(whole, 3))) {
      assertSame(many.set(""), one.set(""));
      long[] some = {6, 0, 1, 2, 3};
      assertSame(many.set("").subset(some), one.set("").subset(some));
      assertSame(many.set("").every(2), one.set("").every(2));
      TrajectoryConditions found = many.set("").conditions();
      TrajectoryConditions wanted = one.set("").conditions();
      assertThat(found.declared()).isEqualTo(wanted.declared());
      assertThat(found.parameters(1, 5)).isEqualTo(wanted.parameters(1, 5));
      assertThat(found.phases(0, 7)).isEqualTo(wanted.phases(0, 7));
      assertThat(found.statics(2, 4)).isEqualTo(wanted.statics(2, 4));
      assertThat(found.forcings(1, 6, 1, 2)).isEqualTo(wanted.forcings(1, 6, 1, 2));
    }
  }

  @Test
  void fieldsThatFilesShareWithinThemselves_areEachFilesOwn() {
    SetConditions shared =
        new SetConditions(
            List.of(),
            new ConditionFields(List.of(new Channel("kappa")), true),
            ConditionFields.NONE,
            false);
    write("a.h5", set(GRID, 3, shared), 0);
    write("b.h5", set(GRID, 3, shared), 1000);
    try (TrajectoryFile many = TrajectoryFile.open(folder.resolve("{b.h5,a.h5}"))) {
      TrajectoryConditions found = many.set("").conditions();
      assertThat(found.declared().statics().shared()).isFalse();
      assertThat(found.statics(6, 1)[0]).isEqualTo(1000);
      assertThat(found.statics(7, 1)[0]).isZero();
    }
  }

  @Test
  void attributes_inWhichFilesDiffer_areLeftOut() {
    Path whole = write("whole.h5", set(GRID, 3, SetConditions.NONE));
    for (int i = 0; i < 2; i++) {
      Map<String, Object> own = Map.of("seed", (long) i, "equation", "heat2d", "nu", 0.5);
      CutSets.write(folder.resolve("part-%d.h5".formatted(i)), whole, i, 2, own);
    }
    try (TrajectoryFile many = TrajectoryFile.open(folder.resolve("part-?.h5"))) {
      assertThat(many.set("").attributes())
          .containsEntry("equation", "heat2d")
          .containsEntry("nu", 0.5)
          .doesNotContainKey("seed");
    }
  }

  @Test
  void moreFilesThanMayBeOpen_areReadAsWell() {
    Path whole = write("whole.h5", set(GRID, 3, SetConditions.NONE));
    for (int i = 0; i < 600; i++) {
      CutSets.write(folder.resolve("part-%d.h5".formatted(i)), whole, i % 7, 7, Map.of());
    }
    try (TrajectoryFile one = TrajectoryFile.open(whole);
        TrajectoryFile many = TrajectoryFile.open(folder.resolve("part-*.h5"))) {
      assertThat(many.set("").trajectories()).isEqualTo(600);
      for (int i = 0; i < 600; i++) {
        assertThat(many.set("").read(i, 1, 0, 1)).isEqualTo(one.set("").read(i % 7, 1, 0, 1));
      }
    }
  }

  @Test
  void filesThatDiffer_areRefusedWithTheFirstThatDoesAndHow() {
    write("a.h5", set(GRID, 3, SetConditions.NONE));
    assertDiffers(
        set(Grid.periodic(Points.of(4, 8), 1), 3, SetConditions.NONE),
        "expected 4 x 6 points on a box of 1 x 1 as in",
        "found 4 x 8 points");
    assertDiffers(
        set(Grid.of(Points.of(4, 6), new double[] {1}, Boundary.WALL), 3, SetConditions.NONE),
        "found 4 x 6 points on a box of 1 x 1, walls along x, y");
    assertDiffers(set(GRID, 4, SetConditions.NONE), "snapshots 3 as in", "found snapshots 4");
    assertDiffers(
        set(GRID, 3, SetConditions.ofParameters(List.of(new Channel("nu")))),
        "expected conditions [] as in",
        "found conditions [nu]");
    assertDiffers(set(List.of("u", "w"), 0.1, Map.of()), "name=w");
    assertDiffers(
        set(FIELDS, 0.2, Map.of()),
        "expected a snapshot every 0.1 from 0.0 on as in",
        "found a snapshot every 0.2 from 0.0 on");
    assertDiffers(
        set(FIELDS, 0.1, Map.of("equation", "heat2d")),
        "equation unknown as in",
        "found equation heat2d");
  }

  private void assertDiffers(FlatSet other, String... message) {
    Path second = write("b.h5", other);
    assertThatThrownBy(() -> TrajectoryFile.open(folder.resolve("?.h5")))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(second + ": expected ")
        .hasMessageContaining(" as in " + folder.resolve("a.h5") + ", found ")
        .hasMessageContainingAll(message);
  }

  @Test
  void filesWithAndWithoutNamedSets_areRefusedTogether() {
    PartedSets.write(folder.resolve("a.h5"), Map.of("train", 2));
    write("b.h5", set(GRID, 3, SetConditions.NONE));
    assertThatThrownBy(() -> TrajectoryFile.open(folder.resolve("?.h5")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("b.h5: expected sets with names in all files or in none");
  }

  @Test
  void damagedFile_amongMany_isNamed() throws Exception {
    write("a.h5", set(GRID, 3, SetConditions.NONE));
    Files.writeString(folder.resolve("b.h5"), "nothing of the kind");
    assertThatThrownBy(() -> TrajectoryFile.open(folder.resolve("?.h5")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("b.h5: expected an HDF5 file");
  }

  private static FlatSet set(Grid grid, int steps, SetConditions conditions) {
    return new FlatSet("", FloatType.FLOAT32, 7, steps, FIELDS, grid, 0.1, Map.of())
        .with(conditions);
  }

  private static FlatSet set(List<String> fields, double dt, Map<String, Object> attributes) {
    return new FlatSet("", FloatType.FLOAT32, 7, 3, fields, GRID, dt, attributes);
  }

  private Path write(String name, FlatSet set) {
    return write(name, set, 0);
  }

  /** Numbers that rise from {@code first} on, in everything there is. */
  private Path write(String name, FlatSet set, int first) {
    Path file = folder.resolve(name);
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    int cells = set.grid().cells();
    int states = 7 * set.steps();
    SetConditions conditions = set.conditions();
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      set.writeCoordinates(writer);
      writer.write("tensor", 0, rising(states * cells * 2, first));
      if (!conditions.parameters().isEmpty()) {
        writer.write("parameters", 0, rising(7, first));
      }
      if (!conditions.statics().isEmpty()) {
        writer.write("static", 0, rising(cells * conditions.statics().count(), first));
      }
      if (!conditions.forcings().isEmpty()) {
        writer.write("forcing", 0, rising(states * cells, first));
      }
      if (conditions.phase()) {
        writer.write("phase", 0, rising(7, first));
      }
      writer.seal();
    }
    return file;
  }

  private static double[] rising(int count, int first) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = first + i;
    }
    return values;
  }
}
