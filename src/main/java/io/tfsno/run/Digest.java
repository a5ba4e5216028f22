package io.tfsno.run;

import io.tfsno.data.file.Blocks;
import io.tfsno.data.hdf5.PlainForm;
import io.tfsno.data.parts.SetFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Digests of files and of sets that lie in many.
 *
 * <p>One file is read from end to end. Of several, which together may be terabytes, each gives its
 * name, its size, its first and last MiB and {@value #SAMPLES} blocks of 64 KiB between: at most 3
 * MiB. That tells sets apart that were made anew, cut short, reordered or mixed up; a change of a
 * few numbers in the middle of a large file may go unseen.
 *
 * <p>The checksums in our data files do not count, see {@link PlainForm}: a set has one digest,
 * whether it was written with them or without.
 */
public final class Digest {
  private static final int END_BYTES = 1 << 20;
  private static final int SAMPLE_BYTES = 1 << 16;
  private static final int SAMPLES = 16;

  private Digest() {}

  /** SHA-256 in hexadecimal digits of a file, or of samples of all files that a path stands for. */
  public static String sha256(Path set) {
    List<Path> files = SetFiles.of(set);
    MessageDigest digest = sha256();
    try {
      if (files.size() == 1) {
        addWhole(digest, files.get(0));
      } else {
        for (Path file : files) {
          addSamples(digest, file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** SHA-256 in hexadecimal digits of a text. */
  public static String sha256(String text) {
    return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addWhole(MessageDigest digest, Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      Bytes bytes = Bytes.of(file, channel);
      for (long at = 0; at < bytes.size(); at += END_BYTES) {
        add(digest, bytes, at, (int) Math.min(END_BYTES, bytes.size() - at));
      }
    }
  }

  private static void addSamples(MessageDigest digest, Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      Bytes bytes = Bytes.of(file, channel);
      long size = bytes.size();
      String title = "%s %d\n".formatted(file.getFileName(), size);
      digest.update(title.getBytes(StandardCharsets.UTF_8));
      long sampled = 2L * END_BYTES + (long) SAMPLES * SAMPLE_BYTES;
      if (size <= sampled) {
        add(digest, bytes, 0, (int) size);
        return;
      }
      add(digest, bytes, 0, END_BYTES);
      for (int i = 1; i <= SAMPLES; i++) {
        add(digest, bytes, size / (SAMPLES + 1) * i, SAMPLE_BYTES);
      }
      add(digest, bytes, size - END_BYTES, END_BYTES);
    }
  }

  private static void add(MessageDigest digest, Bytes from, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    from.read(at, bytes);
    digest.update(bytes.flip());
  }

  /** What is digested of a file. */
  private record Bytes(FileChannel channel, Optional<PlainForm> plain, long size) {
    static Bytes of(Path file, FileChannel channel) throws IOException {
      Optional<PlainForm> plain = PlainForm.of(file, channel);
      long stored = channel.size();
      return new Bytes(channel, plain, plain.map(PlainForm::size).orElse(stored));
    }

    void read(long at, ByteBuffer to) throws IOException {
      if (plain.isPresent()) {
        plain.get().read(channel, at, to);
      } else {
        Blocks.readFully(channel, at, to);
      }
    }
  }
}
