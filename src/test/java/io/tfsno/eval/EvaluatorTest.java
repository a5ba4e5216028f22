package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.ResidentMemory;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import io.tfsno.train.StubOperator;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class EvaluatorTest {
  private static final int POINTS = 32;
  private static final FieldShape SHAPE = new FieldShape(1, POINTS, 1, 1);
  private static final FieldShape COARSE = new FieldShape(1, 16, 1, 1);

  @TempDir Path folder;

  @Test
  void persistence_isTheErrorOfTheFirstState() {
    withWaves(
        30, // more than one batch of trajectories
        truth -> {
          Evaluation e = identity(SHAPE, truth, 3, 0);
          assertThat(e.trajectories()).isEqualTo(30);
          assertThat(e.horizon()).isEqualTo(3);
          for (int step = 1; step <= 3; step++) {
            double sum = 0;
            for (int b = 0; b < 30; b++) {
              float[] start = truth.read(b, 1, 0, 1);
              float[] end = truth.read(b, 1, step, 1);
              double error = 0;
              double size = 0;
              for (int i = 0; i < POINTS; i++) {
                error += Math.pow((double) start[i] - end[i], 2);
                size += Math.pow(end[i], 2);
              }
              sum += Math.sqrt(error / size) / 30;
            }
            assertThat(e.persistence().at(step).l2().mean()).isCloseTo(sum, within(1e-10));
          }
        });
  }

  @Test
  void identity_scoresExactlyAsPersistence() {
    withWaves(
        30,
        truth -> {
          Evaluation e = identity(SHAPE, truth, 0, 0);
          assertThat(e.horizon()).isEqualTo(7);
          assertThat(e.scores()).isEqualTo(e.persistence());
          assertThat(e.floor()).isNull();
          assertThat(e.parameters()).isEqualTo(1);
          assertThat(e.protocol()).isEqualTo("run directly and scored on 32 points");
        });
  }

  @Test
  void rollout_isFedItsOwnStates() {
    FlatSet flat = SyntheticSets.flat(2, 6, 1, 1, POINTS);
    SyntheticSets.Value halving =
        (b, t, c, i) -> (float) Math.cos(2 * Math.PI * i / POINTS + b) * Math.pow(2, -t);
    try (TrajectoryFile file =
            TrajectoryFile.open(SyntheticSets.write(folder.resolve("a.h5"), flat, halving));
        TrainedModel half = new StubOperator(SHAPE, 0.5, Tensor::mul).trained("", 0.1);
        TrainedModel quarter = new StubOperator(SHAPE, 0.25, Tensor::mul).trained("", 0.1)) {
      Evaluation perfect = new Evaluator(half, file.set(""), 5, 0).evaluate(ProgressListener.NONE);
      assertThat(perfect.scores().overall().l2().mean()).isZero();
      Evaluation wrong = new Evaluator(quarter, file.set(""), 5, 0).evaluate(ProgressListener.NONE);
      for (int step = 1; step <= 5; step++) {
        // 4^-t against 2^-t.
        assertThat(wrong.scores().at(step).l2().mean())
            .isCloseTo(1 - Math.pow(2, -step), within(1e-9));
      }
      Evaluation singly =
          new Evaluator(quarter, file.set(""), 5, 0).evaluateSingleSteps(ProgressListener.NONE);
      assertThat(singly.singly()).isTrue();
      for (int step = 1; step <= 5; step++) {
        // A quarter and the whole of the state before, against half of it.
        assertThat(singly.scores().at(step).l2().mean()).isCloseTo(0.5, within(1e-9));
        assertThat(singly.persistence().at(step).l2().mean()).isCloseTo(1, within(1e-9));
      }
    }
  }

  @Test
  void finerTruth_isPredictedOnTheTrainingGridBesideTheFloorOfResampling() {
    withNoise(
        truth -> {
          Evaluation e = identity(COARSE, truth, 2, 0);
          assertThat(e.resolution()).isEqualTo(Points.of(POINTS));
          assertThat(e.modelResolution()).isEqualTo(Points.of(16));
          assertThat(e.protocol())
              .isEqualTo("run on its training grid of 16 points, resampled to and scored on 32");
          for (int step = 1; step <= 2; step++) {
            assertThat(e.floor().at(step).l2().mean())
                .isCloseTo(downAndUp(truth, step, 16, POINTS), within(1e-9))
                .isGreaterThan(0.1);
          }
        });
  }

  @Test
  void resolutionAskedFor_isRunDirectlyWhereTheModelCan() {
    withNoise(
        truth -> {
          Evaluation even = identity(COARSE, truth, 2, 24);
          assertThat(even.resolution()).isEqualTo(Points.of(24));
          assertThat(even.modelResolution()).isEqualTo(Points.of(24));
          assertThat(even.floor()).isNull();
          assertThat(even.scores()).isEqualTo(even.persistence());
          // The stub runs on even grids only.
          Evaluation odd = identity(COARSE, truth, 2, 25);
          assertThat(odd.resolution()).isEqualTo(Points.of(25));
          assertThat(odd.modelResolution()).isEqualTo(Points.of(16));
          assertThat(odd.floor().at(1).l2().mean())
              .isCloseTo(downAndUp(truth, 1, 16, 25), within(1e-9));
        });
  }

  /** Mean relative error of the truth after a way through a coarser grid. */
  private static double downAndUp(TrajectorySet truth, int step, int coarse, int scored) {
    int count = (int) truth.trajectories();
    Tensor stored = Tensor.of(truth.read(0, count, step, 1), count, 1, POINTS);
    Tensor u = Resample.to(stored, Points.of(scored));
    Tensor back = Resample.to(Resample.to(u, Points.of(coarse)), Points.of(scored));
    Tensor exact = u.to(DType.FLOAT64);
    Tensor e = back.to(DType.FLOAT64).sub(exact);
    return e.square().sum(1, 2).div(exact.square().sum(1, 2)).sqrt().mean().item();
  }

  @Test
  void walk_handsOutEveryStepOfTheTrajectoriesAskedFor() {
    withWaves(
        5,
        truth -> {
          try (TrainedModel model = StubOperator.identity(SHAPE).trained("made-up", 0.1)) {
            int[] seen = {0};
            new Evaluator(model, truth, 4, 0)
                .walk(
                    2,
                    3,
                    (step, first, prediction, target) -> {
                      assertThat(step).isEqualTo(++seen[0]);
                      assertThat(first).isEqualTo(2);
                      assertThat(prediction.toFloats()).containsExactly(truth.read(2, 3, 0, 1));
                      assertThat(target.toFloats()).containsExactly(truth.read(2, 3, step, 1));
                    });
            assertThat(seen[0]).isEqualTo(4);
          }
        });
  }

  @Test
  void horizon_beyondTheSet_isRefused() {
    withWaves(
        2,
        truth -> {
          for (int horizon : new int[] {8, -1}) {
            assertThatThrownBy(() -> identity(SHAPE, truth, horizon, 0))
                .isInstanceOf(UserError.class)
                .hasMessage(
                    "expected a horizon from 1 to the 7 steps of the set, found "
                        + horizon
                        + ". Lower it, or make a longer set.");
          }
        });
  }

  @Test
  void dataUnlikeTheModels_areRefused() {
    withWaves(
        2,
        truth -> {
          refuse(
              new FieldShape(2, 32, 1, 1),
              "made-up",
              0.1,
              truth,
              "expected data like the model's, 2D, 1 channel(s), found 1D, 1 channel(s).");
          refuse(
              new FieldShape(1, 32, 3, 1),
              "made-up",
              0.1,
              truth,
              "expected data like the model's, 1D, 3 channel(s), found 1D, 1 channel(s).");
          refuse(
              SHAPE,
              "burgers1d",
              0.1,
              truth,
              "expected data of burgers1d, which the model was trained on, found made-up.");
          refuse(
              SHAPE, "made-up", 0.2, truth, "expected snapshots 0.200000 apart, one step of the");
        });
  }

  @Test
  void boxOfAnotherLength_isRefusedWithBoth() {
    withWaves(
        2,
        truth ->
            refuse(
                new FieldShape(1, 32, 1, 2),
                "made-up",
                0.1,
                truth,
                "expected the box that the model was trained on, 32 points on a box of 2,"
                    + " found 32 points on a box of 1. Choose a data set of that box."));
  }

  @Test
  void rectangle_isScoredOnThePointsAskedForAlongEachAxis() {
    FieldShape shape = new FieldShape(2, 16, 1, 1);
    FlatSet flat = SyntheticSets.flat(2, 3, 1, 2, 16);
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> Math.cos(i + b));
    try (TrajectoryFile file = TrajectoryFile.open(path);
        TrainedModel model = StubOperator.identity(shape).trained("made-up", 0.1)) {
      Evaluation e =
          new Evaluator(model, file.set(""), 2, List.of(24, 32)).evaluate(ProgressListener.NONE);
      assertThat(e.resolution()).isEqualTo(Points.of(24, 32));
      assertThat(e.protocol()).isEqualTo("run directly and scored on 24 x 32 points");
      assertThatThrownBy(() -> new Evaluator(model, file.set(""), 2, List.of(8, 8, 8)))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith("expected 1 number of points or 2, one for each axis");
    }
  }

  private static void refuse(
      FieldShape shape, String equation, double dt, TrajectorySet truth, String message) {
    try (TrainedModel model = StubOperator.identity(shape).trained(equation, dt)) {
      assertThatThrownBy(() -> new Evaluator(model, truth, 0, 0))
          .isInstanceOf(UserError.class)
          .hasMessageStartingWith(message);
    }
  }

  @Test
  void longWalk_doesNotKeepItsStates() {
    // States of 64 kB: 2000 of them kept would be 128 MB.
    int steps = 2000;
    FlatSet flat = SyntheticSets.flat(1, steps + 1, 1, 1, 8);
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, (b, t, c, i) -> i);
    try (TrajectoryFile file = TrajectoryFile.open(path);
        TrainedModel model =
            new StubOperator(new FieldShape(1, 16384, 1, 1), 1, Tensor::mul).trained("", 0.1)) {
      Evaluator evaluator = new Evaluator(model, file.set(""), steps, 0);
      double[] megabytes = new double[2];
      evaluator.walk(
          0,
          1,
          (step, first, prediction, target) -> {
            if (step == 200 || step == steps) {
              megabytes[step == steps ? 1 : 0] = ResidentMemory.now();
            }
          });
      // What compiled code and the Java heap may still take.
      assertThat(megabytes[1] - megabytes[0]).isLessThan(30);
    }
  }

  private static Evaluation identity(
      FieldShape shape, TrajectorySet truth, int horizon, int resolution) {
    try (TrainedModel model = StubOperator.identity(shape).trained("made-up", 0.1)) {
      return new Evaluator(model, truth, horizon, resolution).evaluate(ProgressListener.NONE);
    }
  }

  private void withWaves(int trajectories, Consumer<TrajectorySet> test) {
    Path path = SyntheticSets.fadingWaves(folder.resolve("a.h5"), trajectories, 8, POINTS);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      test.accept(file.set(""));
    }
  }

  /** Fields with waves that coarse grids do not hold. */
  private void withNoise(Consumer<TrajectorySet> test) {
    FlatSet flat = SyntheticSets.flat(3, 4, 1, 1, POINTS);
    Path path =
        SyntheticSets.write(
            folder.resolve("a.h5"), flat, (b, t, c, i) -> Math.sin(1.0 + 97 * i * i + b + t));
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      test.accept(file.set(""));
    }
  }
}
