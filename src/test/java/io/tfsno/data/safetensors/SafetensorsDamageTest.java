package io.tfsno.data.safetensors;

import static io.tfsno.data.safetensors.SafetensorsFiles.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.file.StoredTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a file claims, reading it ends in tensors that fill their shapes or in a user error. */
class SafetensorsDamageTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("m.safetensors");
  }

  @Test
  void file_cutAtEveryLength_isUserError() throws IOException {
    byte[] whole = smallFile();
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Safetensors.read(file))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith(file + ": expected ");
    }
  }

  @Test
  void file_withBytesAdded_isUserError() throws IOException {
    byte[] whole = smallFile();
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 36 bytes of data, found 37 bytes");
  }

  @Test
  void randomBytes_changed_giveTensorsOrUserError() throws IOException {
    byte[] whole = smallFile();
    Random random = new Random(11);
    int errors = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = whole.clone();
      for (int k = 0; k <= i % 3; k++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bytes);
      try {
        Safetensors read = Safetensors.read(file);
        for (String name : read.names()) {
          StoredTensor tensor = read.get(name);
          assertThat(tensor.values()).hasSize((int) Shapes.size(tensor.shape()));
        }
      } catch (UserError e) {
        assertThat(e).hasMessageStartingWith(file + ": expected ");
        assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(700);
        errors++;
      }
    }
    assertThat(errors).isBetween(1000, 1999);
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 60, 1L << 32, 1L << 31, 100_000_001, 1000, -1, Long.MIN_VALUE})
  void headerLength_beyondTheFile_isUserErrorWithBothLengths(long length) throws IOException {
    byte[] whole = smallFile();
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
    Files.write(file, whole);
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a header of at most " + (whole.length - 8) + " bytes")
        .hasMessageContaining("one that claims " + Long.toUnsignedString(length) + " bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          F32 | [4]             | [0,8]     | expected 16 bytes for tensor 'w' of shape (4)
          F32 | [2]             | [0,800]   | within the 8 bytes of data, found bytes 0 to 800
          F32 | [2]             | [8,0]     | within the 8 bytes of data, found bytes 8 to 0
          F32 | [2]             | [-8,0]    | without negative numbers, found -8
          F32 | [-2]            | [0,8]     | a shape for tensor 'w' without negative numbers
          F32 | [-1,-2]         | [0,8]     | without negative numbers
          F32 | [1099511627776] | [0,8]     | expected 4398046511104 bytes
          F32 | [1099511627776] | [0,4398046511104] | within the 8 bytes of data
          F32 | [4294967296,4294967296,2] | [0,8] | fewer than 2^63 bytes
          F64 | [1152921504606846976] | [0,0] | fewer than 2^63 bytes
          F32 | [9223372036854775808] | [0,8] | a header of valid JSON
          F32 | [2]             | [0,9223372036854775807] | within the 8 bytes
          F32 | [2.0]           | [0,8]     | whole numbers, found 2.0
          F32 | [1e1]           | [0,8]     | whole numbers, found 1e1
          F32 | ['2']           | [0,8]     | whole numbers, found 2
          F32 | [[2]]           | [0,8]     | whole numbers, found [
          F32 | 2               | [0,8]     | a shape for tensor 'w' as a list, found 2
          F32 | null            | [0,8]     | a shape for tensor 'w' as a list, found null
          F32 | [2]             | [0]       | dtype, shape and two data_offsets
          F32 | [2]             | [0,8,8]   | two data_offsets for tensor 'w' of at most 2
          F32 | [1]             | [0,4]     | expected 4 bytes of data, found 8 bytes
          F32 | [1]             | [4,8]     | to start at byte 0 of the data, found a gap at byte 4
          I64 | [1]             | [0,8]     | expected dtype F16, BF16, F32 or F64 for tensor 'w'
          f32 | [2]             | [0,8]     | found 'f32'
          """)
  void entry_thatLies_isUserError(String type, String shape, String offsets, String message)
      throws IOException {
    refuse("{" + entry("w", type, shape, offsets) + "}", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          []                          | a header that starts with '{'
          {'w':1}                     | an object for tensor 'w', found 1
          {'w':{}}                    | expected dtype, shape and two data_offsets
          {'w':{'dtype':4}}           | found a stray 'dtype'
          {'w':{'dtype':'F32','dtype':'F32'}} | found a stray 'dtype'
          {'w':{'color':'F32'}}       | found a stray 'color'
          {'__metadata__':1}          | one object __metadata__, found 1
          {'__metadata__':{'k':1}}    | a text for 'k' in __metadata__, found 1
          {'__metadata__':{'k':{}}}   | a text for 'k' in __metadata__
          {'__metadata__':{'k':'1','k':'2'}} | found 'k' twice
          {'__metadata__':{},'__metadata__':{}} | one object __metadata__, found two
          {} {}                       | nothing but spaces after
          {}                          | expected 0 bytes of data, found 8 bytes
          {'w'                        | a header of valid JSON
          {'w':NaN}                   | a header of valid JSON
          """)
  void header_ofOtherForm_isUserError(String header, String message) throws IOException {
    refuse(header.replace('\'', '"'), message);
  }

  @Test
  void twoTensors_wrongTogether_areUserErrors() throws IOException {
    String first = entry("a", "F32", "[1]", "[0,4]");
    refuse("{" + first + "," + first + "}", "each tensor once, found 'a' twice");
    refuse(
        "{" + first + "," + entry("b", "F32", "[1]", "[0,4]") + "}", "found an overlap at byte 0");
    refuse("{" + first + "," + entry("b", "F16", "[1]", "[6,8]") + "}", "found a gap at byte 6");
    refuse(
        "{" + first + "," + entry("b", "F32", "[1]", "[2,6]") + "}", "found an overlap at byte 2");
  }

  @Test
  void header_deepOrOfOtherEncoding_isUserError() throws IOException {
    refuse("{\"w\":" + "[".repeat(1_000_000), "an object for tensor 'w'");
    refuse("{\"w\":{\"shape\":" + "[".repeat(1_000_000), "a shape for tensor 'w'");
    refuse("{\"" + "long".repeat(100_000) + "\":1}", "an object for tensor 'longlong");
    Files.write(file, SafetensorsFiles.bytes("{\"w\u00ff\u0000".repeat(3)));
    assertThatThrownBy(() -> Safetensors.read(file)).isInstanceOf(UserError.class);
    byte[] wide = "{}".getBytes(StandardCharsets.UTF_16LE);
    byte[] latin = "{\"\u00ff\":1}".getBytes(StandardCharsets.ISO_8859_1);
    for (byte[] json : new byte[][] {wide, latin}) {
      assertThatThrownBy(() -> SafetensorsHeader.parse(file, json, 0))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("a header of valid JSON");
    }
  }

  @Test
  void tensors_beyondTheHeap_areRefusedBeforeAllocation() {
    long bytes = 1L << 32;
    byte[] json =
        ("{" + entry("w", "F16", "[" + bytes / 2 + "]", "[0," + bytes + "]") + "}")
            .getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> SafetensorsHeader.parse(file, json, bytes))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("at most 2147483639 numbers in a tensor");
    byte[] half =
        ("{" + entry("w", "F16", "[" + bytes / 4 + "]", "[0," + bytes / 2 + "]") + "}")
            .getBytes(StandardCharsets.UTF_8);
    SafetensorsHeader header = SafetensorsHeader.parse(file, half, bytes / 2);
    Safetensors.checkMemory(file, header, bytes);
    assertThatThrownBy(() -> Safetensors.checkMemory(file, header, bytes - 1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("tensors that fit into 4095 MiB of memory");
  }

  @Test
  void noFile_andDirectory_areUserErrors() {
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessage(file + ": expected a safetensors file, found no such file. Check the path.");
    assertThatThrownBy(() -> Safetensors.read(folder))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found a directory");
  }

  private byte[] smallFile() throws IOException {
    Safetensors.write(file, SafetensorsFiles.small(), Map.of("model", "tfsno"));
    return Files.readAllBytes(file);
  }

  private void refuse(String header, String message) throws IOException {
    SafetensorsFiles.write(file, header, 8);
    assertThatThrownBy(() -> Safetensors.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file + ": expected ")
        .hasMessageContaining(message);
  }
}
