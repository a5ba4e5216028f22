package io.tfsno.data;

import static io.tfsno.spectral.Boundary.PERIODIC;
import static io.tfsno.spectral.Boundary.WALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundariesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "pdebench_1d_burgers_sample.hdf5, PERIODIC",
    "pdebench_2d_diff_react_sample.hdf5, WALL",
    "pdebench_ns_incom_sample.h5, WALL"
  })
  void pdebenchFile_ofEachLayout_hasTheBoundaryOfItsDocumentation(String name, Boundary expected) {
    assertThat(boundaries(TrajectoryFiles.sample(name))).containsOnly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2D_CFD_Rand_M0.1_Eta0.01_Zeta0.01_periodic_128_Train.hdf5, PERIODIC",
    "1D_CFD_Shock_Eta1.e-8_Zeta1.e-8_trans_Train.hdf5, WALL"
  })
  void compressibleFlow_byItsFileName_isPeriodicOrOpen(String name, Boundary expected) {
    assertThat(boundaries(TrajectoryFiles.make(folder.resolve(name), flow())))
        .containsExactly(expected);
  }

  @Test
  void compressibleFlow_ofAnotherName_mustHaveItsBoundaryStated() {
    Path file = TrajectoryFiles.make(folder.resolve("transport.h5"), flow());
    assertMustBeStated(file);
    assertThat(boundaries(file, WALL)).containsExactly(WALL);
  }

  @Test
  void foreignFlatFile_thatIsNotOneOfPdebench_mustHaveItsBoundaryStated() {
    // PDEBench has none in two dimensions, and none with channels.
    assertMustBeStated(make(TrajectoryFiles.flat(new Hdf5Plan(), 1, 2, 3, 4, 2)));
    Path plane = make(TrajectoryFiles.flat(new Hdf5Plan(), 2, 2, 3, 4, 4));
    assertMustBeStated(plane);
    assertThat(boundaries(plane, PERIODIC)).containsExactly(PERIODIC, PERIODIC);
    assertThat(boundaries(plane, PERIODIC, WALL)).containsExactly(PERIODIC, WALL);
    assertThatThrownBy(() -> boundaries(plane, PERIODIC, WALL, WALL))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 1 boundary or 2, one for each axis, found 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"periodic", "wall", "periodic, wall", "wall, periodic"})
  void ownFile_readBack_hasTheBoundariesItWasWrittenWith(String text) {
    Boundary[] written = Boundaries.parse(text).toArray(Boundary[]::new);
    Grid grid = Grid.of(Points.of(4, 6), new double[] {1, 2}, written);
    FlatSet flat = new FlatSet("", FloatType.FLOAT32, 1, 2, List.of("u"), grid, 0.1, Map.of());
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> i);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      assertThat(file.set("").grid()).isEqualTo(grid);
      assertThat(file.set("").attributes()).containsEntry("boundary", text);
    }
  }

  @Test
  void ownFile_thatVersion1CanSay_hasNoAttributeThatVersion1Lacks() {
    Grid grid = Grid.periodic(Points.of(4, 6), 1);
    FlatSet flat = new FlatSet("", FloatType.FLOAT32, 1, 2, List.of("u"), grid, 0.1, Map.of());
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> i);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      assertThat(file.set("").grid()).isEqualTo(grid);
      assertThat(file.set("").attributes())
          .containsEntry("format_version", 1L)
          .doesNotContainKey("boundary");
    }
  }

  @Test
  void stated_boundary_overrulesTheFile() {
    Path file = make(TrajectoryFiles.flat(new Hdf5Plan(), false, 2, 3, 4));
    assertThat(boundaries(file)).containsExactly(PERIODIC);
    assertThat(boundaries(file, WALL)).containsExactly(WALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"neumann", "periodic, open", "periodic, wall, wall", ""})
  void attribute_ofUnknownWords_isRefusedWithThem(String text) {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), 2, 2, 3, 4, 4);
    Path file = make(plan.attribute("boundary", text));
    assertThatThrownBy(() -> boundaries(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + ": expected an attribute 'boundary' with periodic or wall")
        .hasMessageContaining("one for each of 2, found '" + text + "'");
  }

  private static Hdf5Plan flow() {
    Hdf5Plan plan = new Hdf5Plan();
    for (String name : new String[] {"density", "pressure", "Vx"}) {
      plan.dataset(name, FloatType.FLOAT32, 2, 3, 4);
    }
    plan.dataset("x-coordinate", FloatType.FLOAT32, 4);
    return plan.dataset("t-coordinate", FloatType.FLOAT32, 4);
  }

  private static void assertMustBeStated(Path file) {
    assertThatThrownBy(() -> boundaries(file))
        .isInstanceOf(UserError.class)
        .hasMessage(
            file
                + ": expected a file that says whether its fields are periodic, found no attribute"
                + " 'boundary', and a layout whose documentation does not. State the boundary,"
                + " periodic or wall, for all axes or one for each.")
        .satisfies(e -> assertThat(Boundaries.notStated((UserError) e)).isTrue());
  }

  private Path make(Hdf5Plan plan) {
    return TrajectoryFiles.make(folder.resolve("a.h5"), plan);
  }

  private static List<Boundary> boundaries(Path path, Boundary... stated) {
    try (TrajectoryFile file = TrajectoryFile.open(path, List.of(stated))) {
      return file.set("").grid().axes().stream().map(Axis::boundary).toList();
    }
  }
}
