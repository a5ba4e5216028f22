package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrajectoryFileErrorTest {
  private static final FloatType F = FloatType.FLOAT32;

  @TempDir Path folder;

  @Test
  void open_ofNoHdf5File_saysWhatIsThere() throws IOException {
    assertError(folder.resolve("none.h5"), "expected an HDF5 file, found no such file. Check the");
    assertError(folder, "expected an HDF5 file, found a directory. Name a file inside it.");
    Path text = Files.writeString(folder.resolve("a.h5"), "t,x,u\n".repeat(1000));
    assertError(text, "expected an HDF5 file, found no HDF5 signature in it. Check that it is the");
    assertError(Files.write(text, new byte[0]), "found no HDF5 signature in it");
  }

  @Test
  void open_ofUnknownLayout_listsWhatIsInside() {
    Hdf5Plan plan = new Hdf5Plan().dataset("pixels", F, 3, 4).dataset("labels", F, 3);
    plan.group("meta");
    assertError(plan, "found labels (3), meta/, pixels (3, 4). Check that it is a trajectory file");
    assertError(new Hdf5Plan(), "found nothing inside");
    Hdf5Plan many = new Hdf5Plan();
    for (int i = 10; i < 40; i++) {
      many.dataset("d" + i, F, 1);
    }
    assertError(many, "d21 (1), 18 more.");
  }

  @Test
  void open_ofDarcyFlow_saysItIsNoTimeSeries() {
    Hdf5Plan plan = new Hdf5Plan().dataset("tensor", F, 3, 1, 4, 4).dataset("nu", F, 3, 4, 4);
    plan.dataset("x-coordinate", F, 4).dataset("y-coordinate", F, 4).attribute("beta", 1.0);
    assertError(plan, "expected trajectories, found Darcy flow, which is not a time series");
  }

  @Test
  void open_ofMoreDimensionsThanALayoutHas_isRefused() {
    Hdf5Plan flow = new Hdf5Plan().dataset("density", F, 1, 2, 2, 2).dataset("Vz", F, 1, 2, 2, 2);
    assertError(flow, "expected 'density' [b, t, x, y, z], as there is 'Vz', found (1, 2, 2, 2)");
    Hdf5Plan flat = TrajectoryFiles.flat(new Hdf5Plan(), 3, 1, 2, 2, 2, 2, 2, 1);
    assertError(
        flat,
        "expected 'tensor' [b, t, x, y, z(, c)], found (1, 2, 2, 2, 2, 2, 1) with a 'z-coord");
    Hdf5Plan incompressible = new Hdf5Plan().dataset("velocity", F, 1, 2, 2, 2, 2, 3);
    assertError(incompressible, "expected 'velocity' [b, t, x, y, 2], found (1, 2, 2, 2, 2, 3)");
  }

  @Test
  void open_ofMissingParts_namesThem() {
    Hdf5Plan plan = new Hdf5Plan().dataset("tensor", F, 3, 2, 4);
    assertError(plan, "expected a data set 'x-coordinate', found tensor (3, 2, 4)");
    Hdf5Plan grouped = new Hdf5Plan();
    grouped.group("0000").dataset("data", F, 2, 4, 1);
    assertError(grouped, "expected a group '0000/grid', found data (2, 4, 1)");
    Hdf5Plan flow = new Hdf5Plan().dataset("density", F, 3, 2, 4);
    assertError(flow, "expected a data set 'pressure', found density (3, 2, 4)");
  }

  @Test
  void open_ofShapesThatDisagree_saysWhich() {
    Hdf5Plan space = new Hdf5Plan().dataset("tensor", F, 3, 2, 4).dataset("t-coordinate", F, 2);
    assertError(space.dataset("x-coordinate", F, 5), "4 coordinates in 'x-coordinate', found (5)");
    Hdf5Plan time = new Hdf5Plan().dataset("tensor", F, 3, 2, 4).dataset("x-coordinate", F, 4);
    assertError(time.dataset("t-coordinate", F, 4), "2 or 3 times in 't-coordinate', found (4)");
    assertError(
        new Hdf5Plan().dataset("tensor", F, 3, 2),
        "'tensor' [b, t, x(, c)], found (3, 2) with no 'y-coordinate'");
    Hdf5Plan flow = new Hdf5Plan().dataset("density", F, 3, 2, 4).dataset("pressure", F, 3, 2, 5);
    assertError(flow, "expected 'pressure' of shape (3, 2, 4), as 'density', found (3, 2, 5)");
    Hdf5Plan particles = new Hdf5Plan().dataset("velocity", F, 1, 2, 4, 4, 2);
    assertError(particles.dataset("particles", F, 1, 2, 4, 5, 1), "expected 'particles' of shape");
    Hdf5Plan single = TrajectoryFiles.flat(new Hdf5Plan(), false, 3, 1, 4);
    assertError(single, "a time series of at least 2 snapshots, found 1 snapshot");
  }

  @Test
  void open_ofCoordinatesThatDoNotRise_saysSo() {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 3, 2, 4);
    Path file = folder.resolve("a.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.seal(); // all zero
    }
    assertError(file, "at least 2 rising coordinates in 'x-coordinate', found 0.0 to 0.0");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("x-coordinate", 0, new float[] {0, 1, 2, 3});
      writer.write("t-coordinate", 0, new float[] {1, Float.NaN});
      writer.seal();
    }
    assertError(file, "rising times in 't-coordinate', found 1.0 followed by NaN");
  }

  @Test
  void read_ofGroupWithAnotherShape_namesIt() {
    Hdf5Plan plan = new Hdf5Plan();
    for (int i = 0; i < 2; i++) {
      Hdf5Plan trajectory = plan.group("000" + i).dataset("data", F, 2 + i, 3, 1);
      trajectory.group("grid").dataset("x", F, 3).dataset("t", F, 2);
    }
    Path made = TrajectoryFiles.make(folder.resolve("a.h5"), plan);
    try (TrajectoryFile file = TrajectoryFile.open(made)) {
      assertThatThrownBy(() -> file.set("").read(0, 2, 0, 2))
          .isInstanceOf(UserError.class)
          .hasMessageContaining(
              "expected '0001/data' of shape (2, 3, 1), as the first, found (3, 3, 1)");
      assertThatThrownBy(() -> file.set("train"))
          .hasMessageContaining("a set 'train', found one set without a name. Leave the name out.");
    }
  }

  private void assertError(Hdf5Plan plan, String message) {
    assertError(TrajectoryFiles.make(folder.resolve("a.h5"), plan), message);
  }

  private static void assertError(Path file, String message) {
    assertThatThrownBy(() -> TrajectoryFile.open(file).close())
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + ": expected ")
        .hasMessageContaining(message);
  }
}
