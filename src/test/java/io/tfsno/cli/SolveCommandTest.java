package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.jhdf.HdfFile;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.ObjectMapper;

class SolveCommandTest {
  private static final String HEAT =
      """
      equation: heat1d
      parameters: {D: 0.01}
      domain: {length: 1}
      resolution: 64
      solver: {dt: 0.1}
      snapshots: {interval: 0.5, count: 3}
      initial: {mean: 0.25, modes: [{amplitude: 2, wavenumber: 3, phase: 0.4}]}
      """;

  private static final String BOX =
      """
      equation: heat3d
      parameters: {D: 0.01}
      domain: {length: [1, 2, 0.5]}
      resolution: [8, 12, 6]
      snapshots: {interval: 0.5, count: 2}
      initial: {mean: 0.25, modes: [{amplitude: 2, wavenumber: [1, -3, 2], phase: 0.4}]}
      """;

  @TempDir private Path folder;

  @Test
  void solve_heatEquation_decaysAsItsSymbolSays() throws IOException {
    Path spec = Cli.write(folder, "heat.yaml", HEAT);
    Path out = folder.resolve("u.npy");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    NpyArray array = Npy.read(out);
    assertThat(array.shape()).containsExactly(3, 1, 64);
    assertThat(array.isFloat32()).isFalse();
    double[] u = array.doubles();
    double k = 2 * Math.PI * 3;
    for (int t = 0; t < 3; t++) {
      for (int x = 0; x < 64; x++) {
        double exact = 0.25 + 2 * Math.exp(-0.01 * k * k * 0.5 * t) * Math.cos(k * x / 64 + 0.4);
        // Linear, so exact up to the rounding of two transforms.
        assertThat(u[t * 64 + x]).isCloseTo(exact, within(1e-13));
      }
    }
  }

  @Test
  void solve_twoChannelsToHdf5_isReadBackByName() throws IOException {
    Path spec =
        Cli.write(
            folder,
            "gs.yaml",
            """
            equation: gray_scott2d
            resolution: 32
            snapshots: {interval: 1, count: 2}
            initial:
              channels:
                - {mean: 0.6, modes: [{amplitude: 0.1, wavenumber: [1, -2], phase: 0}]}
                - {mean: 0.25}
            """);
    Path out = folder.resolve("gs.h5");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      TrajectorySet set = file.set("");
      assertThat(set.channelNames()).containsExactly("u", "v");
      assertThat(set.grid().points()).isEqualTo(Points.of(32, 32));
      float[] first = set.read(0, 1, 0, 1);
      assertThat(first[0]).isCloseTo(0.7f, within(1e-6f));
      int atX5Y3 = 5 * 32 + 3;
      double phase = 2 * Math.PI * (5 - 2 * 3) / 32;
      assertThat(first[atX5Y3]).isCloseTo((float) (0.6 + 0.1 * Math.cos(phase)), within(1e-6f));
      assertThat(first[32 * 32]).isCloseTo(0.25f, within(1e-6f));
    }
  }

  @Test
  void solve_fromFile_startsFromItsField() throws IOException {
    double[] field = new double[48];
    for (int i = 0; i < 48; i++) {
      field[i] = Math.sin(2 * Math.PI * i / 48);
    }
    Npy.write(folder.resolve("u0.npy"), new int[] {48}, field);
    Path spec =
        Cli.write(folder, "f.yaml", HEAT.replaceAll("initial:.*", "initial: {file: u0.npy}"));
    Path out = folder.resolve("u.npy");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    // The field came on 48 points and is stored on 64: Fourier interpolation of a sine is exact.
    assertThat(Npy.read(out).doubles()[16]).isCloseTo(1, within(1e-13));
  }

  @Test
  void solve_stepFarTooLarge_saysWhenItBlewUpAndWhatWouldDo() throws IOException {
    Path spec =
        Cli.write(
            folder,
            "b.yaml",
            """
            equation: burgers1d
            parameters: {nu: 0.0001}
            resolution: 256
            solver: {dt: 0.1}
            snapshots: {interval: 0.1, count: 51}
            initial: {modes: [{amplitude: 5, wavenumber: 2}]}
            """);
    Path out = folder.resolve("u.npy");

    Cli.Result result = Cli.run("solve", spec, "--out", out);

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("burgers1d with solver step dt = 0.100000 became infinite between t = ")
        .containsPattern("solver.dt = 0\\.\\d+ gets past that time");
    assertThat(folder).isDirectoryNotContaining(p -> p.toString().contains("u.npy"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          equation: heat1d        | equation: heat1dd       | unknown equation 'heat1dd': did you mean 'heat1d'?
          {D: 0.01}               | {d: 0.01}               | unknown parameter of heat1d 'd': did you mean 'D'?
          {D: 0.01}               | {D: -0.5}               | expected a number > 0 for D (diffusivity), found -0.5
          {D: 0.01}               | {D: lots}               | key 'parameters.D': expected a number, found "lots"
          resolution: 64          | resolution: 0           | expected an even resolution from 4 to 16384
          resolution: 64          | resolution: 63          | found 63
          resolution: 64          | resolution: 6.5         | key 'resolution': expected a whole number, found 6.5
          resolution: 64          | resulution: 64          | unknown key 'resulution': did you mean 'resolution'?
          count: 3                | count: 1                | expected snapshots.count >= 2
          {length: 1}             | {length: -1}            | expected domain.length > 0, found -1.0
          {dt: 0.1}               | {dt: 0}                 | expected solver.dt > 0, found 0.0
          wavenumber: 3           | wavenumber: 40          | expected wave numbers up to 31 at this resolution, found 40
          wavenumber: 3           | wavenumber: [1, 2]      | expected a wavenumber k, found [1, 2]
          snapshots:              | snapshots: [            | not valid YAML near line
          resolution: 64          | resolution: 1           | expected an even resolution from 4 to 16384
          resolution: 64          | resolution: [64, 64]    | expected resolution with one number, or 1 for the axes of heat1d, found 2 numbers, [64, 64]
          {length: 1}             | {length: 0}             | expected domain.length > 0, found 0.0
          {length: 1}             | {length: .nan}          | key 'domain.length': expected a number, found "NaN"
          {length: 1}             | {length: [1, 2]}        | expected domain.length with one number, or 1 for the axes of heat1d
          heat1d                  | heat3d                  | expected a wavenumber [kx, ky, kz], found [3]
          """)
  void solve_wrongInput_isOneMessageAndExitTwo(String from, String to, String message)
      throws IOException {
    Path spec = Cli.write(folder, "bad.yaml", HEAT.replace(from, to));

    Cli.Result result = Cli.run("solve", spec, "--out", folder.resolve("u.npy"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
    assertThat(result.out()).isEmpty();
    assertThat(folder.resolve("u.npy")).doesNotExist();
    assertThat(folder.resolve("u.npy.part")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [8, 12, 6]       | [8, 12, 6, 4]       | expected resolution with one number, or 3 for the axes of heat3d, found 4 numbers
          [8, 12, 6]       | [8, 12]             | found 2 numbers, [8, 12]
          [8, 12, 6]       | [8, 12, 1]          | expected an even resolution from 4 to 16384
          [8, 12, 6]       | 16384               | expected at most 268435456 grid points in all, found 16384 x 16384 x 16384
          [1, 2, 0.5]      | [1, 2]              | expected domain.length with one number, or 3 for the axes of heat3d, found 2 numbers
          [1, 2, 0.5]      | [1, 2, 0]           | expected domain.length > 0, found 0.0
          [1, 2, 0.5]      | [1, .nan, 1]        | key 'domain.length[1]': expected a number, found "NaN"
          [1, -3, 2]       | [1, 7, 2]           | expected wave numbers up to 5 at this resolution, found 7
          """)
  void solve_wrongBox_isOneMessageAndExitTwo(String from, String to, String message)
      throws IOException {
    Path spec = Cli.write(folder, "bad.yaml", BOX.replace(from, to));

    Cli.Result result = Cli.run("solve", spec, "--out", folder.resolve("u.npy"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void solve_inABoxOfThreeLengths_decaysAsItsSymbolSays() throws IOException {
    Path spec = Cli.write(folder, "box.yaml", BOX);
    Path out = folder.resolve("u.npy");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    NpyArray array = Npy.read(out);
    assertThat(array.shape()).containsExactly(2, 1, 8, 12, 6);
    double kx = 2 * Math.PI;
    double ky = 2 * Math.PI * -3 / 2;
    double kz = 2 * Math.PI * 2 / 0.5;
    double decay = Math.exp(-0.01 * (kx * kx + ky * ky + kz * kz) * 0.5);
    double[] u = array.doubles();
    int cells = 8 * 12 * 6;
    for (int cell = 0; cell < cells; cell++) {
      double x = (cell / 72) / 8.0;
      double y = (cell / 6 % 12) / 12.0 * 2;
      double z = (cell % 6) / 6.0 * 0.5;
      double exact = 0.25 + 2 * decay * Math.cos(kx * x + ky * y + kz * z + 0.4);
      assertThat(u[cells + cell]).isCloseTo(exact, within(1e-13));
    }
  }

  @Test
  void solve_inABoxToHdf5_writesEachAxisAndItsLength() throws IOException {
    Path spec = Cli.write(folder, "box.yaml", BOX);
    Path out = folder.resolve("u.h5");

    Cli.Result result = Cli.run("solve", spec, "--out", out, "--json");

    assertThat(result.exit()).isZero();
    assertThat(new ObjectMapper().readTree(result.out()).get("resolution").toString())
        .isEqualTo("[8,12,6]");
    try (HdfFile file = new HdfFile(out)) {
      assertThat(file.getDatasetByPath("tensor").getDimensions()).containsExactly(1, 2, 8, 12, 6);
      assertThat(file.getDatasetByPath("tensor").getJavaType()).isEqualTo(double.class);
      float[] z = (float[]) file.getDatasetByPath("z-coordinate").getData();
      assertThat(z).hasSize(6);
      assertThat(z[1]).isCloseTo(0.5f / 6, within(1e-7f));
      assertThat(file.getAttribute("L_x").getData()).isEqualTo(1.0);
      assertThat(file.getAttribute("L_y").getData()).isEqualTo(2.0);
      assertThat(file.getAttribute("L_z").getData()).isEqualTo(0.5);
      assertThat(file.getAttribute("original_resolution").getData()).isEqualTo("8 x 12 x 6");
    }
  }

  @Test
  void solve_advectionOnARectangle_movesTheFieldUnchanged() throws IOException {
    Path spec =
        Cli.write(
            folder,
            "a.yaml",
            """
            equation: advection2d
            parameters: {cx: 0.5, cy: -1}
            domain: {length: [1, 2]}
            resolution: [16, 24]
            snapshots: {interval: 0.3, count: 2}
            initial: {modes: [{amplitude: 1, wavenumber: [2, -3], phase: 0.1}]}
            """);
    Path out = folder.resolve("u.npy");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    NpyArray array = Npy.read(out);
    assertThat(array.shape()).containsExactly(2, 1, 16, 24);
    double[] u = array.doubles();
    for (int cell = 0; cell < 16 * 24; cell++) {
      double x = (cell / 24) / 16.0 - 0.5 * 0.3;
      double y = (cell % 24) / 24.0 * 2 + 0.3;
      double exact = Math.cos(2 * Math.PI * (2 * x - 3 * y / 2) + 0.1);
      assertThat(u[16 * 24 + cell]).isCloseTo(exact, within(1e-13));
    }
  }

  @Test
  void solve_fromFileOnARectangle_takesAnyGridOfItsProportions() throws IOException {
    String rectangle =
        HEAT.replace("heat1d", "heat2d").replace("resolution: 64", "resolution: [16, 24]");
    Path spec =
        Cli.write(folder, "f.yaml", rectangle.replaceAll("initial:.*", "initial: {file: u0.npy}"));
    double[] field = new double[8 * 12];
    for (int i = 0; i < field.length; i++) {
      field[i] = Math.cos(2 * Math.PI * ((i / 12) / 8.0 - 2 * (i % 12) / 12.0));
    }
    Npy.write(folder.resolve("u0.npy"), new int[] {8, 12}, field);
    Path out = folder.resolve("u.npy");

    assertThat(Cli.run("solve", spec, "--out", out).exit()).isZero();

    double[] first = Npy.read(out).doubles();
    for (int i = 0; i < 16 * 24; i++) {
      double exact = Math.cos(2 * Math.PI * ((i / 24) / 16.0 - 2 * (i % 24) / 24.0));
      assertThat(first[i]).isCloseTo(exact, within(1e-13));
    }

    Npy.write(folder.resolve("u0.npy"), new int[] {12, 12}, new double[144]);
    assertThat(Cli.run("solve", spec, "--out", out, "--force").err())
        .contains("expected an array [1, 2n, 3n] with the fields of heat2d, found [12, 12]");
  }

  @Test
  void equations_listed_nameEveryDimension() {
    String listed = Cli.run("equations").out();
    assertThat(listed).contains("heat3d", "burgers3d_scalar", "navier_stokes3d", "3D", "u, v, w");
    assertThat(Cli.run("equations", "navier_stokes3d").out())
        .contains("navier_stokes3d, 3D, fields u, v, w")
        .contains("Re");
    assertThat(Cli.run("equations", "--json").out()).contains("\"dimension\"");
  }

  @Test
  void solve_initialFileOfWrongShape_saysWhichShapeFits() throws IOException {
    Npy.write(folder.resolve("u0.npy"), new int[] {2, 16, 16}, new double[512]);
    Path spec =
        Cli.write(folder, "f.yaml", HEAT.replaceAll("initial:.*", "initial: {file: u0.npy}"));

    Cli.Result result = Cli.run("solve", spec, "--out", folder.resolve("u.npy"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("expected an array [1, N]").contains("found [2, 16, 16]");
  }

  @Test
  void solve_outputOfNoKnownFormat_namesTheFlag() throws IOException {
    Path spec = Cli.write(folder, "heat.yaml", HEAT);

    Cli.Result refused = Cli.run("solve", spec, "--out", folder.resolve("u.csv"));

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("*.npy or *.h5, found 'u.csv'").contains("Change --out.");
  }

  @Test
  void solve_outputExists_isKeptWithoutForce() throws IOException {
    Path spec = Cli.write(folder, "heat.yaml", HEAT);
    Path out = Cli.write(folder, "u.npy", "mine");

    Cli.Result refused = Cli.run("solve", spec, "--out", out);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("add --force to replace it");
    assertThat(out).hasContent("mine");

    assertThat(Cli.run("solve", spec, "--out", out, "--force").exit()).isZero();
    assertThat(Npy.read(out).shape()).containsExactly(3, 1, 64);
  }

  @Test
  void solve_folderMissing_saysSo() throws IOException {
    Path spec = Cli.write(folder, "heat.yaml", HEAT);
    Cli.Result result = Cli.run("solve", spec, "--out", folder.resolve("no/such/u.npy"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("expected an existing folder").contains("Create it first");
  }

  @Test
  void solve_diskFull_saysSoAndLeavesNothing() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "needs /dev/full");
    Path spec = Cli.write(folder, "heat.yaml", HEAT);
    Files.createSymbolicLink(folder.resolve("u.npy.part"), full);

    Cli.Result result = Cli.run("solve", spec, "--out", folder.resolve("u.npy"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("No space left on device");
    assertThat(folder.resolve("u.npy")).doesNotExist();
  }
}
