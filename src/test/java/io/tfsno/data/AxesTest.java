package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AxesTest {
  private static final int POINTS = 8;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"x", "y", "z", "t"})
  void unevenCoordinates_areRefusedWithPlaceAndSize(String axis) {
    Path file = write(new Hdf5Plan(), axis, i -> i < 5 ? i : i + 0.5);
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessage(
            file
                + ": expected evenly spaced numbers in '%s-coordinate', found a spacing of 1.50000"
                    .formatted(axis)
                + " from entry 4 (4.00000) to entry 5 (5.50000), 40.0 % off the mean of 1.07143."
                + " Interpolate the fields to evenly spaced ones and write the file again.");
  }

  @Test
  void spacing_off_byLessThanATenThousandth_isEven() {
    assertThat(open(write(new Hdf5Plan(), "x", i -> i == 3 ? 3.00005 : i)).grid().lengths()[0])
        .isEqualTo(8);
    Path file = write(new Hdf5Plan(), "x", i -> i == 3 ? 3.0002 : i);
    assertThatThrownBy(() -> TrajectoryFile.open(file)).hasMessageContaining("evenly spaced");
  }

  @Test
  void coordinates_inFloat32FarFromZero_mayCarryTheirRounding() {
    // Neighbours near 1000 are 6.1e-5 apart in float32: 6 % of the spacing.
    TrajectorySet set = open(write(new Hdf5Plan(), "x", i -> 1000 + 1e-3 * i));
    assertThat(set.grid().axis(0).spacing()).isBetween(0.99e-3, 1.01e-3);
  }

  @Test
  void length_thatDisagreesWithCoordinates_isRefusedWithBothNumbers() {
    // Points at both ends: 8 points of spacing 1/7 fill 8/7.
    Path file = write(new Hdf5Plan().attribute("L", 1.0), "x", i -> i / 7.0);
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("one spacing more, 1.142857, found the attribute L = 1.000000")
        .hasMessageContaining("leave the last out");
    Path other = write(new Hdf5Plan().attribute("L_y", 3.0), "y", i -> 0.25 * i);
    assertThatThrownBy(() -> TrajectoryFile.open(other))
        .hasMessageContaining("'y-coordinate'")
        .hasMessageContaining("2.000000, found the attribute L_y = 3.000000");
  }

  @Test
  void box_ofUnequalSides_keepsBothLengthsInTheModelsShape() {
    Grid grid = Grid.periodic(Points.of(6, 9), 1, 2);
    FlatSet flat = new FlatSet("", FloatType.FLOAT32, 1, 2, List.of("u"), grid, 0.1, Map.of());
    Path file = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> i);
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      TrajectorySet set = open.set("");
      FieldShape shape = new FieldShape(set.grid(), set.fields());
      assertThat(shape.grid()).isEqualTo(grid);
      assertThat(shape.grid().lengths()).containsExactly(1, 2);
    }
  }

  @Test
  void times_thatDifferBetweenTrajectories_areRefused() {
    Hdf5Plan plan = new Hdf5Plan().dataset("velocity", FloatType.FLOAT32, 2, 3, 4, 4, 2);
    Path file =
        TrajectoryFiles.make(folder.resolve("a.h5"), plan.dataset("t", FloatType.FLOAT32, 2, 3));
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .hasMessageContaining("the same times in 't' for all trajectories, found others for")
        .hasMessageContaining("trajectory 1");
  }

  private TrajectorySet open(Path path) {
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      return file.set("");
    }
  }

  /** A file of three dimensions with even coordinates but for one axis. */
  private Path write(Hdf5Plan plan, String axis, IntToDoubleFunction coordinate) {
    TrajectoryFiles.flat(plan.attribute("boundary", "wall"), 3, 1, POINTS, POINTS, POINTS, POINTS);
    Path file = folder.resolve("a.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      for (String name : List.of("x", "y", "z", "t")) {
        double[] values = new double[POINTS];
        boolean odd = name.equals(axis);
        Arrays.setAll(values, i -> odd ? coordinate.applyAsDouble(i) : i / (double) POINTS);
        writer.write(name + "-coordinate", 0, values);
      }
      writer.seal();
    }
    return file;
  }
}
