package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.FlatSet;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.spectral.Points;
import io.tfsno.train.TrainConfig.Pushforward;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class UnrollerTest {
  private static final int POINTS = 16;
  private static final int STEPS = 8;
  private static final FieldShape SHAPE = new FieldShape(1, POINTS, 1, 1);
  private static final Objective OBJECTIVE = new Objective(0.01, 1);
  private static final int[] TRAJECTORIES = {2, 0, 3};

  /** Halves from step to step: exact in float32. */
  private static final SyntheticSets.Value HALVING =
      (b, t, c, i) -> (float) Math.cos(2 * Math.PI * i / POINTS + b) * Math.pow(2, -t);

  /** Keeps its size, so that an untrained model's states are not taken for runaways. */
  private static final SyntheticSets.Value TRAVELLING =
      (b, t, c, i) -> Math.cos(2 * Math.PI * i / POINTS + b + 0.3 * t);

  @TempDir Path folder;
  private ResidentSet data;
  private ResidentSet waves;

  @BeforeEach
  void load() {
    data = load(HALVING);
    waves = load(TRAVELLING);
  }

  private ResidentSet load(SyntheticSets.Value value) {
    FlatSet flat = SyntheticSets.flat(4, STEPS, 1, 1, POINTS);
    Path path = SyntheticSets.write(folder.resolve("a.h5"), flat, value);
    try (TrajectoryFile file = TrajectoryFile.open(path)) {
      return ResidentSet.load(file.set(""), 0, 4, Points.of(POINTS), Normaliser.NONE, Device.CPU);
    }
  }

  @AfterEach
  void free() {
    data.close();
    waves.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void pushedForward_gradientIsThatOfOneStepFromAConstant(int n) {
    try (Operator fno = fno()) {
      long seed = seedThatDraws(n, 5);
      accumulate(
          new Unroller(fno, waves, OBJECTIVE, new Pushforward(Unrolling.PF_RANDOM, 5, 0)),
          waves,
          new Rng(seed));
      float[] found = takeGradient(fno);

      Rng rng = new Rng(seed);
      assertThat(rng.below(5)).isEqualTo(n);
      int[] start = Batches.starts(TRAJECTORIES.length, 0, STEPS, n + 1, rng);
      Tensor v = waves.gather(TRAJECTORIES, start, 0);
      try (Autograd.Mode off = Autograd.off()) {
        for (int i = 0; i < n; i++) {
          v = fno.forward(v);
        }
      }
      OBJECTIVE.loss(fno.forward(v.copy()), waves.gather(TRAJECTORIES, start, n + 1)).backward();
      assertThat(found).containsExactly(takeGradient(fno));
    }
  }

  @Test
  void singleStep_inEveryMode_hasTheSameLossAndGradient() {
    try (Operator fno = fno()) {
      // PF_RANDOM draws its n before the starts; a stream that has drawn once already matches.
      Rng drawn = new Rng(5);
      assertThat(drawn.below(1)).isZero();
      List<Double> losses = new ArrayList<>();
      List<float[]> gradients = new ArrayList<>();
      for (Unrolling mode : Unrolling.values()) {
        Rng rng = new Rng(mode == Unrolling.PF_RANDOM ? 5 : drawn.state());
        Tensor loss =
            accumulate(
                new Unroller(fno, waves, OBJECTIVE, new Pushforward(mode, 1, 0)), waves, rng);
        losses.add(loss.item());
        gradients.add(takeGradient(fno));
      }
      assertThat(losses).containsOnly(losses.get(0));
      assertThat(gradients.get(1)).containsExactly(gradients.get(0));
      assertThat(gradients.get(2)).containsExactly(gradients.get(0));
      assertThat(gradients.get(0))
          .doesNotContain(Float.NaN)
          .isNotEqualTo(new float[gradients.get(0).length]);
    }
  }

  @Test
  void gradientThroughAllSteps_isNotThatOfDetachedOnes() {
    try (Operator fno = fno()) {
      float[][] gradients = new float[2][];
      double[] losses = new double[2];
      Unrolling[] modes = {Unrolling.PF_ALL, Unrolling.BPTT};
      for (int i = 0; i < 2; i++) {
        losses[i] =
            accumulate(
                    new Unroller(fno, waves, OBJECTIVE, new Pushforward(modes[i], 3, 0)),
                    waves,
                    new Rng(6))
                .item();
        gradients[i] = takeGradient(fno);
      }
      // The same numbers go forward; only the backward pass differs. One float32 rounding per step.
      assertThat(losses[0]).isCloseTo(losses[1], within(1e-6));
      assertThat(gradients[0]).isNotEqualTo(gradients[1]);
    }
  }

  @ParameterizedTest
  @EnumSource(Unrolling.class)
  void perfectModel_hasNoLossHoweverFarItIsUnrolled(Unrolling mode) {
    try (Operator half = new StubOperator(SHAPE, 0.5, Tensor::mul)) {
      Unroller unroller = new Unroller(half, data, OBJECTIVE, new Pushforward(mode, 6, 0));
      Rng rng = new Rng(7);
      for (int i = 0; i < 10; i++) {
        assertThat(accumulate(unroller, data, rng).item()).isZero();
      }
      assertThat(takeGradient(half)).containsOnly(0);
    }
  }

  @Test
  void runawaySample_alone_isPutBackOnTheTruth() {
    Tensor factors = Tensor.of(new float[] {1000, 0.5f, 0.5f}, 3, 1, 1);
    try (Operator wild = new StubOperator(SHAPE, 1, (u, gain) -> u.mul(factors).mul(gain))) {
      int n = 3;
      long seed = seedThatDraws(n, 5);
      Tensor loss =
          accumulate(
              new Unroller(
                  wild, data, new Objective(0, 1), new Pushforward(Unrolling.PF_RANDOM, 5, 0)),
              data,
              new Rng(seed));
      Rng rng = new Rng(seed);
      rng.below(5);
      int[] start = Batches.starts(TRAJECTORIES.length, 0, STEPS, n + 1, rng);
      // The others are exact; the wild one makes its last step from the true state.
      Tensor truth = data.gather(TRAJECTORIES, start, n).narrow(0, 0, 1);
      Tensor target = data.gather(TRAJECTORIES, start, n + 1).narrow(0, 0, 1);
      double expected = truth.mul(1000).sub(target).square().mean().item() / 3;
      // Sums of float32.
      assertThat(loss.item() / expected).isCloseTo(1, within(1e-6));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Unrolling.class,
      names = {"PF_RANDOM", "PF_ALL"})
  void statesThatAreNoNumbers_arePutBackOnTheTruth(Unrolling mode) {
    Tensor nan = Tensor.of(new float[] {Float.NaN}, 1);
    // Blows up in value, but not in the gradient that reaches its number.
    try (Operator wild =
        new StubOperator(SHAPE, 0.5, (u, gain) -> Autograd.taping() ? u.mul(gain) : u.mul(nan))) {
      Unroller unroller = new Unroller(wild, data, OBJECTIVE, new Pushforward(mode, 5, 0));
      Rng rng = new Rng(8);
      for (int i = 0; i < 5; i++) {
        assertThat(accumulate(unroller, data, rng).item()).isZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5, 0, 0",
    "5, 5, 4, 0",
    "5, 5, 5, 1",
    "5, 5, 19, 3",
    "5, 5, 20, 4",
    "5, 5, 499, 4", //
    "1, 5, 100, 0",
    "5, 0, 0, 4",
    "3, 1, 1, 1",
    "3, 1, 2, 2",
    "3, 1, 3, 2"
  })
  void curriculum_atItsBoundaries_growsByOneStep(int horizon, int every, int epoch, int limit) {
    assertThat(new Pushforward(Unrolling.PF_RANDOM, horizon, every).limit(epoch)).isEqualTo(limit);
  }

  @ParameterizedTest
  @EnumSource(Unrolling.class)
  void horizon_longerThanTheTrajectories_isCutToFit(Unrolling mode) {
    try (Operator half = new StubOperator(SHAPE, 0.5, Tensor::mul)) {
      Unroller unroller = new Unroller(half, data, OBJECTIVE, new Pushforward(mode, 100, 0));
      Rng rng = new Rng(9);
      for (int i = 0; i < 20; i++) {
        assertThat(accumulate(unroller, data, rng).item()).isZero();
      }
    }
  }

  private static Operator fno() {
    return new FnoSpec(4, 3, 2, 8, Coordinates.NONE, false).build(SHAPE, Device.CPU, new Rng(1));
  }

  private static float[] takeGradient(Operator operator) {
    float[] gradient = operator.parameters().flatGradient().toFloats();
    operator.parameters().flatGradient().zeroInPlace();
    return gradient;
  }

  private static long seedThatDraws(int n, int bound) {
    long seed = 0;
    while (new Rng(seed).below(bound) != n) {
      seed++;
    }
    return seed;
  }

  private static Tensor accumulate(Unroller unroller, ResidentSet data, Rng rng) {
    Window window = unroller.draw(TRAJECTORIES, 0, rng);
    Tensor rows = Tensor.of(window.rows(), window.samples());
    return unroller.accumulate(data.states(rows), window.steps(), 1);
  }
}
