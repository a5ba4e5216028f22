package io.tfsno.cli;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The work is done by {@code packaging/bundle.sh}, out of a checkout of the project. */
@Command(
    name = "bundle",
    description = {
      "Make one archive for GPU machines without Java: it holds a Java run-time "
          + "image and this program, and uses the libraries of the PyTorch installed there.",
      "Needs Linux on x86_64, a JDK with jlink, and Maven; downloads 458 MB the first time."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  tfsno bundle --out dist",
      "Then, on the GPU machine:",
      "  tar -xf tfsno-*.tar.xz && tfsno-*/tfsno doctor"
    })
final class BundleCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "folder for the archive; created if missing")
  private Path out;

  @Option(names = "--force", description = "replace an existing archive")
  private boolean force;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add("bash");
    words.add(script(System.getProperty("tfsno.home")).toString());
    words.add(out.toString());
    words.add(BuildInfo.version());
    words.add(System.getProperty("java.home"));
    if (force) {
      words.add("--force");
    }
    return new ProcessBuilder(words).inheritIO().start().waitFor();
  }

  /** The script inside the checkout whose launcher started us. */
  static Path script(String home) {
    Path script = Path.of(home == null ? "" : home, "packaging", "bundle.sh");
    if (home == null || !Files.isRegularFile(script)) {
      throw new UserError(
          "to be started by ./tfsno in a checkout of the project",
          home == null ? "no checkout" : "no " + script,
          "A bundle is made from the sources, not from another bundle or a jar.");
    }
    return script;
  }
}
