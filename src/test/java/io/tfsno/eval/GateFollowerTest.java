package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.Gated;
import io.tfsno.operator.tfsno.GateSpec;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class GateFollowerTest {
  @TempDir private Path folder;
  private Path waves;

  @BeforeEach
  void makeData() {
    waves = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 2, 8, 32);
  }

  @Test
  void moments_ofATrajectory_areItsTrueStatesAtEqualDistances() {
    GatedModel.on(
        waves,
        GatedModel.spec(),
        (model, truth) -> {
          GatedModel.stir(model, 0.3);
          FollowedGate followed = new GateFollower(model, truth, 7).follow();
          int[] steps = {0, 2, 4, 6};
          assertThat(followed.times())
              .containsExactly(Arrays.stream(steps).mapToDouble(s -> truth.times()[s]).toArray());
          for (int i = 0; i < steps.length; i++) {
            double[] u = state(truth, steps[i]);
            assertThat(followed.cut()[i]).containsExactly(u, within(1e-6));
            double meanSquare = Arrays.stream(u).map(v -> v * v).average().orElseThrow();
            assertThat(Arrays.stream(followed.power()[i]).sum())
                .isCloseTo(meanSquare, within(1e-6));
          }
        });
  }

  @Test
  void gains_ofAStirredNetwork_areThoseOfTheGateThatMovesMost() {
    GatedModel.on(
        waves,
        GatedModel.spec(),
        (model, truth) -> {
          GatedModel.stir(model, 0.3);
          FollowedGate followed = new GateFollower(model, truth, 8).follow();
          Gated operator = Gated.of(model.operator()).orElseThrow();
          double[] spread = new double[3];
          double[][][] gain = new double[3][8][];
          for (int step = 0; step < 8; step++) {
            Tensor u = Tensor.of(truth.read(0, 1, step, 1), 1, 1, 32);
            for (GateReading gate : operator.gates(model.card().normaliser().normalise(u))) {
              gain[gate.block()][step] = gate.delta().mean(0, 1).add(1).toDoubles();
            }
          }
          for (int block = 0; block < 3; block++) {
            for (int k = 0; k < GatedModel.MODES; k++) {
              int at = k;
              double[] w = Arrays.stream(gain[block]).mapToDouble(row -> row[at]).toArray();
              double mean = Arrays.stream(w).average().orElseThrow();
              spread[block] += Arrays.stream(w).map(v -> (v - mean) * (v - mean)).sum();
            }
          }
          int block = followed.block();
          assertThat(spread[block]).isEqualTo(Arrays.stream(spread).max().orElseThrow());
          assertThat(spread[block]).isPositive();
          assertThat(followed.gain()[0]).containsExactly(gain[block][0], within(1e-6));
          assertThat(followed.gain()[3]).containsExactly(gain[block][7], within(1e-6));
        });
  }

  @Test
  void gains_ofAnUntrainedGate_areOneAtAllTimes() {
    GatedModel.on(
        waves,
        GatedModel.spec().withGate(GateSpec.DEFAULT.withBlocks(List.of(2))),
        (model, truth) -> {
          FollowedGate followed = new GateFollower(model, truth, 1).follow();
          assertThat(followed.block()).isEqualTo(1);
          assertThat(followed.times()).hasSize(1);
          assertThat(followed.gain()[0]).containsOnly(1);
          assertThat(followed.still()).containsOnly(1);
        });
  }

  @Test
  void model_withoutAGate_isRefused() {
    GatedModel.on(
        waves,
        GatedModel.spec().withGate(GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE)),
        (model, truth) ->
            assertThatThrownBy(() -> new GateFollower(model, truth, 0))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("a model with a gate"));
  }

  private static double[] state(TrajectorySet truth, int step) {
    float[] values = truth.read(0, 1, step, 1);
    double[] u = new double[values.length];
    for (int i = 0; i < u.length; i++) {
      u[i] = values[i];
    }
    return u;
  }
}
