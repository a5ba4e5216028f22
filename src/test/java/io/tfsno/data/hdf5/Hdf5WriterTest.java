package io.tfsno.data.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jhdf.HdfFile;
import io.jhdf.api.Group;
import io.jhdf.exceptions.HdfException;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.file.FloatType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** jHDF, which shares no code with the writer, reads back what it wrote. */
class Hdf5WriterTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("a.h5");
  }

  @Test
  void numbers_ofBothTypes_readBack() {
    Hdf5Plan plan = new Hdf5Plan().dataset("f64", FloatType.FLOAT64, 2, 2);
    plan.group("train").group("deep").dataset("f32", FloatType.FLOAT32, 3);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("f64", 2, new double[] {Math.PI, Double.NaN});
      writer.write("f64", 0, new float[] {0.1f, -2});
      writer.write("train/deep/f32", 0, new double[] {Math.PI, 1e-300, -1e300});
      writer.seal();
    }
    try (HdfFile hdf = new HdfFile(file)) {
      double[][] doubles = (double[][]) hdf.getDatasetByPath("f64").getData();
      assertThat(doubles[0]).containsExactly(0.1f, -2);
      assertThat(doubles[1]).containsExactly(Math.PI, Double.NaN);
      assertThat((float[]) hdf.getDatasetByPath("train/deep/f32").getData())
          .containsExactly((float) Math.PI, 0, Float.NEGATIVE_INFINITY);
    }
  }

  @Test
  void attributes_onRootAndGroups_readBack() {
    Hdf5Plan plan = new Hdf5Plan().attribute("text", "naïve ν = 0.01").attribute("empty", "");
    plan.group("train").attribute("nu", 0.01).attribute("seed", Long.MIN_VALUE);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.seal();
    }
    try (HdfFile hdf = new HdfFile(file)) {
      assertThat(hdf.getAttribute("text").getData()).isEqualTo("naïve ν = 0.01");
      assertThat(hdf.getAttribute("empty").getData()).isEqualTo("");
      Group train = (Group) hdf.getChild("train");
      assertThat(train.getAttribute("nu").getData()).isEqualTo(0.01);
      assertThat(train.getAttribute("seed").getData()).isEqualTo(Long.MIN_VALUE);
      assertThat(train.getChildren()).isEmpty();
    }
  }

  @Test
  void group_withManyMembers_keepsThemAll() {
    Hdf5Plan plan = new Hdf5Plan();
    for (int i = 0; i < 37; i++) {
      plan.dataset("d" + i, FloatType.FLOAT32, 1);
    }
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      for (int i = 0; i < 37; i++) {
        writer.write("d" + i, 0, new float[] {i});
      }
      writer.seal();
    }
    try (HdfFile hdf = new HdfFile(file)) {
      assertThat(hdf.getChildren()).hasSize(37);
      for (int i = 0; i < 37; i++) {
        assertThat(hdf.getDatasetByPath("d" + i).getData()).isEqualTo(new float[] {i});
      }
    }
  }

  @Test
  void file_beforeSeal_isNotHdf5() {
    Hdf5Writer.create(file, new Hdf5Plan().dataset("d", FloatType.FLOAT32, 100)).close();
    assertThatThrownBy(() -> new HdfFile(file)).isInstanceOf(HdfException.class);
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessage(
            file
                + ": expected an HDF5 file, found one that was never finished."
                + " Run the command that makes it again.");
  }

  @Test
  void reopenedFile_withTheSamePlan_equalsTheUninterruptedOne() throws IOException {
    Hdf5Plan plan = new Hdf5Plan().attribute("a", 1).dataset("d", FloatType.FLOAT32, 4);
    Path whole = folder.resolve("whole.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(whole, plan)) {
      writer.write("d", 0, new float[] {1, 2, 3, 4});
      writer.seal();
    }
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("d", 2, new float[] {3, 4});
      writer.force();
    }
    try (Hdf5Writer writer = Hdf5Writer.reopen(file, plan)) {
      writer.write("d", 0, new float[] {1, 2});
      writer.seal();
    }
    assertThat(file).hasSameBinaryContentAs(whole);
  }

  @Test
  void reopen_ofAnythingElse_isUserError() throws IOException {
    Hdf5Plan plan = new Hdf5Plan().attribute("nu", 0.01).dataset("d", FloatType.FLOAT32, 4);
    Hdf5Plan other = new Hdf5Plan().attribute("nu", 0.02).dataset("d", FloatType.FLOAT32, 4);
    Hdf5Writer.create(file, plan).close();
    assertThatThrownBy(() -> Hdf5Writer.reopen(file, other))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a.h5: expected an unfinished file with the same data sets");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 50));
    assertThatThrownBy(() -> Hdf5Writer.reopen(file, plan)).hasMessageContaining("a different one");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.seal();
    }
    assertThatThrownBy(() -> Hdf5Writer.reopen(file, plan))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found a finished one");
    assertThatThrownBy(() -> Hdf5Writer.reopen(folder.resolve("none.h5"), plan))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found no such file");
  }

  @Test
  void blocks_fromSeveralThreads_allArrive() {
    int rows = 64;
    int row = 5_000;
    Hdf5Plan plan = new Hdf5Plan().dataset("d", FloatType.FLOAT32, rows, row);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      IntStream.range(0, rows)
          .parallel()
          .forEach(
              i -> {
                float[] block = new float[row];
                Arrays.fill(block, i);
                writer.write("d", (long) i * row, block);
              });
      writer.seal();
    }
    try (HdfFile hdf = new HdfFile(file)) {
      float[][] data = (float[][]) hdf.getDatasetByPath("d").getData();
      for (int i = 0; i < rows; i++) {
        assertThat(data[i][0]).isEqualTo(i);
        assertThat(data[i][row - 1]).isEqualTo(i);
      }
    }
  }

  @Test
  void write_outsideTheDataSet_isRefused() {
    Hdf5Plan plan = new Hdf5Plan().dataset("d", FloatType.FLOAT32, 4);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      assertThatThrownBy(() -> writer.write("d", 3, new float[2]))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> writer.write("d", -1, new double[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> writer.write("e", 0, new float[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[d]");
      writer.seal();
      assertThatThrownBy(() -> writer.write("d", 0, new float[1]))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void plan_withWhatTheFormatCannotHold_isRefused() {
    Hdf5Plan plan = new Hdf5Plan().attribute("fits", "x".repeat(65_000));
    assertThatThrownBy(() -> plan.attribute("config", "x".repeat(65_536)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected at most 65,000 bytes for the HDF5 attribute 'config', found 65536 bytes."
                + " Shorten it, or keep it in a file of its own.");
    plan.dataset("d", FloatType.FLOAT32, 1);
    assertThatThrownBy(() -> plan.dataset("d", FloatType.FLOAT32, 1)).hasMessageContaining("twice");
    assertThatThrownBy(() -> plan.group("d")).hasMessageContaining("already a data set");
    assertThatThrownBy(() -> plan.dataset("a/b", FloatType.FLOAT32, 1)).hasMessageContaining("a/b");
    assertThatThrownBy(() -> plan.dataset("e", FloatType.FLOAT32, 2, 0))
        .hasMessageContaining("(2, 0)");
  }
}
