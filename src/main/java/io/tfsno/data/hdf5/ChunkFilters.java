package io.tfsno.data.hdf5;

import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes the filters that a chunk went through when it was stored, last one first. A set bit in the
 * chunk's own mask says that this chunk skipped the filter, as LZF does with chunks it cannot make
 * smaller. (jHDF 0.13 ignores the mask, so we decode ourselves.)
 */
final class ChunkFilters {
  private static final int DEFLATE = 1;
  private static final int SHUFFLE = 2;
  private static final int FLETCHER32 = 3;
  private static final int LZF = 32000;

  /** The most bytes that one stored byte can stand for: 258 per 2 bits, and 264 per 3 bytes. */
  static final int MOST_DEFLATED = 1032;

  private static final int MOST_LZF = 88;

  private final List<FilterInfo> filters;

  ChunkFilters(List<FilterInfo> filters) {
    this.filters = List.copyOf(filters);
  }

  /** The first filter that we cannot undo, as text, or null. */
  String unsupported() {
    for (FilterInfo filter : filters) {
      if (!List.of(DEFLATE, SHUFFLE, FLETCHER32, LZF).contains(filter.getId())) {
        return "%s (number %d)".formatted(filter.getName(), filter.getId());
      }
    }
    return null;
  }

  byte[] decode(byte[] stored, BitSet skipped, int bytes) throws IOException {
    byte[] data = stored;
    for (int i = filters.size() - 1; i >= 0; i--) {
      if (skipped == null || !skipped.get(i)) {
        // Only a checksum may follow the compressor, so whatever is inflated has the final size,
        // but for a checksum that was taken before it.
        data = decode(filters.get(i), data, bytes + checksumBytes(skipped, i));
      }
    }
    if (data.length < bytes) {
      throw new IOException("a chunk of %d instead of %d bytes".formatted(data.length, bytes));
    }
    return data;
  }

  private int checksumBytes(BitSet skipped, int before) {
    int bytes = 0;
    for (int i = 0; i < before; i++) {
      boolean active = skipped == null || !skipped.get(i);
      bytes += active && filters.get(i).getId() == FLETCHER32 ? 4 : 0;
    }
    return bytes;
  }

  private static byte[] decode(FilterInfo filter, byte[] data, int bytes) throws IOException {
    return switch (filter.getId()) {
      case DEFLATE -> inflate(data, bytes);
      case SHUFFLE -> unshuffle(data, filter);
      case FLETCHER32 -> Fletcher32.verified(data);
      case LZF -> {
        requirePossible(data.length, bytes, MOST_LZF);
        yield Lzf.decode(data, bytes);
      }
      default -> throw new IOException("unknown filter number " + filter.getId());
    };
  }

  private static byte[] inflate(byte[] data, int bytes) throws IOException {
    Inflater inflater = new Inflater();
    try {
      requirePossible(data.length, bytes, MOST_DEFLATED);
      inflater.setInput(data);
      byte[] out = new byte[bytes];
      int done = 0;
      while (done < bytes && !inflater.finished()) {
        int n = inflater.inflate(out, done, bytes - done);
        if (n == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          break;
        }
        done += n;
      }
      // Asking for one byte more reads the checksum at the stream's end, and finds what goes on.
      int more = inflater.inflate(new byte[1]);
      if (done < bytes || more > 0) {
        throw new IOException(
            "deflated data for %s instead of %d bytes"
                .formatted(more > 0 ? "more" : Integer.toString(done), bytes));
      }
      if (!inflater.finished()) {
        throw new IOException("deflated data without their end");
      }
      return out;
    } catch (DataFormatException e) {
      throw new IOException("damaged deflated data", e);
    } finally {
      inflater.end();
    }
  }

  /** Refuses what no compressor could have made before room is made for it. */
  private static void requirePossible(int stored, int bytes, int mostPerByte) throws IOException {
    if (bytes > (long) stored * mostPerByte) {
      throw new IOException(
          "a chunk of %d stored bytes that claims to hold %d".formatted(stored, bytes));
    }
  }

  /** Shuffling stored the first bytes of all numbers together, then the second ones, and so on. */
  private static byte[] unshuffle(byte[] data, FilterInfo filter) throws IOException {
    int width = filter.getData().length == 0 ? 0 : filter.getData()[0];
    if (width < 1) {
      throw new IOException("a shuffle filter for numbers of %d bytes".formatted(width));
    }
    int count = data.length / width;
    byte[] out = data.clone(); // bytes beyond the last whole number stay where they are
    for (int b = 0, from = 0; b < width; b++) {
      for (int i = 0; i < count; i++) {
        out[i * width + b] = data[from++];
      }
    }
    return out;
  }
}
