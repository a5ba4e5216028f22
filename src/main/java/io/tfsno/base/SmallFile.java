package io.tfsno.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that ought to be small, so that one which is not cannot fill the memory. */
public final class SmallFile {
  private SmallFile() {}

  /** All bytes of a file; an {@link IOException} that says so if there are more than allowed. */
  public static byte[] read(Path file, int mostBytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(mostBytes);
      if (in.read() >= 0) {
        throw new IOException("more than %d bytes".formatted(mostBytes));
      }
      return bytes;
    }
  }
}
