package io.tfsno.data.hdf5;

import java.io.IOException;
import java.util.Arrays;

/**
 * HDF5's checksum of a chunk: two running sums modulo 65535 over big-endian 16-bit words, stored
 * behind the chunk as 4 little-endian bytes.
 */
final class Fletcher32 {
  private static final int BYTES = 4;
  private static final int MODULUS = 65535;

  private Fletcher32() {}

  /** The data without the checksum behind them; {@link IOException} if the two do not agree. */
  static byte[] verified(byte[] stored) throws IOException {
    int length = stored.length - BYTES;
    if (length < 0) {
      throw new IOException("a chunk that is shorter than its checksum");
    }
    int expected = 0;
    for (int i = BYTES - 1; i >= 0; i--) {
      expected = expected << 8 | (stored[length + i] & 0xFF);
    }
    int found = sum(stored, length);
    // Libraries before 1.6.3 swapped the bytes of both halves on little-endian machines.
    int swapped = (found & 0x00FF00FF) << 8 | (found >>> 8 & 0x00FF00FF);
    if (expected != found && expected != swapped) {
      throw new IOException(
          "a chunk with the checksum %08x instead of %08x".formatted(found, expected));
    }
    return Arrays.copyOf(stored, length);
  }

  private static int sum(byte[] data, int length) {
    long first = 0;
    long second = 0;
    for (int i = 0; i < length; i += 2) {
      int low = i + 1 < length ? data[i + 1] & 0xFF : 0;
      first = folded(first + ((data[i] & 0xFF) << 8 | low));
      second = folded(second + first);
    }
    return (int) (second << 16 | first);
  }

  /** Ones' complement: only a sum of nothing is 0, any other multiple of the modulus is 65535. */
  private static long folded(long sum) {
    return sum > MODULUS ? sum - MODULUS : sum;
  }
}
