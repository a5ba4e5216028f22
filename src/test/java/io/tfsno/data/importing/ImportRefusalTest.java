package io.tfsno.data.importing;

import static io.tfsno.data.importing.ImportedFiles.FILES;
import static io.tfsno.data.importing.ImportedFiles.counted;
import static io.tfsno.data.importing.ImportedFiles.named;
import static io.tfsno.data.importing.ImportedFiles.npy;
import static io.tfsno.data.importing.ImportedFiles.options;
import static io.tfsno.data.importing.ImportedFiles.said;
import static io.tfsno.data.importing.ImportedFiles.thinned;
import static io.tfsno.data.importing.ImportedFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.ElementType;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.foreign.ForeignArray;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Boundary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a file or with what is said about it, and how it is told. */
class ImportRefusalTest {
  private static final List<Boundary> WALL = List.of(Boundary.WALL);

  @TempDir private Path folder;
  private Path cube;

  @BeforeEach
  void array() {
    cube = npy(folder.resolve("cube.npy"), new int[] {2, 3, 8}, counted(48));
  }

  private void assertRefused(ImportOptions options, Path in, String... parts) {
    Path out = folder.resolve("no.h5");
    assertThatThrownBy(() -> write(out, options, in))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
    assertThat(out).doesNotExist();
    assertThat(folder.resolve("no.h5.part")).doesNotExist();
    assertThat(folder.resolve("no.h5.part.json")).doesNotExist();
  }

  @Test
  void axes_ofAnotherNumber_areRefused() {
    assertRefused(
        said("N,T,X,Y"),
        cube,
        "cube.npy: expected 3 axes for the array 'cube' of shape (2, 3, 8), found N,T,X,Y.",
        Need.AXES.sentence());
  }

  @Test
  void axes_thatDoNotMultiplyToTheArray_areRefused() {
    Path flat = npy(folder.resolve("flat.npy"), new int[] {48}, counted(48));
    assertRefused(
        said("N=2,T=3,X=9"),
        flat,
        "expected axes that multiply to the 48 numbers of 'flat'",
        "found N=2,T=3,X=9, which make 54. Correct the lengths.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "N,T,Q | axes N (trajectory), T (time), X, Y, Z and C (channel), separated by commas",
        "N,T,X,X | each axis once",
        "N,X | the axes T and X at least",
        "T,X,Z | an axis Y where there is Z",
        "N=2,T,X | a length for each axis or for none",
        "T=0,X=4 | a length of at least 1, found 'T=0'"
      })
  void axes_thatMakeNoSense_areRefused(String axes, String message) {
    assertThatThrownBy(() -> AxesText.parse(axes))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatTheFileDoesNotSay_isAskedFor() {
    assertRefused(options(null, 1.0, List.of(1.0), WALL), cube, Need.AXES.sentence());
    assertRefused(options("N,T,X", null, List.of(1.0), WALL), cube, Need.INTERVAL.sentence());
    assertRefused(options("N,T,X", 1.0, List.of(), WALL), cube, Need.LENGTH.sentence());
    assertRefused(
        options("N,T,X", 1.0, List.of(1.0), List.of()),
        cube,
        "expected to know whether the fields are periodic, found nothing about it in 'cube.npy'.",
        Need.BOUNDARY.sentence());
  }

  @Test
  void notFinite_isRefusedWithTrajectoryAndTimeOfTheFirst() {
    float[] values = counted(48);
    values[24 + 8 + 3] = Float.NaN; // trajectory 1, snapshot 1
    values[24 + 16] = Float.POSITIVE_INFINITY;
    assertRefused(
        said("N,T,X"),
        npy(folder.resolve("bad.npy"), new int[] {2, 3, 8}, values),
        "found NaN in trajectory 1 at time 0.500000 (snapshot 1), channel 'u'.");
  }

  @Test
  void notFinite_inOneOfManyTiles_isTheFirstOfTheFile() {
    int[] shape = {30, 50, 64, 64};
    float[] values = counted(shape);
    for (int n = 29; n > 3; n--) {
      values[n * 50 * 4096 + 7 * 4096] = Float.NEGATIVE_INFINITY;
    }
    assertRefused(
        said("N,T,X,Y"),
        npy(folder.resolve("bad.npy"), shape, values),
        "found -Infinity in trajectory 4 at time 3.50000 (snapshot 7)");
  }

  @Test
  void files_ofDifferentShapes_areRefused() {
    Path other = npy(folder.resolve("other.npy"), new int[] {2, 4, 8}, counted(64));
    assertThatThrownBy(() -> write(folder.resolve("no.h5"), said("N,T,X"), cube, other))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "other.npy: expected the shape (t, x, y, z) = (3, 8, 1, 1) and the channels [u] of"
                + " 'cube.npy', found (t, x, y, z) = (4, 8, 1, 1) and [u].");
  }

  @Test
  void variables_ofDifferentShapes_areRefused() throws IOException {
    Path in = folder.resolve("two.npz");
    Npz.write(in, "u", new int[] {3, 8}, counted(24), "v", new int[] {4, 8}, counted(32));
    assertRefused(
        said("T,X"), in, "expected one array, or several alike, found u (3, 8), v (4, 8).");
    assertRefused(
        named(said("T,X"), "u", "v"),
        in,
        "expected arrays of the same shape, found 'v' (4, 8) next to 'u' (3, 8).");
  }

  @Test
  void lengthAndInterval_thatDisagreeWithCoordinates_areRefused() {
    ImportOptions length = named(options(null, null, List.of(2.0, 0.5), WALL), "u");
    assertRefused(
        length,
        FILES.resolve("nc4.nc"),
        "expected a box along x as long as the points of 'x' and one spacing more, 1.500000",
        "found a stated length of 2.0.");
    ImportOptions interval = named(options(null, 0.7, List.of(), WALL), "u");
    assertRefused(
        interval,
        FILES.resolve("nc4.nc"),
        "expected snapshots 0.5000000 apart, as 'time' says, found a stated interval of 0.7.");
  }

  @Test
  void unevenCoordinates_areRefusedWithTheWayOut() throws IOException {
    Path in = folder.resolve("uneven.npz");
    float[] x = {0, 1, 2, 3, 4.01f, 5, 6, 7};
    Npz.write(in, "x", new int[] {8}, x, "u", new int[] {3, 8}, counted(24));
    assertRefused(
        named(options("T,X", 1.0, List.of(), WALL), "u"),
        in,
        "expected evenly spaced numbers in 'x', to 1 in 10000",
        "found a spacing of 1.01000 from 3.00000 to 4.01000, 1.00 % off the mean of 1.00000.",
        Need.EVEN.sentence());
    assertRefused(
        thinned(
            named(options("T,X", 1.0, List.of(), List.of(Boundary.PERIODIC)), "u"),
            1,
            List.of(),
            true),
        in,
        "the period along x, which uneven coordinates do not determine",
        Need.LENGTH.sentence());
    assertRefused( // ended in a NullPointerException
        named(options("T,X", 1.0, List.of(), List.of(Boundary.PERIODIC)), "u"),
        in,
        "expected evenly spaced numbers in 'x', to 1 in 10000",
        Need.EVEN.sentence());
  }

  @Test
  void coordinates_withoutBounds_areRefused() throws IOException {
    Path in = folder.resolve("endless.npz");
    float[] x = {0, 1, 2, 3, 4, 5, 6, Float.POSITIVE_INFINITY};
    Npz.write(in, "x", new int[] {8}, x, "u", new int[] {3, 8}, counted(24));
    assertRefused(
        named(options("T,X", 1.0, List.of(), WALL), "u"),
        in,
        "expected finite numbers up to 1e+290 in 'x', found 0.0 to Infinity.");
  }

  @Test
  void shape_thatNothingCanBeCountedAlong_isRefused() {
    long[] shape = {1, 2, 3, 1L << 40};
    ForeignArray damaged =
        ForeignArray.plain("D", List.of(), shape, ElementType.FLOAT32, Map.of(), () -> null);
    assertThatThrownBy(() -> TensorArray.flattened(damaged))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("an array 'D' with at most 2147483647 entries along an axis")
        .hasMessageContaining("found the shape (1, 2, 3, 1099511627776)");
  }

  @Test
  void variable_thatIsNotThere_namesTheNearest() {
    ImportOptions options = named(options(null, null, List.of(), WALL), "topografy");
    assertRefused(
        options,
        FILES.resolve("cdf1.nc"),
        "cdf1.nc: unknown variable 'topografy': did you mean 'topography'?");
    assertRefused(
        named(ImportOptions.none(), "densty"),
        FILES.resolve("well.hdf5"),
        "unknown field 'densty': did you mean 'density'?");
  }

  @Test
  void theWell_withMissingGroups_isRefused() {
    Hdf5Plan plan = new Hdf5Plan();
    plan.group("t0_fields").dataset("u", FloatType.FLOAT32, 2, 3, 8);
    plan.group("scalars");
    Path in = folder.resolve("well.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(in, plan)) {
      writer.seal();
    }
    assertRefused(
        ImportOptions.none(),
        in,
        "expected the groups of The Well: dimensions, boundary_conditions, scalars, t0_fields",
        "found no dimensions, no boundary_conditions.");
  }

  @Test
  void stride_thatLeavesOneSnapshot_isRefused() {
    assertRefused(
        thinned(said("N,T,X"), 3, List.of(), false),
        cube,
        "expected a stride that leaves at least 2 of 3 snapshots, found 3.");
  }

  @Test
  void part_ofAnotherImport_isNotTakenOver() throws IOException {
    Path out = folder.resolve("a.h5");
    Files.writeString(folder.resolve("a.h5.part"), "something else");
    assertThatThrownBy(() -> write(out, said("N,T,X"), cube))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "a.h5.part: expected the part of an interrupted import with these files and settings");
  }
}
