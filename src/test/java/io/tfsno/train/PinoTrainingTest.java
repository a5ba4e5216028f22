package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.Notes;
import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Training with the residual of the data's own equation, on sets as they are generated. */
@ExtendWith(PerTestScope.class)
class PinoTrainingTest {
  private static final String PINO = TinyRuns.FNO.replace("name: fno", "name: pino, warmUp: 0.5");

  @TempDir static Path shared;
  @TempDir Path folder;
  private static Path data;

  @BeforeAll
  static void makeData() {
    data = generate("E1", 10, 8);
  }

  private static Path generate(String benchmark, int trajectories, int snapshots) {
    Path file = shared.resolve(benchmark + ".h5");
    SetRequest request =
        new SetRequest(
            Benchmark.named(benchmark),
            trajectories,
            0,
            Benchmark.MASTER_SEED,
            Profile.QUICK,
            snapshots);
    new SetGenerator(request, Device.CPU, 1)
        .generate(file, true, new Cancellation(), ProgressListener.NONE);
    return file;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 8})
  void resumedRun_stoppedInOrAfterTheWarmUp_equalsTheUninterruptedOne(long updates)
      throws IOException {
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    TinyRuns.train(whole, PINO, data);
    assertThatThrownBy(() -> TinyRuns.train(parts, PINO, data, updates))
        .isInstanceOf(CancellationException.class);
    TinyRuns.train(parts, PINO, data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(parts.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
    assertThat(provenance(parts).path("physics_consistency").asDouble())
        .isEqualTo(provenance(whole).path("physics_consistency").asDouble())
        .isPositive();
  }

  @ParameterizedTest
  @EnumSource(Unrolling.class)
  void weightZero_isTheTrainingOfTheFno(Unrolling mode) throws IOException {
    String unrolling = "pushforward: {mode: %s,".formatted(mode.name());
    String fno = TinyRuns.FNO.replace("pushforward: {", unrolling);
    String off = PINO.replace("warmUp: 0.5", "physicsWeight: 0");
    TinyRuns.train(folder.resolve("fno"), fno, data);
    TinyRuns.train(folder.resolve("off"), off.replace("pushforward: {", unrolling), data);
    TinyRuns.train(folder.resolve("on"), PINO.replace("pushforward: {", unrolling), data);
    Map<String, float[]> state = state("fno");
    assertThat(state("off")).usingRecursiveComparison().isEqualTo(state);
    assertThat(state("on").get("parameters")).isNotEqualTo(state.get("parameters"));
    assertThat(provenance(folder.resolve("off")).has("physics_consistency")).isFalse();
  }

  /** The tensors of a checkpoint: its texts name the configuration, which differs. */
  private Map<String, float[]> state(String run) {
    Safetensors file = Safetensors.read(folder.resolve(run).resolve(RunFolder.TRAINING));
    Map<String, float[]> tensors = new TreeMap<>();
    file.names().forEach(name -> tensors.put(name, file.get(name).values()));
    assertThat(tensors).containsKeys("parameters", "adam.first", "adam.second");
    return tensors;
  }

  @Test
  void weightZero_asksForNoEquation() {
    Path waves = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
    String off = PINO.replace("warmUp: 0.5", "physicsWeight: 0");
    Trainer.check(TinyRuns.config(off), waves);
    assertThat(TinyRuns.train(folder.resolve("run"), off, waves).epochs()).isEqualTo(6);
  }

  /** The levels that the page on PINO states; a few trajectories give them within a factor 2. */
  @ParameterizedTest
  @CsvSource({
    "E1, 101, 0.030",
    "E2, 101, 0.0016",
    "E3, 101, 0.011",
    "E4, 51, 0.029",
    "E5, 51, 0.049",
    "E6, 51, 0.026"
  })
  void consistency_ofABenchmark_isAsStated(String benchmark, int snapshots, double stated)
      throws IOException {
    Path set = generate(benchmark, snapshots > 51 ? 16 : 4, snapshots);
    Path run = folder.resolve("run");
    Notes notes = new Notes();
    String yaml =
        """
        model: {name: pino, width: 2, modes: 2, layers: 1, head: 2}
        training: {epochs: 1, batch: 8}
        pushforward: {horizon: 1}
        validation: {trajectories: 1, every: 1, horizon: 1}
        """;
    try (RunFolder out = RunFolder.create(run, false)) {
      TrainConfig config = TinyRuns.config(yaml).withDataFile(set.toString());
      out.writeConfig(config);
      new Trainer(config, set, out, Device.CPU).train(new Cancellation(), notes);
    }
    double level = provenance(run).path("physics_consistency").asDouble();
    assertThat(level).isBetween(stated / 2, stated * 2);
    if (level > 0.03) {
      assertThat(notes.heard()).singleElement().asString().contains("Lower model.physicsWeight");
    } else {
      assertThat(notes.heard()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          made-up   | nu | 1 | unknown equation 'made-up'
          ''        | nu | 1 | expected the attribute 'equation', a name listed by 'tfsno equations', found none
          burgers1d | no | 1 | expected the attribute 'nu' (viscosity of burgers1d), a number, found none
          heat2d    | D  | 1 | expected fields of heat2d, with 1 channels in 2D, found 1 channels in 1D
          burgers1d | nu | 2 | expected fields of burgers1d, with 1 channels in 1D, found 2 channels in 1D
          """)
  void data_thatDoNotSayTheirEquation_areRefusedBeforeTraining(
      String equation, String coefficient, int channels, String message) {
    FlatSet flat = SyntheticSets.flat(4, 4, channels, 1, 16);
    Path file = folder.resolve("set.h5");
    FlatSet set = SyntheticSets.saying(flat, Map.of("equation", equation, coefficient, 0.01));
    SyntheticSets.write(file, set, (b, t, c, i) -> Math.cos(b + t + i));
    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(PINO), file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message)
        .hasMessageContaining("set model.physicsWeight to 0");
  }

  @Test
  void reciprocalCoefficient_isUnderstood() {
    FlatSet flat = SyntheticSets.flat(4, 4, 1, 2, 16);
    FlatSet set = SyntheticSets.saying(flat, Map.of("equation", "navier_stokes2d", "Re", 500L));
    Path file = folder.resolve("set.h5");
    SyntheticSets.write(file, set, (b, t, c, i) -> Math.cos(b + t + i));
    assertThat(EquationOfData.in(TinyRuns.config(PINO), file).any().parameters())
        .containsEntry("nu", 1 / 500.0);
  }

  private static JsonNode provenance(Path run) throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(run.resolve(RunFolder.PROVENANCE)));
  }
}
