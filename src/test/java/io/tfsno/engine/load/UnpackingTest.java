package io.tfsno.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.OtherJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackingTest {
  @TempDir Path folder;

  /** Another process: unpacks slowly, one file after the other. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      try (Unpacking turn = Unpacking.begin(folder, "library")) {
        Files.writeString(folder.resolve("first"), "");
        Thread.sleep(300);
        Files.writeString(folder.resolve("second"), "");
        turn.complete();
      }
    }
  }

  @Test
  void secondProcess_waitsUntilAllIsUnpacked() throws Exception {
    Process other = new ProcessBuilder(OtherJvm.command(Other.class, folder)).inheritIO().start();
    while (!Files.exists(folder.resolve("first")) && other.isAlive()) {
      Thread.sleep(1);
    }
    try (Unpacking turn = Unpacking.begin(folder, "library")) {
      assertThat(folder.resolve("second")).exists();
    }
    assertThat(other.waitFor()).isZero();
  }

  @Test
  void processThatDiedHalfway_leavesTheTurnToTheNext() {
    try (Unpacking died = Unpacking.begin(folder, "library")) {
      assertThat(folder.resolve("library.unpacked")).doesNotExist();
    }
    try (Unpacking next = Unpacking.begin(folder, "library")) {
      next.complete();
    }
    assertThat(folder.resolve("library.unpacked")).exists();
  }
}
