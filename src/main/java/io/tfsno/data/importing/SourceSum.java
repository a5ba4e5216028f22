package io.tfsno.data.importing;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Tells whether files are still the same without reading all of them: a checksum over the size, the
 * first and the last bytes of each.
 */
final class SourceSum {
  private static final int ENDS = 1 << 16;

  private final CRC32C sum = new CRC32C();

  private SourceSum() {}

  static String of(List<Path> files) {
    SourceSum all = new SourceSum();
    for (Path file : files) {
      try {
        all.add(file);
      } catch (IOException e) {
        throw DataFiles.cannotRead(file, e);
      }
    }
    return "%08x".formatted(all.sum.getValue());
  }

  private void add(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      addFile(file);
      return;
    }
    try (Stream<Path> inside = Files.walk(file)) {
      for (Path one : inside.filter(Files::isRegularFile).sorted().toList()) {
        addFile(one);
      }
    }
  }

  private void addFile(Path file) throws IOException {
    try (FileChannel channel = DataFiles.openForReading(file, "a file to import")) {
      long size = channel.size();
      sum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, size));
      int length = (int) Math.min(ENDS, size);
      for (long at : new long[] {0, size - length}) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        Blocks.readFully(channel, at, bytes);
        sum.update(bytes.flip());
      }
    }
  }
}
