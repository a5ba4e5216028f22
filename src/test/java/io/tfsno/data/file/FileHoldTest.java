package io.tfsno.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.hdf5.UnfinishedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Locks as the operating system sees them, which another process would be refused by. */
@EnabledOnOs(OS.LINUX)
class FileHoldTest {
  @TempDir private Path folder;

  @Test
  void hold_refusedToASecond_isStillTheFirstOnes() throws IOException {
    Path file = folder.resolve("lock");
    FileHold first = FileHold.tryTake(file).orElseThrow();
    Assumptions.assumeTrue(isLocked(file), "needs /proc/locks");
    Path alias = Files.createSymbolicLink(folder.resolve("alias"), file);
    assertThat(FileHold.tryTake(file)).isEmpty();
    assertThat(FileHold.tryTake(alias)).isEmpty();
    assertThat(isLocked(file)).isTrue();
    first.close();
    first.close();
    assertThat(isLocked(file)).isFalse();
    try (FileHold next = FileHold.tryTake(file).orElseThrow()) {
      assertThat(next).isNotNull();
      assertThat(FileHold.isHeldHere(alias)).isTrue();
    }
    assertThat(FileHold.isHeldHere(file)).isFalse();
  }

  @Test
  void dataFile_refusedToASecondWriter_isStillTheFirstOnes() throws IOException {
    Path file = folder.resolve("set.h5.part");
    Hdf5Plan plan = new Hdf5Plan();
    plan.dataset("u", FloatType.FLOAT32, 4);
    try (Hdf5Writer first = Hdf5Writer.create(file, plan)) {
      Assumptions.assumeTrue(isLocked(file), "needs /proc/locks");
      assertRefused(() -> Hdf5Writer.create(file, plan));
      assertRefused(() -> Hdf5Writer.reopen(file, plan));
      assertRefused(() -> UnfinishedFile.progress(file, plan));
      assertThat(isLocked(file)).isTrue();
      first.write("u", 0, new float[] {1, 2, 3, 4});
      first.seal();
    }
    assertThat(UnfinishedFile.progress(file, plan)).isEqualTo(UnfinishedFile.Progress.SEALED);
  }

  private static void assertRefused(Runnable second) {
    assertThatThrownBy(second::run)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("one that another process is writing");
  }

  private static boolean isLocked(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(line -> line.contains("POSIX") && line.contains(inode));
  }
}
