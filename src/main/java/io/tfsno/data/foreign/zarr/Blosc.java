package io.tfsno.data.foreign.zarr;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.InflaterInputStream;

/**
 * Decodes Blosc 1: blocks that are shuffled and compressed by themselves, each perhaps in one
 * stream per byte of an element. The header is 16 bytes: version, version of the compressor, flags,
 * bytes per element, then the sizes of all numbers, of a block and of the whole.
 */
final class Blosc {
  private static final int SHUFFLED = 1;
  private static final int COPIED = 2;
  private static final int BITS_SHUFFLED = 4;
  private static final int NOT_SPLIT = 16;
  private static final int HEADER = 16;
  private static final int MOST_SPLITS = 16;
  private static final int LEAST_TO_SPLIT = 128;

  private final ByteBuffer in;
  private final int flags;
  private final int width;
  private final int blockBytes;
  private final byte[] out;

  private Blosc(ByteBuffer in, int size) throws IOException {
    this.in = in;
    flags = in.get(2);
    width = Math.max(1, Byte.toUnsignedInt(in.get(3)));
    int bytes = in.getInt(4);
    blockBytes = in.getInt(8);
    if (bytes < 0 || bytes > size || blockBytes < 1) {
      throw new IOException("Blosc data for %d instead of %d bytes".formatted(bytes, size));
    }
    out = new byte[bytes];
  }

  static byte[] decode(byte[] stored, int size) throws IOException {
    try {
      return new Blosc(ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN), size).decode();
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw new IOException("damaged Blosc data", e);
    }
  }

  private byte[] decode() throws IOException {
    if ((flags & COPIED) != 0) {
      in.get(HEADER, out);
      return out;
    }
    int blocks = (out.length + blockBytes - 1) / blockBytes;
    for (int b = 0; b < blocks; b++) {
      int size = Math.min(blockBytes, out.length - b * blockBytes);
      byte[] block = block(in.getInt(HEADER + 4 * b), size);
      System.arraycopy(unshuffled(block), 0, out, b * blockBytes, size);
    }
    return out;
  }

  private byte[] block(int from, int size) throws IOException {
    boolean split =
        (flags & NOT_SPLIT) == 0
            && width <= MOST_SPLITS
            && blockBytes / width >= LEAST_TO_SPLIT
            && size == blockBytes;
    int streams = split ? width : 1;
    int each = size / streams;
    byte[] block = new byte[size];
    int at = from;
    for (int s = 0; s < streams; s++) {
      int stored = in.getInt(at);
      byte[] bytes = new byte[stored];
      in.get(at + 4, bytes);
      byte[] decoded = stored == each ? bytes : decompressed(bytes, each);
      System.arraycopy(decoded, 0, block, s * each, each);
      at += 4 + stored;
    }
    return block;
  }

  private byte[] decompressed(byte[] bytes, int size) throws IOException {
    int compressor = (flags >> 5) & 7;
    if (compressor == 3) {
      return new InflaterInputStream(new ByteArrayInputStream(bytes)).readNBytes(size);
    }
    Decompressor codec =
        switch (compressor) {
          case 1 -> new Lz4Decompressor();
          case 2 -> new SnappyDecompressor();
          case 4 -> new ZstdDecompressor();
          default ->
              throw new IOException(
                  "Blosc's compressor number "
                      + compressor
                      + (compressor == 0 ? " (blosclz)" : "")
                      + ", which is not read");
        };
    return Codec.decompressed(codec, bytes, 0, size);
  }

  private byte[] unshuffled(byte[] block) {
    return (flags & SHUFFLED) != 0 && width > 1
        ? bytesUnshuffled(block)
        : (flags & BITS_SHUFFLED) != 0 ? bitsUnshuffled(block) : block;
  }

  /** The first bytes of all elements stood together, then the second ones, and so on. */
  private byte[] bytesUnshuffled(byte[] block) {
    int count = block.length / width;
    byte[] plain = block.clone(); // what is left after the last whole element is not shuffled
    for (int b = 0, from = 0; b < width; b++) {
      for (int i = 0; i < count; i++) {
        plain[i * width + b] = block[from++];
      }
    }
    return plain;
  }

  /** The same with bits: bit j of all elements together, for groups of eight elements. */
  private byte[] bitsUnshuffled(byte[] block) {
    int count = block.length / width / 8 * 8;
    byte[] plain = block.clone();
    Arrays.fill(plain, 0, count * width, (byte) 0);
    for (int bit = 0; bit < 8 * width; bit++) {
      for (int i = 0; i < count; i++) {
        int value = block[bit * (count / 8) + i / 8] >> (i % 8) & 1;
        plain[i * width + bit / 8] |= (byte) (value << bit % 8);
      }
    }
    return plain;
  }
}
