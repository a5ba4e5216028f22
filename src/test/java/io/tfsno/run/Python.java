package io.tfsno.run;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A Python that has PyTorch, for tests of the bridge; they are skipped where there is none. */
final class Python {
  private static final Optional<String> FOUND =
      Stream.of("python3", "/usr/bin/python3").filter(Python::hasTorch).findFirst();

  private Python() {}

  static void require() {
    assumeTrue(FOUND.isPresent(), "no python3 with torch; install it with: .ci/install-python");
  }

  private static boolean hasTorch(String python) {
    try {
      return start(python, "-c", "import torch, numpy").waitFor() == 0;
    } catch (UncheckedIOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a command of {@code bridge.py} answers. */
  static JsonNode run(String command, Object... arguments) {
    List<String> line = new ArrayList<>(List.of(FOUND.orElseThrow(), "src/test/python/bridge.py"));
    line.add(command);
    Arrays.stream(arguments).map(Object::toString).forEach(line::add);
    Path errors = errors();
    try {
      Process process =
          new ProcessBuilder(line).redirectError(errors.toFile()).directory(null).start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError(Files.readString(errors));
      }
      return new ObjectMapper().readTree(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path errors() {
    try {
      Path file = Files.createTempFile("python", ".txt");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process start(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
