package io.tfsno.eval;

import static io.tfsno.eval.GatedModel.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.GateSwap.Gates;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rollouts of a random TF-SNO whose gates answer to something else. */
@ExtendWith(PerTestScope.class)
class GateSwapTest {
  private static final int TRAJECTORIES = 6;
  private static final int SNAPSHOTS = 5;

  /** Sums of float32 in another order: a hundred roundings. */
  private static final double SAME = 1e-5;

  @TempDir Path folder;
  private Path waves;

  @BeforeEach
  void makeData() {
    waves = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), TRAJECTORIES, SNAPSHOTS, 32);
  }

  private void on(OperatorSpec spec, GatedModel.Work work) {
    GatedModel.on(
        waves,
        spec,
        (model, truth) -> {
          GatedModel.stir(model, 0.5);
          work.with(model, truth);
        });
  }

  private static Map<Gates, Scores> rollouts(
      TrainedModel model, TrajectorySet truth, int trajectories, int horizon) {
    return new GateSwap(model, truth, trajectories, horizon).measure(ProgressListener.NONE);
  }

  private static double error(Map<Gates, Scores> rollouts, Gates gates, int step) {
    return rollouts.get(gates).at(step).l2().mean();
  }

  @Test
  void stepWithGates_givenTheStatesOwn_isTheStep() {
    on(
        spec(),
        (model, truth) -> {
          TfSno operator = (TfSno) model.operator();
          Tensor u = truth.fields(0, 3, 1);
          List<Tensor> own = operator.gates(u).stream().map(GateReading::delta).toList();
          List<Tensor> none = own.stream().map(d -> d.mul(0)).toList();
          double[] expected = operator.forward(u).toDoubles();
          assertThat(operator.stepWithGates(u, own).toDoubles())
              .containsExactly(expected, within(SAME));
          assertThat(operator.stepWithGates(u, none).sub(operator.forward(u)).abs().max().item())
              .isGreaterThan(100 * SAME);
        });
  }

  @Test
  void ownGates_scoreAsAnEvaluationDoes() {
    on(
        spec(),
        (model, truth) -> {
          Scores own = rollouts(model, truth, 0, 0).get(Gates.OWN);
          Scores evaluated =
              new Evaluator(model, truth, 0, 0).evaluate(ProgressListener.NONE).scores();
          assertThat(own).isEqualTo(evaluated);
          assertThat(own.steps()).hasSize(SNAPSHOTS - 1);
        });
  }

  @Test
  void gatesOfTheTruth_differFromTheModelsOwn_onlyOnceTheModelErrs() {
    on(
        spec(),
        (model, truth) -> {
          Map<Gates, Scores> all = rollouts(model, truth, 0, 0);
          double first = error(all, Gates.OWN, 1);
          assertThat(error(all, Gates.TRUE, 1)).isCloseTo(first, within(SAME * first));
          double later = error(all, Gates.OWN, 3);
          assertThat(Math.abs(error(all, Gates.TRUE, 3) - later)).isGreaterThan(100 * SAME * later);
        });
  }

  @Test
  void stillGates_overOneState_areItsOwn() {
    on(
        spec(),
        (model, truth) -> {
          Map<Gates, Scores> one = rollouts(model, truth, 1, 1);
          double own = error(one, Gates.OWN, 1);
          assertThat(error(one, Gates.STILL, 1)).isCloseTo(own, within(SAME * own));
          Map<Gates, Scores> many = rollouts(model, truth, 0, 1);
          double ofMany = error(many, Gates.OWN, 1);
          assertThat(Math.abs(error(many, Gates.STILL, 1) - ofMany))
              .isGreaterThan(100 * SAME * ofMany);
        });
  }

  @Test
  void gatesInSomeBlocks_areSwappedThere() {
    on(
        spec().withGate(GateSpec.DEFAULT.withBlocks(List.of(2))),
        (model, truth) -> {
          Map<Gates, Scores> all = rollouts(model, truth, 0, 0);
          double own = error(all, Gates.OWN, 3);
          assertThat(error(all, Gates.STILL, 3)).isFinite().isNotEqualTo(own);
        });
  }

  @Test
  void modelWithoutGate_isRefused() {
    on(
        new FnoSpec(4, 4, 2, 8, Coordinates.NONE, true),
        (model, truth) ->
            assertThatThrownBy(() -> new GateSwap(model, truth, 0, 0))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("a model with a gate"));
  }
}
