package io.tfsno.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.file.BlockSums;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Input;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.run.Digest;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage of single bytes in a file of ours, which has a checksum for every snapshot. */
class ChecksumTest {
  private static final int TRAJECTORIES = 4;
  private static final int STEPS = 5;
  private static final int SNAPSHOT = 2 * 8;

  @TempDir private Path folder;

  private static FlatSet set() {
    return new FlatSet(
            "train",
            FloatType.FLOAT32,
            TRAJECTORIES,
            STEPS,
            List.of("u", "v"),
            Grid.periodic(Points.of(8), 1),
            0.1,
            Map.of("equation", "made-up", "nu", 0.5, "stream", 3L))
        .with(SetConditions.ofParameters(Channel.named(List.of("nu"))));
  }

  /** Every value says where it stands. */
  private static float value(int index) {
    return 1000 + index;
  }

  private Path write(String name, boolean checksums) {
    Path file = folder.resolve(name);
    FlatSet set = set();
    Hdf5Plan plan = new Hdf5Plan();
    if (checksums) {
      set.declare(plan);
    } else {
      set.declareWithoutChecksums(plan);
    }
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      fill(writer, set, SNAPSHOT);
      writer.seal();
    }
    return file;
  }

  private static void fill(Hdf5Writer writer, FlatSet set, int together) {
    set.writeCoordinates(writer);
    set.conditions(writer).parameters(0, new double[] {7.25, 7.5, 7.75, 8});
    float[] part = new float[together];
    for (int at = 0; at < TRAJECTORIES * STEPS * SNAPSHOT; at += together) {
      for (int i = 0; i < together; i++) {
        part[i] = value(at + i);
      }
      writer.write(set.path("tensor"), at, part);
    }
  }

  /** Replaces the only place where some bytes stand. */
  private static void change(Path file, byte[] from, byte[] to) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int found = -1;
    for (int at = 0; at + from.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + from.length, from, 0, from.length)) {
        assertThat(found).as("found twice").isNegative();
        found = at;
      }
    }
    assertThat(found).isNotNegative();
    System.arraycopy(to, 0, all, found, to.length);
    Files.write(file, all);
  }

  private static byte[] bytes(float value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array();
  }

  private static byte[] bytes(double value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void damage(Path file, int trajectory, int step) throws IOException {
    float value = value((trajectory * STEPS + step) * SNAPSHOT + 3);
    change(file, bytes(value), bytes(Math.nextUp(value)));
  }

  @Test
  void sums_areCrc32cOfEachBlock_howeverTheBytesCome() {
    BlockSums sums = new BlockSums(9, 2);
    ByteBuffer all = ByteBuffer.wrap(bytes("123456789123456789"));
    sums.add(all.slice(0, 4));
    sums.add(all.slice(4, 13));
    sums.add(all.slice(17, 1));
    assertThat(sums.sums()).containsExactly(0xe3069283, 0xe3069283); // the check value of CRC-32C
  }

  @Test
  void table_holdsTheChecksumOfEverySnapshot() {
    Path file = write("set.h5", true);
    try (Hdf5Input input = Hdf5Input.open(file)) {
      double[] table = input.root().group("train").dataset("tensor-crc32c").readAll();
      assertThat(table).hasSize(TRAJECTORIES * STEPS);
      for (int block = 0; block < table.length; block++) {
        CRC32C expected = new CRC32C();
        for (int i = 0; i < SNAPSHOT; i++) {
          expected.update(bytes(value(block * SNAPSHOT + i)));
        }
        assertThat((long) table[block]).isEqualTo(expected.getValue());
      }
    }
  }

  @Test
  void file_thatIsSound_isReadAsOneWithoutChecksums() {
    try (TrajectoryFile checked = TrajectoryFile.open(write("checked.h5", true));
        TrajectoryFile plain = TrajectoryFile.open(write("plain.h5", false))) {
      TrajectorySet one = checked.set("train");
      TrajectorySet other = plain.set("train");
      assertThat(one.read(0, TRAJECTORIES, 0, STEPS))
          .isEqualTo(other.read(0, TRAJECTORIES, 0, STEPS));
      assertThat(one.attributes()).isEqualTo(other.attributes());
      assertThat(one.unused()).isEmpty();
    }
  }

  @Test
  void snapshot_thatIsDamaged_isRefusedByNameAndNoOther() throws IOException {
    Path file = write("set.h5", true);
    damage(file, 2, 3);
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      TrajectorySet set = data.set("train");
      assertThat(set.read(2, 1, 0, 3)).hasSize(3 * SNAPSHOT);
      assertThat(set.read(3, 1, 0, STEPS)).hasSize(STEPS * SNAPSHOT);
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> set.read(0, TRAJECTORIES, 0, STEPS))
            .isInstanceOf(UserError.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining("trajectory 2, snapshot 3 of 'train/tensor'")
            .hasMessageContaining("The file is damaged. Copy or make the file again.");
      }
    }
  }

  @Test
  void block_isComparedWhenFirstReadOfEachOpening() throws IOException {
    Path file = write("set.h5", true);
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      TrajectorySet set = data.set("train");
      set.read(1, 1, 1, 1);
      damage(file, 1, 1);
      assertThat(set.read(1, 1, 1, 1)).hasSize(SNAPSHOT);
    }
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      assertThatThrownBy(() -> data.set("train").read(1, 1, 1, 1)).isInstanceOf(UserError.class);
    }
  }

  @Test
  void part_ofABlock_isOnlyReadFromASoundOne() throws IOException {
    Path file = write("set.h5", true);
    damage(file, 2, 3);
    try (Hdf5Input input = Hdf5Input.open(file)) {
      Slab tensor = input.root().group("train").dataset("tensor");
      float[] one = new float[1];
      tensor.read(new long[] {2, 2, 5, 1}, new int[] {1, 1, 1, 1}, one, 0);
      assertThat(one).containsExactly(value((2 * STEPS + 2) * SNAPSHOT + 5 * 2 + 1));
      assertThatThrownBy(() -> tensor.read(new long[] {2, 3, 7, 1}, new int[] {1, 1, 1, 1}, one, 0))
          .hasMessageContaining("trajectory 2, snapshot 3");
    }
  }

  @Test
  void parameter_thatIsDamaged_isRefused() throws IOException {
    Path file = write("set.h5", true);
    change(file, bytes(7.75), bytes(7.7500001));
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("'train/parameters' with the checksum");
  }

  @Test
  void table_thatWasRemoved_isMissed() throws IOException {
    Path file = write("set.h5", true);
    change(file, bytes("tensor-crc32c\0"), bytes("tensor-crc32x\0"));
    assertThatThrownBy(() -> TrajectoryFile.open(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the checksums that it was written with, 'train/tensor-crc32c'")
        .hasMessageContaining("Something has removed them.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, SNAPSHOT, 2 * SNAPSHOT, STEPS * SNAPSHOT, 5 * 4})
  void file_writtenInPartsOfAnySize_hasTheSameBytes(int together) throws IOException {
    Path expected = write("set.h5", true);
    Path file = folder.resolve("parts.h5");
    FlatSet set = set();
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      fill(writer, set, together);
      writer.seal();
    }
    assertThat(Files.mismatch(expected, file)).isEqualTo(-1);
  }

  @Test
  void digest_ofASet_isThatOfItsFileWithoutChecksums() throws IOException {
    Path plain = write("plain.h5", false);
    Path checked = write("checked.h5", true);
    assertThat(Files.mismatch(plain, checked)).isNotEqualTo(-1);
    assertThat(Digest.sha256(checked)).isEqualTo(Digest.sha256(plain));
    damage(checked, 0, 0);
    assertThat(Digest.sha256(checked)).isNotEqualTo(Digest.sha256(plain));
    change(checked, bytes("made-up"), bytes("made-uP"));
    damage(plain, 0, 0);
    assertThat(Digest.sha256(checked)).isNotEqualTo(Digest.sha256(plain));
    change(plain, bytes("made-up"), bytes("made-uP"));
    assertThat(Digest.sha256(checked)).isEqualTo(Digest.sha256(plain));
  }
}
