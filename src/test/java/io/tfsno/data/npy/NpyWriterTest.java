package io.tfsno.data.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyWriterTest {
  @TempDir Path folder;

  @Test
  void blocks_inOrder_makeTheWholeArray() {
    Path file = folder.resolve("a.npy");
    float[] expected = new float[200_000]; // more than one buffer
    Arrays.fill(expected, 3, 200_000, 0.25f);
    expected[0] = 1;
    try (NpyWriter writer = new NpyWriter(file, FloatType.FLOAT32, 2, 100_000)) {
      writer.append(new float[] {1, 0});
      writer.append(new double[] {0});
      writer.append(Arrays.copyOfRange(expected, 3, 200_000));
      assertThat(file).doesNotExist();
    }
    assertThat(Npy.read(file).floats()).isEqualTo(expected);
    assertThat(folder.resolve("a.npy.part")).doesNotExist();
  }

  @Test
  void close_beforeTheLastNumber_keepsTheOldFileAndNoPart() {
    Path file = folder.resolve("a.npy");
    Npy.write(file, new int[] {1}, new float[] {5});
    NpyWriter writer = new NpyWriter(file, FloatType.FLOAT32, 3);
    writer.append(new float[] {1, 2});
    assertThatThrownBy(writer::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2 of 3 numbers");
    assertThat(Npy.read(file).floats()).containsExactly(5);
    assertThat(folder.toFile().list()).containsExactly("a.npy");
  }

  @Test
  void append_beyondTheShape_isRefused() {
    NpyWriter writer = new NpyWriter(folder.resolve("a.npy"), FloatType.FLOAT64, 2);
    writer.append(new double[] {1});
    assertThatThrownBy(() -> writer.append(new double[2]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2 numbers do not fit after 1 of 2");
    writer.append(new double[] {2});
    writer.close();
    writer.close(); // a second time does no harm
    assertThat(Npy.read(folder.resolve("a.npy")).doubles()).containsExactly(1, 2);
  }

  @Test
  void writer_inMissingFolder_isUserError() {
    Path file = folder.resolve("none").resolve("a.npy");
    assertThatThrownBy(() -> new NpyWriter(file, FloatType.FLOAT32, 1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot be written: no such file or folder");
  }
}
