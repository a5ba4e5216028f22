package io.tfsno.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads files that ought to be small, so that one which is not cannot fill the memory. */
public final class SmallFile {
  private SmallFile() {}

  /**
   * All bytes of a file, unpacked where its name ends in .gz; an {@link IOException} that says so
   * if there are more than allowed.
   */
  public static byte[] read(Path file, int mostBytes) throws IOException {
    try (InputStream stored = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(stored) : stored) {
      byte[] bytes = in.readNBytes(mostBytes);
      if (in.read() >= 0) {
        throw new IOException("more than %d bytes".formatted(mostBytes));
      }
      return bytes;
    }
  }
}
