package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.run.ModelCard;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.TrainingRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on specifications of one's own. */
class GenerateSpecTest {
  private static final String SPEC =
      """
      equation: burgers1d
      parameters: {nu: {logUniform: [0.01, 0.04]}}
      resolution: 32
      snapshots: {interval: 0.02, count: 3}
      initial: {band: {modes: 4, rms: 0.5}}
      sets: {train: {count: 4}, valid: {count: 2}}
      """;

  @TempDir private Path folder;

  private Cli.Result generate(String yaml, String... more) throws IOException {
    Path spec = folder.resolve("spec.yaml");
    Files.writeString(spec, yaml);
    String[] words = new String[5 + more.length];
    words[0] = "data";
    words[1] = "generate";
    words[2] = spec.toString();
    words[3] = "--out";
    words[4] = folder.resolve("set.h5").toString();
    System.arraycopy(more, 0, words, 5, more.length);
    return Cli.run((Object[]) words);
  }

  @Test
  void generate_ofAnOwnSpecification_saysWhatItMade() throws IOException {
    Cli.Result result = generate(SPEC, "--count", "train=3");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("burgers1d, trajectories train 3, valid 2");
    assertThat(Cli.run("data", "inspect", folder.resolve("set.h5")).out()).contains("nu");
  }

  @Test
  void generate_ofAShard_holdsItsPartAlone() throws IOException {
    Cli.Result result = generate(SPEC, "--shard", "2/2", "--json");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("\"shard\" : \"2/2\"");
    try (TrajectoryFile file = TrajectoryFile.open(folder.resolve("set.h5"))) {
      assertThat(file.set("train").attributes()).containsEntry("first_index", 2L);
      assertThat(file.set("train").trajectories()).isEqualTo(2);
    }
  }

  @Test
  void generate_withMistakes_isOneMessageAndExitTwo() throws IOException {
    Cli.Result unknown = generate(SPEC.replace("burgers1d", "burger1d"));
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("spec.yaml: unknown equation 'burger1d': did you mean 'burgers1d'?");
    assertThat(folder.resolve("set.h5.part")).doesNotExist();
    assertThat(generate(SPEC.replace("sets", "set")).err())
        .contains("unknown key 'set': did you mean 'sets'?");
    assertThat(generate(SPEC, "--count", "tset=3").err()).contains("unknown set 'tset'");
    assertThat(generate(SPEC, "--shard", "3/2").err())
        .contains("expected a shard i/n with i from 1 to n, found 3/2")
        .contains("Correct --shard.");
    assertThat(generate(SPEC, "--profile", "fast").err()).contains("expected no profile");
    assertThat(generate(SPEC, "--reynolds", "10").err()).contains("expected --reynolds with E6");
    assertThat(
            generate(
                    SPEC.replace(
                        "burgers1d", "{dimension: 1, terms: [{kind: diffusion, coefficient: nu}]}"))
                .err())
        .contains("unknown kind of term 'diffusion'. Known: derivative, quadratic");
    assertThat(Cli.run("data", "generate").err()).contains("Name E1 to E6, N1 to N6");
    assertThat(Cli.run("data", "generate", "gone.yaml", "--out", "x.h5").err())
        .contains("gone.yaml: no such file");
  }

  @Test
  void generate_whereASolutionRunsAway_namesTheTrajectories() throws IOException {
    Cli.Result result =
        generate(
            SPEC.replace("burgers1d", "fisher_kpp1d")
                .replace("{nu: {logUniform: [0.01, 0.04]}}", "{r: {uniform: [5000, 6000]}}")
                .replace("rms: 0.5}", "rms: 0.5}, mean: -1"));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("fisher_kpp1d with solver step dt")
        .contains("among trajectories 0 to")
        .contains("Lower solver.dt");
  }

  @Test
  void list_ofShippedSpecifications_hasBothSuites() {
    assertThat(Cli.run("data", "generate", "--list").out())
        .contains("E1", "N6", "1D Burgers, hidden viscosity", "outside 200");
    assertThat(Cli.run("data", "generate", "n3", "--print").out())
        .contains("c: {uniform: [-2, 2]}");
    assertThat(Cli.run("equations").out()).contains("N5 1D Allen-Cahn with a rate");
  }

  @Test
  void shippedSpecification_quick_isMadeInSeconds() {
    Path out = folder.resolve("n1.h5");

    Cli.Result result =
        Cli.run(
            "data",
            "generate",
            "N1",
            "--quick",
            "--train",
            "2",
            "--test",
            "1",
            "--count",
            "valid=1",
            "--count",
            "outside=2",
            "--snapshots",
            "3",
            "--out",
            out);

    assertThat(result.exit()).isZero();
    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      assertThat(file.groups()).contains("train", "valid", "test", "outside");
      assertThat(Arrays.stream(file.set("outside").conditions().parameters(0, 2)).boxed())
          .allMatch(nu -> nu < 0.0025 || nu > 0.04);
    }
  }

  private Cli.Result solve(String yaml, Path out) throws IOException {
    Path spec = folder.resolve("solve.yaml");
    Files.writeString(spec, yaml);
    return Cli.run("solve", spec, "--out", out, "--force");
  }

  @Test
  void solve_fromAListOfStates_givesATrajectoryEach() throws IOException {
    Path out = folder.resolve("many.npy");
    Cli.Result result =
        solve(
            """
            equation: heat1d
            resolution: 8
            snapshots: {interval: 0.1, count: 2}
            initial: [{mean: 1}, {mean: 2}, {mean: 3}]
            """,
            out);

    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("heat1d, 3 trajectories to t = 0.1");
    NpyArray array = Npy.read(out);
    assertThat(array.shape()).containsExactly(3, 2, 1, 8);
    assertThat(array.doubles()[16]).isEqualTo(2);
  }

  @Test
  void solve_withAListOfCoefficients_integratesEachAndStoresThem() throws IOException {
    Path out = folder.resolve("many.h5");
    String yaml =
        """
        equation: heat1d
        parameters: {D: [0.01, 0.02]}
        domain: {length: 1}
        resolution: 8
        snapshots: {interval: 0.1, count: 2}
        initial: {modes: [{amplitude: 1, wavenumber: 1}]}
        """;
    assertThat(solve(yaml, out).exit()).isZero();

    try (TrajectoryFile file = TrajectoryFile.open(out)) {
      var set = file.setOrFirst("");
      assertThat(set.conditions().parameters(0, 2)).containsExactly(0.01, 0.02);
      double k2 = 4 * Math.PI * Math.PI;
      assertThat((double) set.read(0, 1, 1, 1)[0]).isCloseTo(Math.exp(-0.001 * k2), within(1e-6));
      assertThat((double) set.read(1, 1, 1, 1)[0]).isCloseTo(Math.exp(-0.002 * k2), within(1e-6));
    }
    assertThat(
            solve(
                    yaml.replace("initial: {modes", "initial: [{}, {}, {modes")
                        .replace("wavenumber: 1}]}", "wavenumber: 1}]}]"),
                    out)
                .err())
        .contains("expected parameters.D with one number, or 3 for the initial states");
    assertThat(solve(yaml.replace("[0.01, 0.02]", "{uniform: [1, 2]}"), out).err())
        .contains("coefficients to be drawn (D)")
        .contains("tfsno data generate");
  }

  @Test
  void solve_ofALawFromTheFile_works() throws IOException {
    Path out = folder.resolve("law.npy");
    assertThat(
            solve(
                    """
                    equation: {dimension: 1, terms: [{kind: constant, coefficient: 2}]}
                    domain: {length: 1}
                    resolution: 8
                    solver: {dt: 0.1}
                    snapshots: {interval: 0.5, count: 2}
                    initial: {mean: 1}
                    """,
                    out)
                .exit())
        .isZero();
    assertThat(Npy.read(out).doubles()[8]).isCloseTo(2, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void model_ofASpecification_knowsWhatIsHiddenFromItAndWhatWasLeftOut(int stride)
      throws IOException {
    generate(SPEC.replace("count: 3}", "count: 9, skip: 4}"));
    Path run = folder.resolve("run");
    String config =
        """
        data: {file: %s, stride: %d}
        model: {name: fno, width: 4, modes: 4, layers: 1, head: 4}
        training: {epochs: 1, batch: 2}
        validation: {trajectories: 1, horizon: 2}
        """
            .formatted(folder.resolve("set.h5"), stride);
    Path file = Cli.write(folder, "train.yaml", config);
    assertThat(Cli.run("train", file, "--out", run).exit()).isZero();
    TrainingRange range = ModelCard.read(run).range();
    assertThat(range.burnIn()).isCloseTo(4 * 0.02, within(1e-12));
    assertThat(range.hidden()).containsOnlyKeys("nu");
    try (TrajectoryFile set = TrajectoryFile.open(folder.resolve("set.h5"))) {
      double[] nu = set.set("train").conditions().parameters(0, 4);
      assertThat(range.hidden().get("nu"))
          .isEqualTo(
              new Band(
                  Arrays.stream(nu).min().orElseThrow(), Arrays.stream(nu).max().orElseThrow()));
    }
  }
}
