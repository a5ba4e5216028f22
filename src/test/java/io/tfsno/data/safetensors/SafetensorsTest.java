package io.tfsno.data.safetensors;

import static io.tfsno.data.safetensors.SafetensorsFiles.entry;
import static io.tfsno.data.safetensors.SafetensorsFiles.small;
import static io.tfsno.data.safetensors.SafetensorsFiles.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tfsno.base.UserError;
import io.tfsno.data.file.StoredTensor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("m.safetensors");
  }

  @Test
  void tensors_writtenAndRead_areEqual() {
    Map<String, String> metadata = Map.of("model", "tfsno", "config", "{\"α\": \"\\n\"}\n");
    Safetensors.write(file, small(), metadata);
    Safetensors read = Safetensors.read(file);
    assertThat(read.metadata()).isEqualTo(metadata);
    assertThat(read.names()).containsExactlyElementsOf(small().keySet());
    small()
        .forEach(
            (name, tensor) -> {
              assertThat(read.get(name).shape()).isEqualTo(tensor.shape());
              assertThat(read.get(name).values()).isEqualTo(tensor.values());
            });
    assertThat(folder.toFile().list()).containsExactly("m.safetensors");
  }

  @Test
  void largeTensor_inSeveralBuffers_isEqual() {
    float[] values = new float[200_003];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 1024;
    }
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    tensors.put("x", tensor(new long[] {values.length}, values));
    tensors.put("y", tensor(new long[] {1}, 3));
    Safetensors.write(file, tensors, Map.of());
    assertThat(Safetensors.read(file).get("x").values()).isEqualTo(values);
    Safetensors.writeHalf(file, tensors, 0, Map.of());
    assertThat(Safetensors.read(file).get("x").values()).isEqualTo(values);
    assertThat(Safetensors.read(file).get("y").values()).containsExactly(3);
  }

  @Test
  void file_byHand_isReadByTheSpecification() throws IOException {
    String header =
        "{" + entry("b", "F32", "[2]", "[8,16]") + "," + entry("a", "F64", "[]", "[0,8]") + "}  ";
    byte[] data = HexFormat.of().parseHex("000000000000f83f" + "0000803f" + "000020c1");
    Files.write(file, SafetensorsFiles.bytes(header, data));
    Safetensors read = Safetensors.read(file);
    assertThat(read.metadata()).isEmpty();
    assertThat(read.names()).containsExactly("b", "a");
    assertThat(read.get("a").shape()).isEmpty();
    assertThat(read.get("a").values()).containsExactly(1.5f);
    assertThat(read.get("b").values()).containsExactly(1, -10);
  }

  @Test
  void sixteenBitTypes_byHand_areConverted() throws IOException {
    String header =
        "{" + entry("h", "F16", "[2]", "[0,4]") + "," + entry("b", "BF16", "[1,1]", "[4,6]") + "}";
    byte[] data = HexFormat.of().parseHex("003c" + "0100" + "49c0");
    Files.write(file, SafetensorsFiles.bytes(header, data));
    assertThat(Safetensors.read(file).get("h").values()).containsExactly(1, 0x1p-24f);
    assertThat(Safetensors.read(file).get("b").values()).containsExactly(-3.140625f);
  }

  @Test
  void write_tinyTensor_givesTheseBytes() throws IOException {
    Safetensors.write(file, Map.of("w", tensor(new long[] {2}, 1, -2)), Map.of("k", "v"));
    String header =
        """
        {"__metadata__":{"k":"v","tfsno_checked":"tfsno_crc32c","tfsno_crc32c":"8b783711"},"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}""";
    String padded = header + " ".repeat(-header.length() & 7);
    byte[] data = HexFormat.of().parseHex("0000803f" + "000000c0");
    assertThat(Files.readAllBytes(file)).isEqualTo(SafetensorsFiles.bytes(padded, data));
  }

  @Test
  void writeHalf_tinyTensor_givesTheseBytes() throws IOException {
    Safetensors.writeHalf(file, Map.of("w", tensor(new long[] {3}, 1, -2, 0.1f)), 0, Map.of());
    String header =
        """
        {"__metadata__":{"tfsno_checked":"tfsno_crc32c","tfsno_crc32c":"fa1a12a6"},"w":{"dtype":"F16","shape":[3],"data_offsets":[0,6]}}""";
    String padded = header + " ".repeat(-header.length() & 7);
    byte[] data = HexFormat.of().parseHex("003c" + "00c0" + "662e");
    assertThat(Files.readAllBytes(file)).isEqualTo(SafetensorsFiles.bytes(padded, data));
  }

  @Test
  void writeHalf_smallTensors_stayWholeAndComeFirst() throws IOException {
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    tensors.put("large", tensor(new long[] {3}, 1, -2, 0.1f));
    tensors.put("small", tensor(new long[] {2}, 1e6f, 0.1f));
    Safetensors.writeHalf(file, tensors, 2, Map.of());
    Safetensors read = Safetensors.read(file);
    assertThat(read.get("small").values()).containsExactly(1e6f, 0.1f);
    assertThat(read.get("large").values()).containsExactly(1, -2, 0x1.998p-4f);
    // Three numbers of two bytes before those of four would leave these at no multiple of four.
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains(entry("small", "F32", "[2]", "[0,8]"), entry("large", "F16", "[3]", "[8,14]"));
  }

  @Test
  void write_sameInput_givesSameBytesWhateverTheMetadataOrder() throws IOException {
    Map<String, String> forward = new LinkedHashMap<>();
    Map<String, String> backward = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      forward.put("key" + i, "v" + i);
      backward.put("key" + (49 - i), "v" + (49 - i));
    }
    Path other = folder.resolve("other");
    Safetensors.write(file, small(), forward);
    Safetensors.write(other, small(), backward);
    assertThat(Files.readAllBytes(file)).isEqualTo(Files.readAllBytes(other));
  }

  @Test
  void read_withoutTheChecksumItWasWrittenWith_isRefused() throws IOException {
    Safetensors.write(file, Map.of("w", tensor(new long[] {2}, 1, -2)), Map.of("k", "v"));
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(
        file, text.replaceFirst("tfsno_crc32c\":", "somebody_sum\":"), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected the checksum that it was written with, found none");
  }

  @Test
  void noTensors_isAFileToo() throws IOException {
    Safetensors.write(file, Map.of(), Map.of());
    String header =
        "{\"__metadata__\":{\"tfsno_checked\":\"tfsno_crc32c\",\"tfsno_crc32c\":\"a7799116\"}}     ";
    assertThat(Files.readAllBytes(file)).isEqualTo(SafetensorsFiles.bytes(header));
    assertThat(Safetensors.read(file).names()).isEmpty();
  }

  @Test
  void writeHalf_beyondItsRange_isRefusedAndTheOldFileStays() throws IOException {
    Safetensors.write(file, small(), Map.of());
    byte[] old = Files.readAllBytes(file);
    Map<String, StoredTensor> big = Map.of("w", tensor(new long[] {2}, 1, -70000));
    assertThatThrownBy(() -> Safetensors.writeHalf(file, big, 0, Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessage(
            file
                + ": expected numbers of at most 65504 in half precision, found -70000.0 in tensor"
                + " 'w'. Write the file in single precision.");
    assertThat(Files.readAllBytes(file)).isEqualTo(old);
    Map<String, StoredTensor> infinite =
        Map.of("w", tensor(new long[] {2}, Float.NEGATIVE_INFINITY, Float.NaN));
    Safetensors.writeHalf(file, infinite, 0, Map.of());
    assertThat(Safetensors.read(file).get("w").values())
        .containsExactly(Float.NEGATIVE_INFINITY, Float.NaN);
  }

  @Test
  void write_whenThePartIsADirectory_failsAndTheOldFileStays() throws IOException {
    Path part = Files.createDirectory(folder.resolve("m.safetensors.part"));
    assertThatThrownBy(() -> Safetensors.write(file, small(), Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("m.safetensors.part: cannot be written: ");
    assertThat(file).doesNotExist();
    assertThat(part).isDirectory();
  }

  @Test
  void write_onAFullDisk_failsAndLeavesTheOldFileAlone() throws IOException {
    Path full = Path.of("/dev/full"); // accepts no byte; Linux only
    assumeTrue(Files.exists(full));
    Safetensors.write(file, small(), Map.of());
    byte[] old = Files.readAllBytes(file);
    Files.createSymbolicLink(folder.resolve("m.safetensors.part"), full);
    assertThatThrownBy(() -> Safetensors.write(file, Map.of(), Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + ": cannot be written: No space left on device");
    assertThat(Files.readAllBytes(file)).isEqualTo(old);
    assertThat(folder.toFile().list()).containsExactly("m.safetensors");
  }

  @Test
  void write_ontoADirectory_failsAndLeavesNoPart() throws IOException {
    Files.createDirectory(file);
    assertThatThrownBy(() -> Safetensors.write(file, small(), Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found a directory");
    assertThat(folder.toFile().list()).containsExactly("m.safetensors");
  }

  @Test
  void write_intoMissingFolder_isUserError() {
    Path lost = folder.resolve("none").resolve("m");
    assertThatThrownBy(() -> Safetensors.write(lost, small(), Map.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected an existing folder");
  }

  @Test
  void write_textThatUtf8CannotHold_isUserErrorAndLeavesNothing() {
    assertThatThrownBy(() -> Safetensors.write(file, small(), Map.of("k", "\ud800")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("that UTF-8 can hold");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void get_unknownName_isUserErrorThatListsTheKnown() {
    Safetensors.write(file, Map.of("w", tensor(new long[] {1}, 1)), Map.of());
    assertThatThrownBy(() -> Safetensors.read(file).get("v"))
        .isInstanceOf(UserError.class)
        .hasMessage(
            file
                + ": expected a tensor 'v', found only w. Was the file written for another model?");
  }

  @Test
  void storedTensor_ofWrongShape_isRefused() {
    assertThatThrownBy(() -> tensor(new long[] {2, 2}, 1, 2, 3))
        .hasMessage("3 numbers do not fill shape (2, 2)");
    assertThatThrownBy(() -> tensor(new long[] {-1, -1}, 1))
        .hasMessage("negative length in shape (-1, -1)");
    long[] deep = new long[65];
    Arrays.fill(deep, 1);
    assertThatThrownBy(() -> tensor(deep, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
