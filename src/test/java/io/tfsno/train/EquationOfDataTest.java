package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetSpec;
import io.tfsno.data.generate.Shard;
import io.tfsno.data.generate.SpecRequest;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.pde.Equation;
import io.tfsno.pde.law.Law;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Physics of sets that were made from specifications. */
@ExtendWith(PerTestScope.class)
class EquationOfDataTest {
  private static final String PINO = TinyRuns.FNO.replace("name: fno", "name: pino, warmUp: 0.5");
  private static final String LAW =
      """
      equation:
        name: damped_burgers
        dimension: 1
        terms:
          - {kind: derivative, order: 2, coefficient: nu}
          - {kind: advection, coefficient: -1}
          - {kind: derivative, order: 0, coefficient: -a}
      parameters: {nu: 0.01, a: 0.3}
      domain: {length: 1}
      resolution: 32
      solver: {dt: 0.002}
      snapshots: {interval: 0.01, count: 8}
      initial: {band: {modes: 4, rms: 0.4}}
      sets: {train: {count: 10}}
      """;

  private static final String DRAWN = LAW.replace("nu: 0.01", "nu: {logUniform: [0.005, 0.1]}");

  @TempDir private Path folder;

  private Path made(String yaml) {
    Path out = folder.resolve("set.h5");
    SetSpec spec = ConfigReader.parse("spec.yaml", yaml, SetSpec.class);
    new SetGenerator(
            new SpecRequest(spec, null, folder, Map.of(), null, null, 0, Shard.WHOLE),
            Device.CPU,
            1)
        .generate(out, true, new Cancellation(), ProgressListener.NONE);
    return out;
  }

  @Test
  void lawFromAFile_isFoundAndTrainedWith() {
    Path data = made(LAW);

    Equation found = EquationOfData.in(TinyRuns.config(PINO), data).any();

    assertThat(found).isInstanceOf(Law.class);
    assertThat(found.parameters()).containsEntry("a", 0.3).containsEntry("nu", 0.01);
    assertThat(TinyRuns.train(folder.resolve("run"), PINO, data).epochs()).isEqualTo(6);
  }

  @Test
  void equationOfTheCatalogue_withStandardCoefficients_isFound() {
    Path data =
        made(
            """
            equation: swift_hohenberg1d
            parameters: {g: 0.5}
            resolution: 32
            snapshots: {interval: 0.1, count: 4}
            initial: {waves: {count: 4, modes: 5, amplitude: 0.2}}
            sets: {train: {count: 4}}
            """);

    assertThat(EquationOfData.in(TinyRuns.config(PINO), data).any().parameters())
        .containsEntry("g", 0.5)
        .containsEntry("r", 0.7);
  }

  @Test
  void coefficient_drawnForEachTrajectoryAndHidden_isRefusedBeforeTraining() {
    Path data = made(DRAWN);

    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(PINO), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "expected the parameter nu, which differs between trajectories, to be given to the model, found nothing")
        .hasMessageContaining("add it to model.conditions, or set model.physicsWeight to 0");
  }

  /** Data obey the law of their own coefficients far better than any common one. */
  @Test
  void coefficient_drawnForEachTrajectoryAndTold_isUsedInTheResidual() throws IOException {
    Path data = made(DRAWN);
    String told = PINO.replace("name: pino,", "name: pino, conditions: [nu],");

    Path run = folder.resolve("run");
    TinyRuns.train(run, told, data);

    JsonNode provenance =
        new ObjectMapper().readTree(Files.readAllBytes(run.resolve(RunFolder.PROVENANCE)));
    assertThat(provenance.path("physics_consistency").asDouble()).isBetween(1e-6, 0.02);
  }

  @Test
  void products_thatDependOnADrawnCoefficient_areRefused() {
    Path data =
        made(
            """
            equation: swift_hohenberg1d
            parameters: {g: {uniform: [0.5, 1]}}
            resolution: 32
            snapshots: {interval: 0.1, count: 8}
            initial: {waves: {count: 4, modes: 5, amplitude: 0.2}}
            sets: {train: {count: 10}}
            """);
    String told = PINO.replace("name: pino,", "name: pino, conditions: [g],");

    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(told), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected an equation whose products do not depend on g");
  }

  @Test
  void lawThatChangesWithTime_isRefusedBeforeTraining() {
    Path data = made(LAW.replace("a: 0.3", "a: {mean: 0.3, amplitude: 0.1, period: 1}"));

    assertThatThrownBy(() -> Trainer.check(TinyRuns.config(PINO), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "expected a law that stays the same, found one that changes with time");
  }
}
