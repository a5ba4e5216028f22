package io.tfsno.data.hdf5;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FloatType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The bytes that a file of ours would have without its checksums. They say what the data are:
 * checksums do not belong to it, and the same set written without them is the same set.
 */
public final class PlainForm {
  private static final int MOST_METADATA = 1 << 22;

  private final byte[] metadata;
  private final long size;

  /** Runs of numbers by their place here: where they stand in the file, and how long they are. */
  private final TreeMap<Long, long[]> runs = new TreeMap<>();

  private PlainForm(Hdf5Layout plain, Hdf5Layout stored) {
    metadata = plain.metadata();
    size = plain.fileSize();
    plain
        .datasets()
        .forEach(
            (path, placed) -> {
              long from = stored.datasets().get(path).address();
              runs.put(placed.address(), new long[] {from, placed.dataset().bytes()});
            });
  }

  /** Empty for a file without checksums, and for one that our writer has not written as it is. */
  public static Optional<PlainForm> of(Path file, FileChannel channel) throws IOException {
    if (!isNoted(channel)) {
      return Optional.empty();
    }
    try (Hdf5Input input = Hdf5Input.open(file)) {
      Hdf5Plan plain = new Hdf5Plan();
      Hdf5Plan full = new Hdf5Plan();
      if (!add(input.root(), plain, full)) {
        return Optional.empty();
      }
      Hdf5Layout stored = new Hdf5Layout(full);
      ByteBuffer found = ByteBuffer.allocate(stored.metadata().length);
      if (channel.size() != stored.fileSize()) {
        return Optional.empty();
      }
      Blocks.readFully(channel, 0, found);
      return Arrays.equals(found.array(), stored.metadata())
          ? Optional.of(new PlainForm(new Hdf5Layout(plain), stored))
          : Optional.empty();
    } catch (UserError | IllegalArgumentException e) {
      return Optional.empty(); // not ours, or damaged: its bytes are what they are
    }
  }

  /**
   * Looks for the note among the first bytes, where our metadata stand: a file may be another's.
   */
  private static boolean isNoted(FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate((int) Math.min(MOST_METADATA, channel.size()));
    Blocks.readFully(channel, 0, start);
    String text = new String(start.array(), StandardCharsets.ISO_8859_1);
    return text.startsWith(new String(Hdf5Layout.SIGNATURE, StandardCharsets.ISO_8859_1))
        && text.contains(Checksums.NOTE);
  }

  /** Plans a group as it is, and without checksums; says whether it has any. */
  private static boolean add(Hdf5Group group, Hdf5Plan plain, Hdf5Plan full) {
    boolean any = false;
    for (String name : group.datasetNames()) {
      Hdf5Description known = group.describe(name);
      if (known.type() == ElementType.UINT32 && Checksums.isTable(name)) {
        full.table(name, known.shape());
        any = true;
      } else {
        FloatType type =
            known.type() == ElementType.FLOAT32 ? FloatType.FLOAT32 : FloatType.FLOAT64;
        full.dataset(name, type, known.shape());
        plain.dataset(name, type, known.shape());
      }
    }
    for (Map.Entry<String, Object> attribute : group.attributes().entrySet()) {
      full.attribute(attribute.getKey(), attribute.getValue());
      if (!attribute.getKey().equals(Checksums.NOTE)) {
        plain.attribute(attribute.getKey(), attribute.getValue());
      }
    }
    for (String name : group.groupNames()) {
      any |= add(group.group(name), plain.group(name), full.group(name));
    }
    return any;
  }

  public long size() {
    return size;
  }

  /** Fills a buffer with the bytes from a place on. */
  public void read(FileChannel channel, long at, ByteBuffer to) throws IOException {
    int length = to.remaining();
    byte[] bytes = new byte[length]; // zeros between the data sets
    copy(ByteBuffer.wrap(metadata), at, bytes);
    Long before = runs.floorKey(at);
    for (Map.Entry<Long, long[]> run :
        runs.subMap(before == null ? 0 : before, true, at + length, false).entrySet()) {
      long begin = Math.max(at, run.getKey());
      long end = Math.min(at + length, run.getKey() + run.getValue()[1]);
      if (begin < end) {
        ByteBuffer part = ByteBuffer.wrap(bytes, (int) (begin - at), (int) (end - begin));
        Blocks.readFully(channel, run.getValue()[0] + begin - run.getKey(), part);
      }
    }
    to.put(bytes);
  }

  private static void copy(ByteBuffer metadata, long at, byte[] to) {
    if (at < metadata.capacity()) {
      int count = (int) Math.min(to.length, metadata.capacity() - at);
      metadata.position((int) at).get(to, 0, count);
    }
  }
}
