package io.tfsno.data.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jhdf.HdfFile;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.file.Boxes;
import io.tfsno.data.file.Shapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways HDF5 stores numbers that the samples of PDEBench do not show. */
class StorageTest {
  @TempDir Path folder;

  @Test
  void dataSet_beyondTwoGibibytes_readsAndWritesAtItsEnd() {
    Path file = folder.resolve("large.h5");
    long trajectories = 600_000;
    int row = 2 * 512;
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, trajectories, 2, 512);
    float[] last = counting(row);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("tensor", (trajectories - 1) * row, last);
      writer.write("x-coordinate", 0, counting(512));
      writer.write("t-coordinate", 0, counting(2));
      writer.seal();
    }
    assertThat(file.toFile().length()).isGreaterThan(1L << 31);
    try (TrajectoryFile opened = TrajectoryFile.open(file);
        HdfFile hdf = new HdfFile(file)) {
      assertThat(opened.set("").read(trajectories - 1, 1, 0, 2)).isEqualTo(last);
      assertThat(opened.set("").read(trajectories - 2, 2, 1, 1)[512]).isEqualTo(512);
      assertThat(opened.set("").read(0, 1, 0, 1)).containsOnly(0f);
      float[][][] other =
          (float[][][])
              hdf.getDatasetByPath("tensor")
                  .getData(new long[] {trajectories - 1, 1, 0}, new int[] {1, 1, 512});
      assertThat(other[0][0]).isEqualTo(Arrays.copyOfRange(last, 512, 1024));
    }
  }

  @Test
  void chunks_withEachFilterMask_decode() {
    // Shuffle and gzip; chunk 1 skipped the shuffle, 2 gzip, 3 both; chunk 5 was never written.
    try (TrajectoryFile file =
        TrajectoryFile.open(TrajectoryFiles.sample("hdf5_filter_masks.h5"))) {
      float[] all = file.set("").read(0, 6, 0, 4);
      assertThat(Arrays.copyOf(all, 5 * 32)).isEqualTo(Arrays.copyOf(expected(), 5 * 32));
      assertThat(Arrays.copyOfRange(all, 5 * 32, 6 * 32)).containsOnly(-7f); // the fill value
    }
  }

  @Test
  void newestFormat_withUserBlockAndBigEndianDoubles_decodes() {
    // Superblock 3, version-4 chunk indexes, Fletcher checksums, chunks that do not divide.
    try (TrajectoryFile file =
        TrajectoryFile.open(TrajectoryFiles.sample("hdf5_latest_format.h5"))) {
      assertThat(file.groups()).containsExactly("train", "test");
      assertThat(file.set("train").read(0, 6, 0, 4)).isEqualTo(expected());
      assertThat(file.set("test").read(0, 2, 0, 4)).isEqualTo(Arrays.copyOf(expected(), 2 * 32));
      assertThat(file.set("train").times()).containsExactly(0, 1, 2, 3); // from int32
      assertThat(file.set("test").attributes())
          .containsEntry("nu", 0.5) // the group's, not the file's 3.0
          .containsEntry("root", 1L)
          .containsEntry("one", 4L) // an array of length one
          .containsEntry("name", "vlen")
          .doesNotContainKey("many");
    }
  }

  @Test
  void lzf_ofLiteralsAndOverlappingRepeats_decodes() throws IOException {
    // Two literals "ab", then "go back 2, copy 9", then a long repeat: go back 1, copy 7 + 3 + 2.
    byte[] coded = {1, 'a', 'b', (byte) 0xE0, 0, 1, (byte) 0xE0, 3, 0};
    byte[] text = Lzf.decode(coded, 23);
    assertThat(new String(text, StandardCharsets.US_ASCII))
        .isEqualTo("abababababa" + "a".repeat(12));
    assertThatThrownBy(() -> Lzf.decode(coded, 22)).hasMessageContaining("damaged LZF data");
    assertThatThrownBy(() -> Lzf.decode(coded, 24)).hasMessageContaining("23 instead of 24");
    assertThatThrownBy(() -> Lzf.decode(new byte[] {32, 0}, 3)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Lzf.decode(new byte[] {5, 0}, 6)).isInstanceOf(IOException.class);
  }

  @Test
  void boxCopy_betweenRandomShapes_equalsElementwiseCopy() {
    Random random = new Random(5);
    for (int trial = 0; trial < 200; trial++) {
      int rank = 1 + random.nextInt(4);
      long[][] v = new long[5][rank]; // box, from shape and start, to shape and start
      for (int i = 0; i < rank; i++) {
        v[0][i] = 1L + random.nextInt(3);
        for (int side = 1; side < 5; side += 2) {
          v[side + 1][i] = random.nextInt(2);
          v[side][i] = v[0][i] + v[side + 1][i] + random.nextInt(2);
        }
      }
      int[] copied = new int[(int) Shapes.size(v[3])];
      Boxes.forEachRun(
          v[0],
          v[1],
          v[2],
          v[3],
          v[4],
          (from, to, length) -> {
            for (int i = 0; i < length; i++) {
              copied[(int) to + i] = (int) from + i + 1;
            }
          });
      int[] wanted = new int[copied.length];
      for (int n = 0; n < Shapes.size(v[0]); n++) {
        wanted[index(n, v[0], v[3], v[4])] = index(n, v[0], v[1], v[2]) + 1;
      }
      assertThat(copied).isEqualTo(wanted);
    }
  }

  /** Where the n-th element of a box stands in an array that holds the box at {@code start}. */
  private static int index(int n, long[] box, long[] shape, long[] start) {
    int rest = n;
    int index = 0;
    int stride = 1;
    for (int i = box.length - 1; i >= 0; i--) {
      index += (int) (rest % box[i] + start[i]) * stride;
      rest /= (int) box[i];
      stride *= (int) shape[i];
    }
    return index;
  }

  /** What both files hold: tensor[b, t, x] = 100 b + 10 t + x / 8. */
  private static float[] expected() {
    float[] values = new float[6 * 4 * 8];
    for (int i = 0; i < values.length; i++) {
      values[i] = 100 * (i / 32) + 10 * (i / 8 % 4) + (i % 8) / 8f;
    }
    return values;
  }

  private static float[] counting(int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = i;
    }
    return values;
  }
}
