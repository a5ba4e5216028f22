package io.tfsno.base.plugin;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * A jar with plug-ins, or with classes that plug-ins need.
 *
 * @param sha256 of the whole file, in hexadecimal digits
 * @param classes the names of all classes in it
 */
public record PluginJar(Path file, String sha256, Set<String> classes) {
  private static final String CLASS = ".class";

  /** Reads what is in a jar; a {@link UserError} names it if it is none. */
  static PluginJar read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "a plug-in jar", "no file '%s'".formatted(file), "Check the path, or build it first.");
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      Set<String> classes =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(CLASS))
              .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
              .collect(Collectors.toUnmodifiableSet());
      return new PluginJar(file.toAbsolutePath().normalize(), digest(file), classes);
    } catch (IOException e) {
      throw new UserError(
          "a plug-in jar, found '%s', which cannot be read as one (%s). Build it again."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** The name of the file, without folders of this machine. */
  public String name() {
    return file.getFileName().toString();
  }

  URL url() {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String digest(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
