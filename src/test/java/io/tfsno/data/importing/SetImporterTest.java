package io.tfsno.data.importing;

import static io.tfsno.data.importing.ImportedFiles.FILES;
import static io.tfsno.data.importing.ImportedFiles.all;
import static io.tfsno.data.importing.ImportedFiles.counted;
import static io.tfsno.data.importing.ImportedFiles.named;
import static io.tfsno.data.importing.ImportedFiles.npy;
import static io.tfsno.data.importing.ImportedFiles.options;
import static io.tfsno.data.importing.ImportedFiles.read;
import static io.tfsno.data.importing.ImportedFiles.said;
import static io.tfsno.data.importing.ImportedFiles.thinned;
import static io.tfsno.data.importing.ImportedFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.SplitRule;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.spectral.Boundary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetImporterTest {
  private static final List<Boundary> WALL = List.of(Boundary.WALL);

  @TempDir private Path folder;

  /** The array that make.py put into every file: [n, t, x, y] on 0.25 and 0.1 wide cells. */
  private static void assertTheFlow(TrajectorySet set, int channels) {
    assertThat(set.trajectories()).isEqualTo(3);
    assertThat(set.steps()).isEqualTo(4);
    assertThat(set.dt()).isEqualTo(0.5);
    assertThat(set.grid().points().toArray()).containsExactly(6, 5);
    assertThat(set.grid().lengths()).containsExactly(1.5, 0.5);
    float[] values = all(set);
    for (int n = 0, i = 0; n < 3; n++) {
      for (int t = 0; t < 4; t++) {
        for (int c = 0; c < channels; c++) {
          for (int cell = 0; cell < 30; cell++) {
            float u = 1000 * n + 100 * t + 10 * (cell / 5) + cell % 5;
            assertThat(values[i++]).isEqualTo(c == 0 ? u : -u);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"c.npy, 'N,T,X,Y'", "fortran.npy, 'N,T,X,Y'"})
  void npy_ofEitherOrder_becomesASet(String name, String axes) {
    ImportOptions options = options(axes, 0.5, List.of(1.5, 0.5), WALL);
    read(write(folder.resolve("a.h5"), options, FILES.resolve(name)), s -> assertTheFlow(s, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain.npz", "deflated.npz"})
  void npz_withTwoVariables_becomesTwoChannels(String name) {
    ImportOptions options = named(options("N,T,X,Y", 0.5, List.of(1.5, 0.5), WALL), "u", "v");
    read(write(folder.resolve("a.h5"), options, FILES.resolve(name)), s -> assertTheFlow(s, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cdf1.nc", "cdf2.nc", "cdf5.nc", "nc4.nc"})
  void netcdf_inItsOwnOrderOfAxes_isTransposed(String name) {
    ImportOptions options = named(options(null, null, List.of(), WALL), "u");
    Path file = write(folder.resolve("a.h5"), options, FILES.resolve(name));
    read(
        file,
        set -> {
          assertTheFlow(set, 1);
          assertThat(set.fields().get(0).unit()).isEqualTo("m s-1");
          assertThat(set.attributes())
              .containsEntry("time_unit", "hours")
              .containsEntry("origin_t", 2.0)
              .containsEntry("title", "a small flow");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"xarray.nc", "xarray.zarr.zip", "v3.zarr"})
  void xarray_withCoordinates_needsOnlyTheBoundary(String name) {
    ImportOptions options = options(null, null, List.of(), WALL);
    Path file = write(folder.resolve("a.h5"), options, FILES.resolve(name));
    read(file, set -> assertTheFlow(set, set.channels()));
  }

  @Test
  void anyOrderOfAxes_givesTheSameNumbers() {
    int[] shape = {3, 4, 6, 5, 2}; // N, T, X, Y, C
    float[] values = counted(shape);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    Random random = new Random(1);
    float[] expected = null;
    for (int trial = 0; trial < 8; trial++) {
      int[] permuted = order.stream().mapToInt(axis -> shape[axis]).toArray();
      float[] moved = new float[values.length];
      for (int i = 0; i < moved.length; i++) {
        int[] at = new int[5];
        for (int axis = 4, rest = i; axis >= 0; axis--) {
          at[order.get(axis)] = rest % permuted[axis];
          rest /= permuted[axis];
        }
        int from = 0;
        for (int axis = 0; axis < 5; axis++) {
          from = from * shape[axis] + at[axis];
        }
        moved[i] = values[from];
      }
      StringBuilder axes = new StringBuilder();
      order.forEach(axis -> axes.append(axes.isEmpty() ? "" : ",").append("NTXYC".charAt(axis)));
      Path in = npy(folder.resolve(trial + ".npy"), permuted, moved);
      Path out = write(folder.resolve(trial + ".h5"), said(axes.toString()), in);
      try (TrajectoryFile file = TrajectoryFile.open(out)) {
        float[] read = all(file.set(""));
        expected = expected == null ? read : expected;
        assertThat(read).as(axes.toString()).isEqualTo(expected);
      }
      Collections.shuffle(order, random);
    }
  }

  @Test
  void flatArray_withLengths_isShaped() {
    Path in = npy(folder.resolve("flat.npy"), new int[] {2 * 3 * 8}, counted(48));
    Path out = write(folder.resolve("a.h5"), said("N=2,T=3,X=8"), in);
    read(out, set -> assertThat(all(set)).isEqualTo(counted(48)));
  }

  @Test
  void severalFiles_followOneAnother() {
    Path a = npy(folder.resolve("a.npy"), new int[] {3, 8}, counted(24));
    Path b = npy(folder.resolve("b.npy"), new int[] {3, 8}, new float[24]);
    read(
        write(folder.resolve("a.h5"), said("T,X"), a, b, a),
        set -> {
          assertThat(set.trajectories()).isEqualTo(3);
          assertThat(set.read(2, 1, 0, 3)).isEqualTo(counted(24));
          assertThat(set.read(1, 1, 0, 3)).containsOnly(0);
        });
  }

  @Test
  void split_putsEachTrajectoryIntoItsPart() {
    Path in = npy(folder.resolve("a.npy"), new int[] {10, 3, 8}, counted(240));
    ImportOptions o = said("N,T,X");
    SplitRule rule = new SplitRule(0.6, 0.2, 0.2, 7);
    ImportOptions split =
        new ImportOptions(
            o.axes(),
            o.interval(),
            o.lengths(),
            o.boundaries(),
            List.of(),
            rule,
            1,
            List.of(),
            null,
            false,
            List.of());
    Path out = write(folder.resolve("a.h5"), split, in);
    SplitRule.Parts parts = rule.divide(10);
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.groups()).containsExactlyInAnyOrder("train", "valid", "test");
      for (int i = 0; i < parts.valid().length; i++) {
        assertThat(file.set("valid").read(i, 1, 0, 1)[0])
            .isEqualTo((float) (24 * parts.valid()[i]));
      }
      assertThat(file.set("train").trajectories()).isEqualTo(6);
    }
  }

  @Test
  void strideAndResolution_thinOut() {
    int n = 16;
    float[] wave = new float[5 * n];
    for (int i = 0; i < wave.length; i++) {
      wave[i] = (float) (i / n + Math.cos(2 * Math.PI * (i % n) / n));
    }
    Path in = npy(folder.resolve("a.npy"), new int[] {5, n}, wave);
    ImportOptions options = thinned(said("T,X"), 2, List.of(8), false);
    read(
        write(folder.resolve("a.h5"), options, in),
        set -> {
          assertThat(set.dt()).isEqualTo(1.0);
          assertThat(set.steps()).isEqualTo(3);
          float[] read = all(set);
          for (int i = 0; i < read.length; i++) {
            double exact = 2 * (i / 8) + Math.cos(2 * Math.PI * (i % 8) / 8);
            assertThat((double) read[i]).isCloseTo(exact, offset(1e-5));
          }
        });
  }

  @Test
  void theWell_givesVectorsTensorsParametersAndStaticFields() {
    Path out = write(folder.resolve("a.h5"), ImportOptions.none(), FILES.resolve("well.hdf5"));
    read(
        out,
        set -> {
          assertThat(set.channelNames())
              .containsExactly(
                  "density", "velocity_x", "velocity_y", "D_xx", "D_xy", "D_yx", "D_yy");
          assertThat(set.grid().axis(0).periodic()).isTrue();
          assertThat(set.grid().axis(1).periodic()).isFalse();
          float[] state = set.read(2, 1, 3, 1);
          for (int cell = 0; cell < 30; cell++) {
            float u = 2300 + 10 * (cell / 5) + cell % 5;
            float[] here = new float[7];
            for (int c = 0; c < 7; c++) {
              here[c] = state[30 * c + cell];
            }
            assertThat(here).containsExactly(u, u + 0.5f, -u, u, 2 * u, 3 * u, 4 * u);
          }
          assertThat(set.conditions().declared().names()).containsExactly("gamma", "nu", "mask");
          assertThat(set.conditions().parameters(1, 1)[0]).isEqualTo(1.5f);
          assertThat(set.conditions().declared().statics().shared()).isTrue();
          assertThat(set.conditions().statics(2, 1)[7]).isEqualTo(12);
        });
  }

  @Test
  void theWell_inSeveralFiles_repeatsWhatIsSharedWithinOne() {
    Path well = FILES.resolve("well.hdf5");
    Path out =
        write(folder.resolve("a.h5"), named(ImportOptions.none(), "density", "mask"), well, well);
    read(
        out,
        set -> {
          assertThat(set.trajectories()).isEqualTo(6);
          assertThat(set.channelNames()).containsExactly("density");
          assertThat(set.conditions().statics(5, 1)[7]).isEqualTo(12);
          assertThat(set.conditions().parameters(4, 1)[0]).isEqualTo(1.5f);
        });
  }

  @Test
  void ownFile_isImportedAgainWithEveryThirdSnapshot() {
    Path first = write(folder.resolve("a.h5"), said("N,T,X,Y"), FILES.resolve("c.npy"));
    Path again =
        write(folder.resolve("b.h5"), thinned(ImportOptions.none(), 3, List.of(), false), first);
    read(
        again,
        set -> {
          assertThat(set.dt()).isEqualTo(1.5);
          assertThat(set.read(2, 1, 1, 1)).startsWith(2300, 2301);
        });
  }

  @Test
  void interruptedImport_isResumedToTheSameBytes() throws IOException {
    int[] shape = {40, 50, 64, 64}; // 40 tiles
    Path in = npy(folder.resolve("a.npy"), shape, counted(shape));
    Path whole = write(folder.resolve("whole.h5"), said("N,T,X,Y"), in);
    Path out = folder.resolve("b.h5");
    Cancellation stop = new Cancellation();
    try (ImportSource source = ImportSource.open(List.of(in), said("N,T,X,Y"))) {
      SetImporter importer = new SetImporter(new ImportPlan(source), 1);
      ProgressListener afterOne =
          (done, total, detail) -> {
            if (done > 0) {
              stop.request();
            }
          };
      assertThatThrownBy(() -> importer.write(out, false, stop, afterOne))
          .isInstanceOf(CancellationException.class);
      assertThat(folder.resolve("b.h5.part")).exists();
      double before = importer.write(out, false, new Cancellation(), ProgressListener.NONE);
      assertThat(before).isBetween(0.01, 0.9);
    }
    assertThat(Files.mismatch(whole, out)).isEqualTo(-1);
    try (var left = Files.list(folder)) {
      assertThat(left.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("a.npy", "whole.h5", "b.h5");
    }
  }

  @Test
  void unevenTimes_areInterpolatedOnRequest() throws IOException {
    Path in = folder.resolve("uneven.npz");
    float[] t = {0, 0.1f, 0.35f, 0.6f, 0.8f};
    float[] u = new float[5 * 8];
    for (int i = 0; i < u.length; i++) {
      u[i] = 3 * t[i / 8] * t[i / 8] + i % 8;
    }
    Npz.write(in, "t", new int[] {5}, t, "u", new int[] {5, 8}, u);
    ImportOptions options = thinned(options("T,X", null, List.of(1.0), WALL), 1, List.of(), true);
    read(
        write(folder.resolve("a.h5"), named(options, "u"), in),
        set -> {
          assertThat(set.dt()).isCloseTo(0.2, offset(1e-6));
          float[] read = all(set);
          for (int i = 0; i < read.length; i++) {
            double time = 0.2 * (i / 8);
            assertThat((double) read[i]).isCloseTo(3 * time * time + i % 8, offset(1e-4));
          }
        });
  }

  @Test
  void tilesLargerThanMemory_areNotNeededForATransposedArray() {
    int[] shape = {64, 64, 20, 60}; // X, Y, T, N: the worst order there is
    Path in = npy(folder.resolve("a.npy"), shape, counted(shape));
    read(
        write(folder.resolve("a.h5"), said("X,Y,T,N"), in),
        set -> {
          float[] read = set.read(59, 1, 19, 1);
          for (int cell = 0; cell < read.length; cell++) {
            assertThat(read[cell]).isEqualTo(cell * 20 * 60 + 19 * 60 + 59);
          }
        });
    assertThat(Arrays.stream(shape).reduce(1, (a, b) -> a * b)).isGreaterThan(1 << 22);
  }
}
