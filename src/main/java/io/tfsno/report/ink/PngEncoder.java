package io.tfsno.report.ink;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes 8 bit truecolour PNG images. Exists because {@code javax.imageio} lives in {@code
 * java.desktop}, which a headless image need not have.
 */
public final class PngEncoder {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int CHANNELS = 3;

  private PngEncoder() {}

  /** Encodes row-major pixels, top row first, each {@code 0xRRGGBB}. */
  public static byte[] encode(int width, int height, int[] rgb) {
    if (width < 1 || height < 1 || rgb.length != (long) width * height) {
      throw new IllegalArgumentException(
          "expected width*height pixels with both sides at least 1, found %d pixels for %d x %d"
              .formatted(rgb.length, width, height));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(SIGNATURE);
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    // bit depth 8, colour type 2 (truecolour), then the only defined compression, filter method and
    // no interlacing
    header.put((byte) 8).put((byte) 2).put((byte) 0).put((byte) 0).put((byte) 0);
    chunk(out, "IHDR", header.array());
    chunk(out, "IDAT", deflate(filtered(width, height, rgb)));
    chunk(out, "IEND", new byte[0]);
    return out.toByteArray();
  }

  /**
   * Each row as differences to what is left of it or above it, whichever is smaller in sum: smooth
   * fields deflate several times better so.
   */
  private static byte[] filtered(int width, int height, int[] rgb) {
    int stride = width * CHANNELS;
    byte[] out = new byte[Math.multiplyExact(height, stride + 1)];
    byte[] above = new byte[stride];
    byte[] row = new byte[stride];
    byte[] left = new byte[stride];
    byte[] up = new byte[stride];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int p = rgb[y * width + x];
        row[CHANNELS * x] = (byte) (p >> 16);
        row[CHANNELS * x + 1] = (byte) (p >> 8);
        row[CHANNELS * x + 2] = (byte) p;
      }
      for (int i = 0; i < stride; i++) {
        left[i] = (byte) (row[i] - (i < CHANNELS ? 0 : row[i - CHANNELS]));
        up[i] = (byte) (row[i] - above[i]);
      }
      boolean useLeft = size(left) <= size(up);
      int at = y * (stride + 1);
      out[at] = (byte) (useLeft ? 1 : 2);
      System.arraycopy(useLeft ? left : up, 0, out, at + 1, stride);
      byte[] swap = above;
      above = row;
      row = swap;
    }
    return out;
  }

  private static long size(byte[] differences) {
    long sum = 0;
    for (byte b : differences) {
      sum += Math.abs(b);
    }
    return sum;
  }

  private static byte[] deflate(byte[] data) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(data);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 14];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
    out.writeBytes(name);
    out.writeBytes(data);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
