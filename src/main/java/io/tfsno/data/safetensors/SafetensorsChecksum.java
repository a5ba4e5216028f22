package io.tfsno.data.safetensors;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The format has no checksum of its own, so our files carry one among their metadata: the CRC-32C
 * of everything after the first 8 bytes, as 8 hexadecimal digits which count as zeros themselves.
 * Files of other programs, and ours of long ago, have none and are taken as they are. A note next
 * to it says that there is one: a file that lost its checksum on the way is refused.
 */
final class SafetensorsChecksum {
  static final String KEY = "tfsno_crc32c";

  /** Says that there is a checksum, so that one which was lost on the way is missed. */
  static final String NOTE = "tfsno_checked";

  static final String BLANK = "00000000";

  private static final String ON_PURPOSE =
      "If another program changed it on purpose, have it leave out the metadata '%s' and '%s'."
          .formatted(KEY, NOTE);

  private static final byte[] BEFORE = ("\"" + KEY + "\":\"").getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER_BYTES = 1 << 18;

  private SafetensorsChecksum() {}

  /** Where the digits stand in a header that has them, or -1. No text can hold bare quotes. */
  static int place(byte[] header) {
    for (int at = 0; at + BEFORE.length + BLANK.length() <= header.length; at++) {
      if (Arrays.equals(header, at, at + BEFORE.length, BEFORE, 0, BEFORE.length)) {
        return at + BEFORE.length;
      }
    }
    return -1;
  }

  static String digits(CRC32C sum) {
    return "%08x".formatted(sum.getValue());
  }

  /** Compares the file with the checksum among its metadata, if it has one, and removes that. */
  static void verify(
      Path file, FileChannel channel, byte[] header, long dataStart, Map<String, String> metadata)
      throws IOException {
    String expected = metadata.remove(KEY);
    boolean noted = metadata.remove(NOTE) != null;
    if (expected == null && noted) {
      throw DataFiles.error(
          file,
          "the checksum that it was written with",
          "none",
          "Something has removed it: copy or make the file again. " + ON_PURPOSE);
    }
    if (expected == null) {
      return;
    }
    byte[] blanked = header.clone();
    int place = place(header);
    if (place >= 0) {
      Arrays.fill(blanked, place, place + BLANK.length(), (byte) '0');
    }
    CRC32C sum = new CRC32C();
    sum.update(blanked);
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    long end = channel.size();
    for (long at = dataStart; at < end; at += buffer.limit()) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, end - at));
      Blocks.readFully(channel, at, buffer);
      sum.update(buffer.flip());
    }
    if (!digits(sum).equals(expected)) {
      throw DataFiles.error(
          file,
          "contents with the checksum " + SafetensorsHeader.quoted(expected),
          digits(sum),
          "The file is damaged: copy or make it again. " + ON_PURPOSE);
    }
  }
}
