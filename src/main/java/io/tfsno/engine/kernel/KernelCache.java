package io.tfsno.engine.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/**
 * Compiled kernels on disk, so that only the first program that needs one waits for the compiler:
 * in {@code $XDG_CACHE_HOME/tfsno}, else in {@code ~/.cache/tfsno}, or where the property {@code
 * tfsno.cache} says. A folder that cannot be written costs time, nothing else.
 */
final class KernelCache {
  private KernelCache() {}

  /** The machine code for a source and its options, compiled if it is not there. */
  static byte[] get(String source, List<String> options, Supplier<byte[]> compile) {
    return get(folder(), source, options, compile);
  }

  static byte[] get(Path folder, String source, List<String> options, Supplier<byte[]> compile) {
    String name = digest((source + options).getBytes(StandardCharsets.UTF_8));
    Path file = folder.resolve(name + ".cubin");
    byte[] known = read(file);
    if (known != null) {
      return known;
    }
    byte[] code = compile.get();
    write(file, code);
    return code;
  }

  private static Path folder() {
    String chosen = System.getProperty("tfsno.cache");
    if (chosen != null) {
      return Path.of(chosen);
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    return shared != null && !shared.isEmpty()
        ? Path.of(shared, "tfsno")
        : Path.of(System.getProperty("user.home"), ".cache", "tfsno");
  }

  /** The code behind its own digest; null if there is none, or a damaged one. */
  private static byte[] read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int at = bytes.length - 64;
      if (at < 0) {
        return null;
      }
      byte[] code = Arrays.copyOf(bytes, at);
      String stated = new String(bytes, at, 64, StandardCharsets.US_ASCII);
      return stated.equals(digest(code)) ? code : null;
    } catch (IOException e) {
      return null;
    }
  }

  private static void write(Path file, byte[] code) {
    Path part = null;
    try {
      Files.createDirectories(file.getParent());
      part = Files.createTempFile(file.getParent(), "kernel", ".part");
      byte[] sum = digest(code).getBytes(StandardCharsets.US_ASCII);
      byte[] all = Arrays.copyOf(code, code.length + sum.length);
      System.arraycopy(sum, 0, all, code.length, sum.length);
      Files.write(part, all);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      discard(part);
    }
  }

  private static void discard(Path part) {
    try {
      if (part != null) {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      // Left behind in a folder that is only a cache.
    }
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
