package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tfsno.base.UserError;
import io.tfsno.data.hdf5.Lzf;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.data.safetensors.SafetensorsFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.DeflaterOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files that claim to be large: refused before anything of that size is allocated. */
class ResourceBoundsTest {
  private static final long MODEST = 16 << 20;

  @TempDir Path folder;

  @Test
  void chunk_thatInflatesToMoreThanItMay_isRefused() {
    refuse(
        () -> readFirst(TrajectoryFiles.sample("hdf5_bombs.h5")),
        "deflated data for more instead of 640 bytes");
  }

  @Test
  void chunk_thatIsFarLargerThanItsStoredBytesCanHold_isRefused() {
    refuse(
        () -> readFirst(TrajectoryFiles.sample("hdf5_thin_chunk.h5")),
        "stored bytes that claims to hold 1048576");
  }

  @Test
  void dataSet_farLargerThanItsFile_isRefused() {
    refuse(
        () -> readFirst(TrajectoryFiles.sample("hdf5_huge_chunk.h5")),
        "found 1073741824 bytes according to its header");
  }

  @Test
  void lzf_thatGrowsBeyondItsChunk_isRefused() {
    byte[] repeats = new byte[3 * 4096];
    repeats[0] = 0; // one literal
    for (int i = 2; i + 3 <= repeats.length; i += 3) {
      repeats[i] = (byte) 0xE0;
      repeats[i + 1] = (byte) 0xFF; // 264 bytes from one back
    }
    assertThatThrownBy(() -> Lzf.decode(repeats, 1000)).isInstanceOf(IOException.class);
  }

  @Test
  void npy_whoseHeaderClaimsTerabytes_isRefused() throws IOException {
    Path file = folder.resolve("a.npy");
    Npy.write(file, new int[] {8}, new float[8]);
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    for (String shape : new String[] {"(999999999999,)", "(4294967296, 1024)", "(2147483639,)"}) {
      String claimed = text.replace("(8,)", shape);
      byte[] bytes = claimed.getBytes(StandardCharsets.ISO_8859_1);
      int header = bytes.length - 32 - 10;
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(8, (short) header);
      Files.write(file, bytes);
      refuse(() -> Npy.read(file), "bytes of data for shape");
    }
  }

  @Test
  void safetensors_whoseHeaderClaimsTerabytes_isRefused() throws IOException {
    Path file = folder.resolve("m.safetensors");
    String entry = SafetensorsFiles.entry("w", "F32", "[1099511627776]", "[0,4398046511104]");
    SafetensorsFiles.write(file, "{" + entry + "}", 8);
    refuse(() -> Safetensors.read(file), "within the 8 bytes of data");
  }

  @Test
  void safetensors_withAHeaderOfAHoleyFile_isRefused() throws IOException {
    // The file is really as large as its header claims, but all hole: 90 MB of zeros are no JSON.
    Path file = folder.resolve("m.safetensors");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer length = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      channel.write(length.putLong(0, 90_000_000), 0);
      channel.write(ByteBuffer.allocate(1), 90_000_007);
    }
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a header that starts with '{'");
  }

  @Test
  void deflatedBytes_cutAfterTheLastNumber_lackTheirChecksum() throws IOException {
    byte[] bytes = Files.readAllBytes(TrajectoryFiles.sample("hdf5_bombs.h5"));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
      out.write(new byte[640]);
    }
    byte[] whole = packed.toByteArray();
    int at = indexOf(bytes, new byte[] {0x78, (byte) 0xDA});
    assertThat(at).isPositive();
    System.arraycopy(whole, 0, bytes, at, whole.length);
    Path file = Files.write(folder.resolve("whole.h5"), bytes);
    assertThat(readFirst(file)).containsOnly(0f).hasSize(160);
    bytes[at + whole.length - 1]++; // the last byte of its Adler-32
    Files.write(file, bytes);
    refuse(() -> readFirst(file), "damaged deflated data");
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == wanted[0] && bytes[i + 1] == wanted[1]) {
        return i;
      }
    }
    return -1;
  }

  private static float[] readFirst(Path path) {
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      TrajectorySet set = file.set(file.groups().get(0));
      return set.read(0, 2, 0, set.steps());
    }
  }

  private static void refuse(ThrowingCallable reading, String message) {
    assertThatThrownBy(reading) // also loads the classes that the measurement should not count
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(reading).isInstanceOf(UserError.class);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MODEST);
  }
}
