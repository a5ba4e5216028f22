package io.tfsno.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/** How much memory the process holds, as Linux counts it. */
public final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /**
   * Megabytes by which the process grows over {@code steps} steps, after {@code warmUp} that do not
   * count. Skips the test where there is nothing to read.
   */
  public static double growth(int warmUp, int steps, IntConsumer step) throws IOException {
    assumeTrue(Files.isReadable(STATUS), "no " + STATUS + " on this system");
    for (int i = 0; i < warmUp; i++) {
      step.accept(i);
    }
    double before = megabytes();
    for (int i = 0; i < steps; i++) {
      step.accept(i);
    }
    return megabytes() - before;
  }

  /** Megabytes that the process holds now; 0 where there is nothing to read. */
  public static double now() {
    try {
      return Files.isReadable(STATUS) ? megabytes() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double megabytes() throws IOException {
    // Shrinks the Java heap to what lives, so that what is left to see is native memory.
    System.gc();
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }
}
