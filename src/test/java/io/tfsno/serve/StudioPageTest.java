package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in Chromium: runs src/test/browser against services of its own. */
class StudioPageTest {
  private static final Path SCRIPTS = Path.of("src", "test", "browser");
  private static final String TOKEN = "a-token-for-tests";
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  @TempDir private Path folder;

  @Test
  void page_inARealBrowser_works() throws Exception {
    Optional<Path> node = program(List.of("node"));
    Optional<Path> browser = program(BROWSERS);
    boolean ready =
        node.isPresent()
            && browser.isPresent()
            && Files.isDirectory(SCRIPTS.resolve("node_modules/playwright-core"));
    assumeTrue(ready, "no browser to test the page in; install one with: .ci/install-browser");
    Path output = folder.resolve("output.txt");
    int code;
    try (StudioServer studio = start(SmallModels.folder(), null);
        StudioServer fields = start(FieldModels.folder(), null);
        StudioServer conditions = start(ConditionedModels.folder(), null);
        StudioServer own = start(SmallModels.folder(), SmallModels.folder(), null);
        StudioServer empty = start(folder.resolve("none"), null);
        StudioServer locked = start(SmallModels.folder(), TOKEN)) {
      studio.warmUp();
      ProcessBuilder tests =
          new ProcessBuilder(command(node.get()))
              .directory(SCRIPTS.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      tests
          .environment()
          .putAll(
              Map.of(
                  "STUDIO_URL", studio.url(),
                  "STUDIO_FIELDS_URL", fields.url(),
                  "STUDIO_CONDITIONS_URL", conditions.url(),
                  "STUDIO_OWN_URL", own.url(),
                  "STUDIO_EMPTY_URL", empty.url(),
                  "STUDIO_LOCKED_URL", locked.url(),
                  "STUDIO_TOKEN", TOKEN,
                  "STUDIO_RUNS", folder.toString(),
                  "STUDIO_BROWSER", browser.get().toString(),
                  "STUDIO_PICTURES", Path.of("target", "browser").toAbsolutePath().toString()));
      Process process = tests.start();
      if (!process.waitFor(6, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      code = process.waitFor();
    }
    assertThat(code).as(() -> text(output)).isZero();
  }

  /** One file after another: they share two cores with the services. */
  private static List<String> command(Path node) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(node.toString(), "--test", "--test-concurrency=1"));
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test.mjs"))
          .sorted()
          .forEach(command::add);
    }
    return command;
  }

  private StudioServer start(Path models, String token) {
    return start(models, folder, token);
  }

  private static StudioServer start(Path models, Path runs, String token) {
    return StudioServer.start(
        new ServeOptions("127.0.0.1", 0, models, runs, token, Device.CPU, 1, Limits.standard()));
  }

  private static Optional<Path> program(List<String> names) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator, -1))
        .flatMap(place -> names.stream().map(name -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "no output: " + e.getMessage();
    }
  }
}
