package io.tfsno.data.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  private static final String C_ORDER =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";

  @TempDir Path folder;

  @Test
  void writtenFile_ofFloats_hasTheBytesNumpyWrites() throws IOException {
    Path file = folder.resolve("a.npy");
    Npy.write(file, new int[] {2, 3}, new float[] {1, 2, 3, 4, 5, 6});
    // numpy.save pads the header with spaces so that the data starts at byte 128, after a newline.
    String header = C_ORDER + " ".repeat(128 - 10 - 1 - C_ORDER.length()) + "\n";
    assertThat(Files.readAllBytes(file)).isEqualTo(npy(1, header, floats(1, 2, 3, 4, 5, 6)));
  }

  @Test
  void roundTrip_ofEachShape_givesTheSameNumbers() {
    int[][] shapes = {{}, {1}, {6}, {2, 3}, {1, 2, 3, 1}, {0}, {3, 0}};
    for (int[] shape : shapes) {
      int size = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
      double[] doubles = new double[size];
      Arrays.setAll(doubles, i -> Math.PI * (i + 1));
      float[] floats = new float[size];
      for (int i = 0; i < size; i++) {
        floats[i] = (float) doubles[i];
      }
      Path file = folder.resolve("a.npy");
      Npy.write(file, shape, doubles);
      assertThat(Npy.read(file).doubles()).isEqualTo(doubles);
      assertThat(Npy.read(file).shape()).isEqualTo(shape);
      assertThat(Npy.read(file).isFloat32()).isFalse();
      Npy.write(file, shape, floats);
      assertThat(Npy.read(file).floats()).isEqualTo(floats);
      assertThat(Npy.read(file).isFloat32()).isTrue();
      assertThat(Npy.read(file).size()).isEqualTo(size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void read_ofEachFormatVersion_givesTheNumbers(int version) throws IOException {
    NpyArray array = Npy.read(write(npy(version, C_ORDER + "\n", floats(1, 2, 3, 4, 5, 6))));
    assertThat(array.shape()).containsExactly(2, 3);
    assertThat(array.floats()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @CsvSource({"<f4", ">f4", "<f8", ">f8", "<i4", ">i4", "<i8", ">i8"})
  void read_ofEachType_givesTheNumbers(String descr) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(3 * (descr.charAt(2) - '0'));
    data.order(descr.startsWith("<") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    for (int value : new int[] {-1, 2, 70000}) {
      switch (descr.substring(1)) {
        case "f4" -> data.putFloat(value);
        case "f8" -> data.putDouble(value);
        case "i4" -> data.putInt(value);
        default -> data.putLong(value);
      }
    }
    String header = "{'shape': (3,), 'fortran_order': False, 'descr': '" + descr + "'}";
    NpyArray array = Npy.read(write(npy(1, header, data.array())));
    assertThat(array.doubles()).containsExactly(-1, 2, 70000);
    assertThat(array.floats()).containsExactly(-1, 2, 70000);
    assertThat(array.isFloat32()).isEqualTo(descr.endsWith("f4"));
  }

  @Test
  void read_ofFortranOrder_transposes() throws IOException {
    String header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3, 2), }";
    // Element [i, j, k] stands at i + 2 j + 6 k and holds 100 i + 10 j + k.
    float[] stored = new float[12];
    float[] expected = new float[12];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 2; k++) {
          stored[i + 2 * j + 6 * k] = 100 * i + 10 * j + k;
          expected[6 * i + 2 * j + k] = 100 * i + 10 * j + k;
        }
      }
    }
    NpyArray array = Npy.read(write(npy(1, header, floats(stored))));
    assertThat(array.floats()).isEqualTo(expected);
    String doubles = header.replace("<f4", "<i4").replace("(2, 3, 2)", "(2, 2)");
    byte[] four = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};
    assertThat(Npy.read(write(npy(1, doubles, four))).doubles()).containsExactly(1, 3, 2, 4);
  }

  @Test
  void read_ofFileCutAnywhere_isUserError() throws IOException {
    byte[] whole = npy(1, C_ORDER + "\n", floats(1, 2, 3, 4, 5, 6));
    for (int length = 0; length < whole.length; length++) {
      Path file = write(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> Npy.read(file))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("a.npy: expected");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "(2, 3)        | (2, 2)          | found 24 bytes",
        "(2, 3)        | (2, 4)          | expected 32 bytes of data for shape (2, 4)",
        "(2, 3)        | (2000000000, 3000000000) | expected a header with",
        "(2, 3)        | (99999999999999999999,)  | expected a header with",
        "(2, 3)        | (2, -3)         | expected a header with",
        "(2, 3)        | (2,, 3)         | expected a header with",
        "'descr'       | 'dtype'         | expected a header with",
        "<f4           | <c8             | numbers of type f2, f4, f8, i1, i2, i4, i8, u1, u2 or u4, found '<c8'",
        "'<f4'         | [('a' '<f4')]   | found a structured type",
        "False         | Maybe           | expected a header with",
        "'shape'       | 'x': 1 'shape'  | expected a header with",
      })
  void read_ofHeaderThatIsWrong_saysWhatWasFound(String from, String to, String message)
      throws IOException {
    Path file = write(npy(1, C_ORDER.replace(from, to) + "\n", floats(1, 2, 3, 4, 5, 6)));
    assertThatThrownBy(() -> Npy.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  void read_ofHeaderThatClaimsGigabytes_isUserErrorWithoutAllocating() throws IOException {
    byte[] bytes = npy(2, C_ORDER, floats(1));
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -2);
    Path file = write(bytes);
    assertThatThrownBy(() -> Npy.read(file)).hasMessageContaining("claims 4294967294 bytes");
  }

  @Test
  void read_ofOtherFiles_isUserErrorThatNamesThem() throws IOException {
    Path foreign = write("not an array at all".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Npy.read(foreign))
        .isInstanceOf(UserError.class)
        .hasMessage(
            foreign
                + ": expected a NumPy .npy file, found other bytes at its start."
                + " Save the array with numpy.save.");
    assertThatThrownBy(() -> Npy.read(folder)).hasMessageContaining("found a directory");
    assertThatThrownBy(() -> Npy.read(folder.resolve("none.npy")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("none.npy: expected a NumPy .npy file, found no such file");
    assertThatThrownBy(() -> Npy.read(write(npy(4, C_ORDER, floats(1)))))
        .hasMessageContaining("found version 4");
  }

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("a.npy"), bytes);
  }

  private static byte[] floats(float... values) {
    ByteBuffer out = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    out.asFloatBuffer().put(values);
    return out.array();
  }

  private static byte[] npy(int version, String header, byte[] data) {
    int lengthBytes = version == 1 ? 2 : 4;
    ByteBuffer out = ByteBuffer.allocate(8 + lengthBytes + header.length() + data.length);
    out.order(ByteOrder.LITTLE_ENDIAN).put((byte) 0x93);
    out.put("NUMPY".getBytes(StandardCharsets.US_ASCII)).put((byte) version).put((byte) 0);
    if (version == 1) {
      out.putShort((short) header.length());
    } else {
      out.putInt(header.length());
    }
    return out.put(header.getBytes(StandardCharsets.US_ASCII)).put(data).array();
  }
}
