package io.tfsno.data.hdf5;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.TrajectorySet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is cut off a file, reading it ends in a user error or in the right numbers. */
class DamagedFileTest {
  private static final int CUTS = 120;
  private static final int END_OF_FILE_FIELD = 40;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.tfsno.data.TrajectoryFiles#samples")
  void sample_cutAnywhere_isUserErrorOrRight(String name) throws IOException {
    cut(TrajectoryFiles.sample(name));
  }

  @Test
  void ownFile_cutAnywhere_isUserErrorOrRight() throws IOException {
    Hdf5Plan plan = new Hdf5Plan().attribute("benchmark", "E1");
    TrajectoryFiles.flat(plan.group("train"), true, 3, 4, 5, 6, 2).attribute("nu", 0.1);
    TrajectoryFiles.flat(plan.group("test"), true, 2, 4, 5, 6, 2);
    cut(TrajectoryFiles.make(folder.resolve("own.h5"), plan));
  }

  @Test
  void lastByte_missing_isToldWithBothSizes() throws IOException {
    byte[] whole = Files.readAllBytes(TrajectoryFiles.sample("pdebench_1d_burgers_sample.hdf5"));
    Path file = Files.write(folder.resolve("a.h5"), Arrays.copyOf(whole, whole.length - 1));
    assertThat(readAll(file))
        .isEqualTo(
            file
                + ": expected 126803 bytes according to its header, found 126802 bytes."
                + " Copy or download it again.");
  }

  @Test
  void flippedBytes_neverEscapeAsAnythingElse() throws IOException {
    byte[] whole =
        Files.readAllBytes(TrajectoryFiles.sample("pdebench_1d_burgers_contiguous_sample.hdf5"));
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(2048)] = (byte) random.nextInt(256); // the metadata ends there
      readAll(Files.write(folder.resolve("a.h5"), bytes));
    }
  }

  private void cut(Path source) throws IOException {
    byte[] whole = Files.readAllBytes(source);
    Object expected = readAll(source);
    assertThat(expected).isNotInstanceOf(String.class);
    Random random = new Random(7);
    for (int i = 0; i < CUTS; i++) {
      // Every other cut near the start, where all the structure is.
      int length = random.nextInt(i % 2 == 0 ? whole.length : Math.min(4096, whole.length));
      byte[] bytes = Arrays.copyOf(whole, length);
      if (i % 4 < 2 && length >= END_OF_FILE_FIELD + 8) {
        // Let the header claim the shorter length, so that more than the first check is tried.
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(END_OF_FILE_FIELD, length);
      }
      Object result = readAll(Files.write(folder.resolve("cut.h5"), bytes));
      if (result instanceof String message) {
        assertThat(message).contains("cut.h5: ");
      } else {
        assertThat((float[]) result).as("cut at %d", length).isEqualTo((float[]) expected);
      }
    }
  }

  /** The numbers of the last set, or the message if there are none to be had. */
  private static Object readAll(Path path) {
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      float[] all = null;
      for (String name : file.groups()) {
        TrajectorySet set = file.set(name);
        all = set.read(0, (int) set.trajectories(), 0, set.steps());
      }
      return all;
    } catch (UserError e) {
      return e.getMessage();
    }
  }
}
