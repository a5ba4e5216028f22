package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class DataImportTest {
  private static final Path FILES = Path.of("src/test/resources/foreign");

  @TempDir private Path folder;

  @Test
  void npy_withAllItNeeds_isImportedSplitAndInspected() {
    Path out = folder.resolve("u.h5");
    Cli.Result result =
        Cli.run(
            "data",
            "import",
            FILES.resolve("c.npy"),
            "--axes",
            "N,T,X,Y",
            "--dt",
            "0.5",
            "--length",
            "1.5,0.5",
            "--boundary",
            "periodic,wall",
            "--fields",
            "height",
            "--split",
            "train:0.4,valid:0.3,test:0.3",
            "--out",
            out);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out())
        .contains(
            "train: 1 trajectories of 4 snapshots 0.500000 apart, channels height,"
                + " 6 x 5 points on a box of 1.5 x 0.5, walls along y");
    Cli.Result inspected = Cli.run("data", "inspect", out);
    assertThat(inspected.out()).contains("train: FLAT layout").contains("[height]");

    Cli.Result again = Cli.run("data", "import", FILES.resolve("c.npy"), "--out", out);
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err()).contains("add --force to replace it");
  }

  @Test
  void theWell_saysEverythingItself() {
    Path out = folder.resolve("well.h5");
    Cli.Result result =
        Cli.run("data", "import", FILES.resolve("well.hdf5"), "--out", out, "--json");
    JsonNode d = new ObjectMapper().readTree(result.out());
    assertThat(d.get("boundary").asString()).isEqualTo("periodic, wall");
    assertThat(d.get("conditions").get(2).asString()).isEqualTo("mask");
    assertThat(d.get("not_imported").get(0).asString()).isEqualTo("scalars/clock");
  }

  @ParameterizedTest
  @CsvSource({
    "'--dt 1 --length 1 --boundary wall', Use --axes.",
    "'--axes N,T,X,Y --length 1 --boundary wall', Use --dt.",
    "'--axes N,T,X,Y --dt 1 --boundary wall', Use --length.",
    "'--axes N,T,X,Y --dt 1 --length 1', Use --boundary.",
    "'--axes N,T,W', Correct --axes.",
    "'--split train:2', Correct --split.",
    "'--split train=1', 'expected shares such as train:0.8,valid:0.1,test:0.1'",
    "'--axes N,T,X,Y --dt 1 --length 1 --boundary wall --stride 0', a stride of at least 1",
    "'--axes N,T,X,Y --dt 1 --length 1 --boundary bouncy', the boundary periodic or wall"
  })
  void whatIsMissing_isAskedForByItsFlag(String flags, String message) {
    Object[] args =
        ("data import " + FILES.resolve("c.npy") + " --out " + folder.resolve("a.h5") + " " + flags)
            .split(" ");
    Cli.Result result = Cli.run(args);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(message);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "c.npy, NPY with 1 array, '--axes N,T,X,Y --dt 0.1 --length 1 --boundary periodic'",
    "plain.npz, NPZ with 3 arrays, '--axes N,T,X,Y --dt 0.1 --length 1 --boundary periodic'",
    "any.h5, HDF5 with 3 arrays, '--axes N,T,X,Y --dt 0.1 --length 1 --boundary periodic'",
    "nc4.nc, NetCDF-4 with 7 arrays, '--boundary periodic'",
    "cdf1.nc, NetCDF classic (CDF-1) with 7 arrays, '--boundary periodic'",
    "xarray.zarr.zip, Zarr 2 with 5 arrays, '--boundary periodic'",
    "v3.zarr, Zarr 3 with 4 arrays, '--boundary periodic'",
    "well.hdf5, The Well (HDF5) with 12 arrays, ''"
  })
  void inspect_ofARawFile_showsTheCommandThatImportsIt(String name, String what, String flags) {
    Path file = FILES.resolve(name);
    Cli.Result result = Cli.run("data", "inspect", file);
    assertThat(result.exit()).as(result.err()).isZero();
    String command = "tfsno data import " + file + (flags.isEmpty() ? "" : " " + flags);
    assertThat(result.out()).startsWith(what).contains(command);
    JsonNode json = new ObjectMapper().readTree(Cli.run("data", "inspect", file, "--json").out());
    assertThat(json.get("import").asString()).startsWith(command);
  }

  @Test
  void inspect_ofCoordinates_showsTheirRange() {
    assertThat(Cli.run("data", "inspect", FILES.resolve("nc4.nc")).out())
        .contains("T: 4 entries of 'time', 2.00000 .. 3.50000 hours")
        .contains("Y: 5 entries of 'y', 1.00000 .. 1.40000 m")
        .containsPattern("packed +int16 +\\(4, 3, 5, 6\\) +time, sample, y, x");
  }
}
