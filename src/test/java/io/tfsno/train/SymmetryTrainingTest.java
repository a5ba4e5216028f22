package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From a configuration with {@code model.symmetry} to predictions that have it. */
@ExtendWith(PerTestScope.class)
class SymmetryTrainingTest {
  private static final String CONFIG =
      """
      model: {name: fno, width: 4, modes: 4, layers: 1, head: 8, symmetry: %s}
      training: {epochs: 2, batch: 4, checkpoint: 0}
      validation: {trajectories: 2, every: 2, horizon: 4}
      """;

  @TempDir Path folder;

  /** Waves about 3 that fade: their mean is not 0. */
  private Path waves() {
    Path file = folder.resolve("waves.h5");
    SyntheticSets.write(
        file,
        SyntheticSets.flat(12, 9, 1, 1, 32),
        (b, t, c, i) -> 3 + Math.exp(-0.1 * t) * Math.sin(2 * Math.PI * (i + b) / 32));
    return file;
  }

  private TrainedModel trained(String name, String symmetry, Path data) {
    Path run = folder.resolve(name);
    TinyRuns.train(run, CONFIG.formatted(symmetry), data);
    return TrainedModel.load(run, Device.CPU);
  }

  @Test
  void negatedField_isNormalisedAboutZero_soPredictionsInPhysicalUnitsAreOdd() {
    Path data = waves();
    try (TrainedModel plain = trained("plain", "[]", data);
        TrainedModel odd = trained("odd", "['u0 -> -u0']", data)) {
      Normaliser usual = plain.card().normaliser();
      Normaliser centred = odd.card().normaliser();
      assertThat(usual.mean().get(0)).isCloseTo(3, within(1e-3));
      assertThat(centred.mean()).containsExactly(0.0);
      double square = Math.pow(usual.mean().get(0), 2) + Math.pow(usual.deviation().get(0), 2);
      assertThat(centred.deviation().get(0)).isCloseTo(Math.sqrt(square), within(1e-9));
      assertThat(odd.card().toMetadata()).containsEntry("format_version", "8");
      assertThat(plain.card().toMetadata()).containsEntry("format_version", "2");
      Tensor u = Tensor.of(new Rng(1).normals(32), 1, 1, 32).to(DType.FLOAT32);
      // Sums of numbers of size 3 in float32, in another order.
      assertThat(odd.step(u.neg()).toFloats())
          .containsExactly(odd.step(u).neg().toFloats(), within(1e-5f));
    }
  }

  @Test
  void weightsAboutAnotherMean_cannotBeTrainedFurtherWithASymmetryThatNegates() {
    Path data = waves();
    trained("plain", "[]", data).close();
    String from = "from: " + folder.resolve("plain") + "\n";
    assertThatThrownBy(
            () ->
                TinyRuns.train(
                    folder.resolve("odd"), from + CONFIG.formatted("['u0 -> -u0']"), data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("mean 0")
        .hasMessageContaining("model.symmetry");
    TinyRuns.train(folder.resolve("even"), from + CONFIG.formatted("['x -> -x']"), data);
  }

  @Test
  void auto_takesWhatIsKnownOfTheEquation() {
    FlatSet flat = SyntheticSets.flat(12, 9, 1, 1, 32);
    FlatSet made = SyntheticSets.saying(flat, Map.of("equation", "allen_cahn1d"));
    Path data = folder.resolve("known.h5");
    SyntheticSets.write(data, made, (b, t, c, i) -> Math.cos(b + t + i));
    try (TrainedModel model = trained("auto", "[auto]", data)) {
      assertThat(model.card().shape().inputs().symmetry()).containsExactly("u0 -> -u0", "x -> -x");
    }
    try (TrainedModel model = trained("first", "[first]", data)) {
      assertThat(model.card().shape().inputs().symmetry()).containsExactly("u0 -> -u0");
    }
    Path unknown = waves();
    try (TrainedModel model = trained("none", "[auto]", unknown)) {
      assertThat(model.card().shape().inputs().symmetry()).isEmpty();
    }
  }
}
