package io.tfsno.data.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.data.importing.Formats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads what NumPy, h5py, netCDF4, xarray and zarr wrote; see make.py next to the files. */
class ForeignFileTest {
  static final Path FILES = Path.of("src/test/resources/foreign");

  @TempDir private Path folder;

  /** The array [n, t, x, y] that all of them hold. */
  private static double u(long n, long t, long x, long y) {
    return 1000 * n + 100 * t + 10 * x + y;
  }

  @ParameterizedTest
  @CsvSource({
    "c.npy, c",
    "half.npy, half",
    "plain.npz, u",
    "deflated.npz, u",
    "any.h5, run/u",
    "any.h5, run/half",
    "xarray.nc, u",
    "xarray.zarr.zip, u",
    "codecs.zarr.zip, bits",
    "codecs.zarr.zip, bloscz",
    "codecs.zarr.zip, zlib",
    "codecs.zarr.zip, gzip",
    "codecs.zarr.zip, zstd",
    "codecs.zarr.zip, lz4",
    "codecs.zarr.zip, plain",
    "v3.zarr, u"
  })
  void array_ofAnyFormat_holdsWhatWasWritten(String name, String array) {
    try (ForeignFile file = Formats.open(FILES.resolve(name))) {
      Slab numbers = file.array(array).numbers();
      assertThat(numbers.shape()).containsExactly(3, 4, 6, 5);
      double[] all = numbers.readAll();
      float[] box = new float[2 * 2 * 3 * 4];
      numbers.read(new long[] {1, 2, 3, 1}, new int[] {2, 2, 3, 4}, box, 0);
      int i = 0;
      for (int n = 0; n < 3; n++) {
        for (int t = 0; t < 4; t++) {
          for (int x = 0; x < 6; x++) {
            for (int y = 0; y < 5; y++) {
              double stored = all[i++];
              double expected =
                  name.equals("half.npy") || array.endsWith("half")
                      ? half(u(n, t, x, y))
                      : u(n, t, x, y);
              assertThat(stored).isEqualTo(expected);
              if (n >= 1 && t >= 2 && x >= 3 && y >= 1) {
                int at = (((n - 1) * 2 + t - 2) * 3 + x - 3) * 4 + y - 1;
                assertThat(box[at]).isEqualTo((float) expected);
              }
            }
          }
        }
      }
    }
  }

  /** Above 2048 half floats are 2 apart, rounded to even. */
  private static double half(double value) {
    return value <= 2048 ? value : 2 * Math.rint(value / 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cdf1.nc", "cdf2.nc", "cdf5.nc", "nc4.nc"})
  void netcdf_ofEveryKind_givesRecordsDimensionsAndUnpackedNumbers(String name) {
    try (ForeignFile file = Formats.open(FILES.resolve(name))) {
      assertThat(file.attributes()).containsEntry("title", "a small flow");
      ForeignArray u = file.array("u");
      assertThat(u.dimensions()).containsExactly("time", "sample", "y", "x");
      assertThat(u.text("units")).isEqualTo("m s-1");
      double[] plain = u.numbers().readAll();
      double[] packed = file.array("packed").numbers().readAll();
      for (int i = 0; i < plain.length; i++) {
        double expected = u(i / 30 % 3, i / 90, i % 6, i / 6 % 5);
        assertThat(plain[i]).isEqualTo(expected);
        assertThat(packed[i]).isEqualTo(expected);
      }
      assertThat(file.array("odd").numbers().readAll()).containsExactly(0, 1, 2, 3);
      assertThat(file.array("time").numbers().readAll()).containsExactly(2, 2.5, 3, 3.5);
    }
  }

  @Test
  void fortranOrder_isReadWithItsAxesReversed() {
    try (ForeignFile file = Formats.open(FILES.resolve("fortran.npy"))) {
      ForeignArray array = file.arrays().get(0);
      assertThat(array.reversed()).isTrue();
      assertThat(array.shape()).containsExactly(3, 4, 6, 5);
      assertThat(array.numbers().shape()).containsExactly(5, 6, 4, 3);
      assertThat(array.numbers().readAll()).startsWith(0, 1000, 2000, 100);
    }
  }

  @Test
  void dimensions_ofXarray_areNamed() {
    for (String name : List.of("xarray.nc", "xarray.zarr.zip", "v3.zarr")) {
      try (ForeignFile file = Formats.open(FILES.resolve(name))) {
        assertThat(file.array("u").dimensions()).containsExactly("sample", "time", "x", "y");
      }
    }
  }

  @Test
  void variable_thatIsNotThere_namesTheNearest() {
    try (ForeignFile file = Formats.open(FILES.resolve("nc4.nc"))) {
      assertThatThrownBy(() -> file.array("pakced"))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("nc4.nc: unknown variable 'pakced': did you mean 'packed'?");
    }
  }

  @Test
  void codec_thatIsUnknown_isRefusedByName() {
    try (ForeignFile file = Formats.open(FILES.resolve("codecs.zarr.zip"))) {
      assertThatThrownBy(() -> file.array("bz2").numbers())
          .isInstanceOf(UserError.class)
          .hasMessageContaining("found codec 'bz2'. Save it with one of these.")
          .hasMessageContaining("blosc, crc32c, gzip, lz4, zlib, zstd");
    }
  }

  @Test
  void netcdf_ofANewerKind_isRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("cdf5.nc"));
    bytes[3] = 6;
    assertThatThrownBy(() -> Formats.open(write("new.nc", bytes)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected NetCDF of the kinds CDF-1, CDF-2, CDF-5 or NetCDF-4")
        .hasMessageContaining("found CDF-6. Convert it, e.g. with nccopy -k nc4.");
  }

  @Test
  void npz_cutShort_isRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("plain.npz"));
    assertThatThrownBy(() -> Formats.open(write("cut.npz", Arrays.copyOf(bytes, 2000))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cut.npz: expected a whole .npz archive")
        .hasMessageContaining("The file is cut short or damaged: copy or make it again.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cdf1.nc", "cdf5.nc", "c.npy", "plain.npz", "nc4.nc", "xarray.zarr.zip"})
  void file_cutAnywhere_isUserErrorOrRight(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve(name));
    int steps = 40;
    for (int i = 0; i < steps; i++) {
      Path cut = write(i + name, Arrays.copyOf(bytes, (int) ((long) bytes.length * i / steps)));
      try (ForeignFile file = Formats.open(cut)) {
        file.arrays().stream().filter(ForeignArray::numeric).forEach(a -> a.numbers().readAll());
      } catch (UserError e) {
        assertThat(e.getMessage()).contains(name);
      }
    }
  }

  @Test
  void other_bytes_areRefusedWithTheFormats() throws IOException {
    assertThatThrownBy(
            () -> Formats.open(write("notes.txt", "hello".getBytes(StandardCharsets.UTF_8))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected NPY, NPZ, HDF5, NetCDF or Zarr, found other bytes");
    assertThatThrownBy(() -> Formats.open(folder))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a Zarr array or group");
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }
}
