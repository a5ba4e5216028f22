package io.tfsno.data.foreign.zarr;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.ChunkSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The chunks of one array, each a value of the store. */
record Chunks(Path file, Store store, String path, ArrayMetadata what) implements ChunkSource {
  @Override
  public byte[] decoded(long[] corner) {
    String key =
        IntStream.range(0, corner.length)
            .mapToObj(i -> Long.toString(corner[i] / what.chunk()[i]))
            .collect(Collectors.joining(what.separator(), path + what.prefix(), ""));
    try {
      byte[] bytes = store.get(key);
      return bytes == null ? null : inOrder(undone(bytes));
    } catch (IOException e) {
      throw DataFiles.error(
          file, "a whole chunk '" + key + "'", e.getMessage(), "Copy or make the file again.");
    }
  }

  private byte[] undone(byte[] stored) throws IOException {
    int size = Math.toIntExact(Shapes.size(what.chunk()) * what.type().bytes());
    byte[] bytes = stored;
    for (Codec codec : what.codecs()) {
      bytes = codec.decode(bytes, size + 4 * what.codecs().size()); // a checksum may be inside
    }
    if (bytes.length != size) {
      throw new IOException("%d bytes instead of %d".formatted(bytes.length, size));
    }
    return bytes;
  }

  private byte[] inOrder(byte[] bytes) {
    int rank = what.chunk().length;
    if (Arrays.equals(what.stored(), IntStream.range(0, rank).toArray())) {
      return bytes;
    }
    long[] stride = new long[rank]; // of each axis in what is stored
    long step = 1;
    for (int i = rank - 1; i >= 0; i--) {
      stride[what.stored()[i]] = step;
      step *= what.chunk()[what.stored()[i]];
    }
    int width = what.type().bytes();
    byte[] out = new byte[bytes.length];
    for (int element = 0; element < out.length / width; element++) {
      long rest = element;
      long from = 0;
      for (int axis = rank - 1; axis >= 0; axis--) {
        from += rest % what.chunk()[axis] * stride[axis];
        rest /= what.chunk()[axis];
      }
      System.arraycopy(bytes, Math.toIntExact(from * width), out, element * width, width);
    }
    return out;
  }
}
