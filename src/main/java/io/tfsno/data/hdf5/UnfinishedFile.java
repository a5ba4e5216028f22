package io.tfsno.data.hdf5;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Blocks;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.file.FileHold;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How a file looks that an {@link Hdf5Writer} has begun and not sealed: the metadata of its plan
 * with a mark in place of HDF5's signature, and its full length.
 */
public final class UnfinishedFile {
  /** Stands where the signature will be, and is exactly as long. */
  private static final byte[] MARK = "UNSEALED".getBytes(StandardCharsets.US_ASCII);

  private UnfinishedFile() {}

  /** How far the writing of a file had come when it was stopped. */
  public enum Progress {
    /** No such file, or one that was stopped before its data sets had their places. */
    NONE,
    UNSEALED,
    /** Whole: only its final name was missing. */
    SEALED,
    /** Not written with this plan. */
    FOREIGN
  }

  /** Looks at what an earlier process left. */
  public static Progress progress(Path file, Hdf5Plan plan) {
    if (!Files.exists(file)) {
      return Progress.NONE;
    }
    if (FileHold.isHeldHere(file)) {
      throw beingWritten(file);
    }
    Hdf5Layout layout = new Hdf5Layout(plan);
    byte[] expected = start(layout);
    try (FileChannel channel = DataFiles.openForReading(file, "a data file")) {
      byte[] found = new byte[(int) Math.min(expected.length, channel.size())];
      Blocks.readFully(channel, 0, ByteBuffer.wrap(found));
      boolean sealed = Arrays.equals(found, layout.metadata());
      if (sealed || Arrays.equals(found, expected)) {
        boolean full = channel.size() == layout.fileSize();
        return !full ? Progress.NONE : sealed ? Progress.SEALED : Progress.UNSEALED;
      }
      boolean begun = Arrays.equals(found, Arrays.copyOf(expected, found.length));
      return begun ? Progress.NONE : Progress.FOREIGN;
    } catch (IOException e) {
      throw DataFiles.cannotRead(file, e);
    }
  }

  static UserError beingWritten(Path file) {
    return DataFiles.error(
        file, "a file to write", "one that another process is writing", "Wait for it to end.");
  }

  /** Whether a file begins like one that was not finished. */
  static boolean isMarked(byte[] firstBytes) {
    return Arrays.equals(Arrays.copyOf(firstBytes, MARK.length), MARK);
  }

  /** The first bytes of such a file: its metadata, marked. */
  static byte[] start(Hdf5Layout layout) {
    byte[] bytes = layout.metadata();
    System.arraycopy(MARK, 0, bytes, 0, MARK.length);
    return bytes;
  }

  /** Refuses a file that was not begun with this layout, or that is finished. */
  static void require(Path file, FileChannel channel, Hdf5Layout layout) throws IOException {
    byte[] expected = start(layout);
    ByteBuffer found = ByteBuffer.allocate(expected.length);
    try {
      Blocks.readFully(channel, 0, found);
    } catch (EOFException e) {
      found.clear(); // shorter than its metadata: it differs from what is expected, said below
    }
    byte[] mark = Arrays.copyOf(found.array(), MARK.length);
    if (Arrays.equals(mark, Hdf5Layout.SIGNATURE)) {
      throw DataFiles.error(
          file, "an unfinished file", "a finished one", "Use it as it is, or delete it first.");
    }
    if (!Arrays.equals(expected, found.array()) || channel.size() != layout.fileSize()) {
      throw DataFiles.error(
          file,
          "an unfinished file with the same data sets and attributes",
          "a different one",
          "Use the settings it was started with, or delete it first.");
    }
  }
}
