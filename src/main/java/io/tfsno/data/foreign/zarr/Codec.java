package io.tfsno.data.foreign.zarr;

import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Undoes one compression of a chunk. */
@FunctionalInterface
interface Codec {
  /** Those we know, by the name that Zarr gives them. */
  Map<String, Codec> BY_NAME =
      Map.of(
          "zlib", (in, size) -> inflated(new InflaterInputStream(bytes(in)), size),
          "gzip", (in, size) -> inflated(new GZIPInputStream(bytes(in)), size),
          "zstd", (in, size) -> decompressed(new ZstdDecompressor(), in, 0, size),
          // NumCodecs puts the size, as four bytes, in front of LZ4's.
          "lz4", (in, size) -> decompressed(new Lz4Decompressor(), in, 4, size),
          "blosc", (in, size) -> Blosc.decode(in, size),
          "crc32c", (in, size) -> checked(in));

  /**
   * @param size the most bytes that may come out
   */
  byte[] decode(byte[] in, int size) throws IOException;

  private static byte[] checked(byte[] in) throws IOException {
    int size = Math.max(0, in.length - 4);
    CRC32C sum = new CRC32C();
    sum.update(in, 0, size);
    ByteBuffer stored = ByteBuffer.wrap(in).order(ByteOrder.LITTLE_ENDIAN);
    if (in.length < 4 || stored.getInt(size) != (int) sum.getValue()) {
      throw new IOException("a chunk whose checksum is wrong");
    }
    return Arrays.copyOf(in, size);
  }

  private static ByteArrayInputStream bytes(byte[] in) {
    return new ByteArrayInputStream(in);
  }

  private static byte[] inflated(InputStream from, int size) throws IOException {
    try (from) {
      return from.readNBytes(size);
    }
  }

  /** All of a block, from a place on. */
  static byte[] decompressed(Decompressor codec, byte[] in, int from, int size) throws IOException {
    byte[] out = new byte[size];
    try {
      int n = codec.decompress(in, from, in.length - from, out, 0, size);
      return n == size ? out : Arrays.copyOf(out, n);
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("damaged compressed data", e);
    }
  }
}
