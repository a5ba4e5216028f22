package io.tfsno.data.generate;

import io.tfsno.base.ConfigReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The specifications that come with the program: the benchmarks E1 to E6, and N1 to N6, in which
 * something hidden differs between trajectories.
 */
public final class ShippedSpecs {
  private static final List<String> NAMES =
      List.of("E1", "E2", "E3", "E4", "E5", "E6", "N1", "N2", "N3", "N4", "N5", "N6");

  private ShippedSpecs() {}

  public static List<String> names() {
    return NAMES;
  }

  /** The name of a specification as people write it, if there is one. */
  public static Optional<String> find(String name) {
    return NAMES.stream().filter(n -> n.equalsIgnoreCase(name)).findFirst();
  }

  public static SetSpec of(String name) {
    return ConfigReader.parse(name, text(name), SetSpec.class);
  }

  /** The file itself, to start an own one from. */
  public static String text(String name) {
    String file = name.toLowerCase(Locale.ROOT) + ".yaml";
    try (InputStream in = ShippedSpecs.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
