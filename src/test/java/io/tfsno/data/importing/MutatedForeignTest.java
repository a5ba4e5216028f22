package io.tfsno.data.importing;

import io.tfsno.Campaign;
import io.tfsno.Mutants;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.foreign.ForeignFile;
import io.tfsno.data.hdf5.Slab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files of other programs: a user error, or arrays that fill their shapes. */
class MutatedForeignTest {
  private static final int COUNT = Mutants.count() / 2;

  /** More than any of the files holds; what claims more is only described. */
  private static final long MOST_NUMBERS = 1 << 20;

  @TempDir private Path folder;

  private static Campaign part(String files, int kinds) {
    return Campaign.of("damaged files: " + files, MutatedForeignTest.class, kinds * COUNT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain.npz", "deflated.npz"})
  void npz_mutated_isRefusedOrReads(String name) throws IOException {
    mutate(part("NPZ", 2), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cdf1.nc", "cdf2.nc", "cdf5.nc", "nc4.nc", "xarray.nc"})
  void netcdf_mutated_isRefusedOrReads(String name) throws IOException {
    mutate(part("NetCDF", 5), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"any.h5", "well.hdf5"})
  void foreignHdf5_mutated_isRefusedOrReads(String name) throws IOException {
    mutate(part("HDF5 of other programs", 2), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"xarray.zarr.zip", "codecs.zarr.zip"})
  void zippedZarr_mutated_isRefusedOrReads(String name) throws IOException {
    mutate(part("Zarr", 2 + 5), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zarr.json", "u/zarr.json", "time/zarr.json", "u/c/0/0/0/0", "x/c/0"})
  void zarrFolder_mutated_isRefusedOrReads(String name) throws IOException {
    Path store = folder.resolve("v3.zarr");
    Path whole = ImportedFiles.FILES.resolve("v3.zarr");
    try (Stream<Path> files = Files.walk(whole)) {
      for (Path file : files.toList()) {
        Files.copy(file, store.resolve(whole.relativize(file).toString()));
      }
    }
    Path file = store.resolve(name);
    Mutants mutants = new Mutants(Files.readAllBytes(file), name.hashCode());
    for (int i = 0; i < COUNT; i++) {
      Files.write(file, mutants.next());
      Mutants.survive(part("Zarr", 2 + 5), name + ", mutant " + i, () -> readAll(store));
    }
  }

  private void mutate(Campaign part, String name) throws IOException {
    Path file = folder.resolve(name);
    byte[] whole = Files.readAllBytes(ImportedFiles.FILES.resolve(name));
    Mutants mutants = new Mutants(whole, name.hashCode());
    for (int i = 0; i < COUNT; i++) {
      Files.write(file, mutants.next());
      Mutants.survive(part, name + ", mutant " + i, () -> readAll(file));
    }
  }

  /** What {@code data inspect} and an import of each array would read. */
  private static List<double[]> readAll(Path path) {
    Inspection.of(path);
    List<double[]> all = new ArrayList<>();
    try (ForeignFile file = Formats.open(path)) {
      for (ForeignArray array : file.arrays()) {
        if (array.numeric() && size(array.shape()) <= MOST_NUMBERS) {
          Slab numbers = array.numbers();
          all.add(numbers.readAll());
        }
      }
    }
    return all;
  }

  /** Also of a shape that no machine has room for. */
  private static double size(long... shape) {
    return Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
  }
}
