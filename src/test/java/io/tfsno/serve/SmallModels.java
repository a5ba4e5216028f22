package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of small models, trained for a moment, and the data of E1; made once for all tests. */
final class SmallModels {
  private static Path folder;

  private SmallModels() {}

  /** Holds tiny-tfsno, tiny-fno (both E1) and tiny-2d (E4). */
  static synchronized Path folder() throws IOException {
    if (folder == null) {
      // Below target, where the next clean build removes it: no single test knows that it is the
      // last.
      Path made = Files.createTempDirectory(Path.of("target"), "small-models").toAbsolutePath();
      data("E1", made.resolve("e1.h5"), 8);
      data("E4", made.resolve("e4.h5"), 0);
      train(made, "tiny-tfsno", "e1.h5", "{name: tfsno, widths: [8, 8, 8], modes: [6, 6, 6]}");
      train(made, "tiny-fno", "e1.h5", "{name: fno, width: 8, modes: 6}");
      train(made, "tiny-2d", "e4.h5", "{name: tfsno, widths: [4, 4, 4], modes: [4, 4, 4]}");
      folder = made;
    }
    return folder;
  }

  /** The set whose test split holds the benchmark's first random states. */
  static Path e1() throws IOException {
    return folder().resolve("e1.h5");
  }

  private static void data(String benchmark, Path out, int test) {
    String[] command = {
      "data",
      "generate",
      benchmark,
      "--quick",
      "--train",
      "8",
      "--test",
      "" + test,
      "--snapshots",
      "12",
      "--out",
      out.toString()
    };
    assertThat(Main.run(command)).isZero();
  }

  private static void train(Path folder, String name, String data, String model)
      throws IOException {
    String yaml =
        """
        name: %s
        data: {file: %s}
        model: %s
        training: {epochs: 2, batch: 4}
        validation: {trajectories: 2, every: 1, horizon: 3}
        """
            .formatted(name, folder.resolve(data), model.replace("}", ", predictDelta: true}"));
    Path config = Files.writeString(folder.resolve(name + ".yaml"), yaml);
    assertThat(Main.run("train", config.toString(), "--out", folder.resolve(name).toString()))
        .isZero();
  }
}
