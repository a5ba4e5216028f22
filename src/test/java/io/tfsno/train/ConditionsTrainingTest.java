package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.ConditionedSets;
import io.tfsno.data.FlatSet;
import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.SetFile;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.feed.GivenInputs;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.StreamedSet;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Activations;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.run.Given;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import io.tfsno.train.TrainConfig.Pushforward;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class ConditionsTrainingTest {
  private static final int TRAJECTORIES = 12;
  private static final int STEPS = 9;
  private static final int[] BATCH = {4, 0, 7, 11};
  private static final Inputs PUSHED =
      new Inputs(
          1, List.of(new Channel("k"), new Channel("f")), List.of(), new TimeSpec(1, 1, true));

  private static final String FNO =
      """
      name: tiny
      model: {name: fno, width: 8, modes: 4, layers: 2, head: 8, predictDelta: true, %s}
      training: {epochs: 30, batch: 4, checkpoint: 0, learningRate: 1e-2}
      pushforward: {horizon: 2, every: 2}
      validation: {trajectories: 2, every: 5, horizon: 4}
      """;

  @TempDir Path folder;

  private static FieldShape shape(Inputs inputs) {
    return new FieldShape(1, ConditionedSets.POINTS, 1, 1).with(inputs);
  }

  /** The law of the pushed set: known field, forcing, and a sine of time. */
  private static StubOperator pushed() {
    return new StubOperator(
        shape(PUSHED),
        1,
        (u, given, gain) -> {
          Tensor push = given.fields().narrow(1, 0, 1).add(given.fields().narrow(1, 1, 1));
          Tensor law = Activations.sin(given.time().mul(2 * Math.PI)).mul(0.5);
          return u.add(push).add(law.view(-1, 1, 1).expand(u.shape())).mul(gain);
        });
  }

  private StateSource source(Path file, List<String> names, Clock clock, boolean streamed) {
    GivenInputs given = new GivenInputs(names, clock, InputScales.NONE);
    Points points = Points.of(ConditionedSets.POINTS);
    TrajectoryFile open = TrajectoryFile.open(file);
    TrajectorySet set = open.set("");
    if (streamed) {
      return new StreamedSet(open, set, TRAJECTORIES, points, Normaliser.NONE, given, Device.CPU);
    }
    try (open) {
      return ResidentSet.load(set, 0, TRAJECTORIES, points, Normaliser.NONE, given, Device.CPU);
    }
  }

  @ParameterizedTest
  @EnumSource
  void exactLaw_withFieldsForcingAndTime_hasNoLossHoweverFarItIsUnrolled(Unrolling mode) {
    Path file = ConditionedSets.pushed(folder.resolve("p.h5"), TRAJECTORIES, STEPS);
    for (boolean streamed : new boolean[] {false, true}) {
      try (StateSource data = source(file, List.of("k", "f"), Clock.LAW, streamed);
          StubOperator exact = pushed()) {
        Unroller unroller =
            new Unroller(exact, data, new Objective(0.01, 1), new Pushforward(mode, 5, 0));
        // Sums of numbers below 10, rounded to float32 a few times.
        assertThat(loss(unroller, data)).isCloseTo(0, within(1e-10));
      }
    }
  }

  private static double loss(Unroller unroller, StateSource data) {
    var window = unroller.draw(BATCH, 0, new Rng(3));
    int[] trajectory = new int[BATCH.length];
    int[] step = new int[BATCH.length];
    for (int i = 0; i < BATCH.length; i++) {
      trajectory[i] = (int) (window.rows()[i] / data.steps());
      step[i] = (int) (window.rows()[i] % data.steps());
    }
    return unroller.accumulate(data.from(trajectory, step), window.steps(), 1).item();
  }

  @ParameterizedTest
  @EnumSource
  void exactLaw_ofTheLastStates_hasNoLossHoweverFarItIsUnrolled(Unrolling mode) {
    // A state is (1 - nu)^t: two of them tell the next, u' = u^2 / u_before.
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), TRAJECTORIES, STEPS);
    try (StateSource data = source(file, List.of(), Clock.NONE, false);
        StubOperator exact =
            new StubOperator(
                shape(Inputs.ofHistory(2)),
                1,
                (u, given, gain) -> u.mul(u.div(given.history())).mul(gain))) {
      Unroller unroller =
          new Unroller(exact, data, new Objective(0, 1), new Pushforward(mode, 4, 0));
      assertThat(loss(unroller, data)).isCloseTo(0, within(1e-10));
    }
  }

  @Test
  void evaluation_ofTheExactLaw_hasNoError() {
    Path file = ConditionedSets.pushed(folder.resolve("p.h5"), TRAJECTORIES, STEPS);
    try (TrajectoryFile open = TrajectoryFile.open(file);
        TrainedModel exact = pushed().trained("made-up", 0.1)) {
      Evaluator evaluator = new Evaluator(exact, open.set(""), 0, 0);
      assertThat(worst(evaluator.evaluate(ProgressListener.NONE))).isLessThan(1e-5);
      assertThat(worst(evaluator.evaluateSingleSteps(ProgressListener.NONE))).isLessThan(1e-5);
    }
  }

  @Test
  void evaluation_withHistory_startsAtTheFirstStateThatHasOne() {
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), TRAJECTORIES, STEPS);
    StubOperator exact =
        new StubOperator(
            shape(Inputs.ofHistory(2)), 1, (u, given, gain) -> u.mul(u.div(given.history())));
    try (TrajectoryFile open = TrajectoryFile.open(file);
        TrainedModel model = exact.trained("made-up", 0.1)) {
      Evaluation found = new Evaluator(model, open.set(""), 0, 0).evaluate(ProgressListener.NONE);
      assertThat(found.horizon()).isEqualTo(STEPS - 2);
      assertThat(worst(found)).isLessThan(1e-4);
    }
  }

  private static double worst(Evaluation evaluation) {
    return evaluation.scores().steps().stream()
        .mapToDouble(step -> step.l2().mean())
        .max()
        .orElseThrow();
  }

  @Test
  void training_toldTheParameter_learnsWhatTheStateCannotTell() {
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), 40, STEPS);
    double blind = train("blind", FNO.formatted("history: 1"), file).validationError();
    Trainer.Result told = train("told", FNO.formatted("conditions: [nu]"), file);
    assertThat(told.validationError()).isLessThan(0.5 * blind);
    Trainer.Result remembers = train("remembers", FNO.formatted("history: 2"), file);
    assertThat(remembers.validationError()).isLessThan(0.8 * blind);
    ModelCard card = ModelCard.read(folder.resolve("told"));
    assertThat(card.shape().inputs().names()).containsExactly("nu");
    assertThat(card.toMetadata()).containsEntry("format_version", "3");
    assertThat(ModelCard.read(folder.resolve("blind")).toMetadata())
        .containsEntry("format_version", "2");
  }

  @Test
  void rollout_followsTheParameterThatItIsGiven() {
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), 40, STEPS);
    train("told", FNO.formatted("conditions: [nu]"), file);
    try (TrainedModel model = TrainedModel.load(folder.resolve("told"), Device.CPU)) {
      float[] u0 = new float[ConditionedSets.POINTS];
      for (int i = 0; i < u0.length; i++) {
        u0[i] = (float) Math.cos(2 * Math.PI * i / u0.length);
      }
      float slow = model.rollout(u0, 2, Given.NOTHING.with("nu", 0.2))[2][0];
      float fast = model.rollout(u0, 2, Given.NOTHING.with("nu", 0.7))[2][0];
      assertThat(slow).isGreaterThan(fast + 0.2f);
      assertThatThrownBy(() -> model.rollout(u0, 2))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected the parameter nu, which the model was trained with, found none."
                  + " Give each of them a value.");
      assertThatThrownBy(() -> model.rollout(u0, 2, Given.NOTHING.with("mu", 1)))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("unknown parameter 'mu'")
          .hasMessageContaining("nu");
    }
  }

  @Test
  void training_withEveryCondition_isTheSameStreamedAndResumed() {
    Path file = ConditionedSets.pushed(folder.resolve("p.h5"), TRAJECTORIES, STEPS);
    String yaml =
        """
        name: tiny
        data: {stream: %s}
        model:
          {name: tfsno, widths: [4, 4], modes: [4, 2], conditions: all, history: 2,
           time: {harmonics: 1, reference: 1, periodic: true},
           gate: {standardise: true, time: {harmonics: 1, reference: 1, periodic: true}}}
        training: {epochs: 4, batch: 4, checkpoint: 0}
        pushforward: {horizon: 3, every: 1}
        validation: {trajectories: 2, every: 1, horizon: 4}
        """;
    train("held", yaml.formatted("false"), file);
    train("streamed", yaml.formatted("true"), file);
    assertThatThrownBy(
            () -> TinyRuns.train(folder.resolve("cut"), yaml.formatted("false"), file, 5))
        .isInstanceOf(CancellationException.class);
    train("cut", yaml.formatted("false"), file);
    float[] held = weights("held");
    assertThat(weights("streamed")).containsExactly(held);
    assertThat(weights("cut")).containsExactly(held);
  }

  private float[] weights(String run) {
    Safetensors file = Safetensors.read(folder.resolve(run).resolve(RunFolder.TRAINING));
    return file.get("parameters").values();
  }

  @Test
  void explicitTime_makesALawThatChangesWithItLearnable() {
    Path file = ConditionedSets.pushed(folder.resolve("p.h5"), 40, STEPS);
    String blind = FNO.formatted("conditions: [k, f]");
    String timed =
        FNO.formatted("conditions: [k, f], time: {harmonics: 1, reference: 1, periodic: true}");
    assertThat(train("timed", timed, file).validationError())
        .isLessThan(0.5 * train("blind", blind, file).validationError());
  }

  @Test
  void condition_thatTheDataDoNotHave_isRefusedWithTheNearest() {
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), TRAJECTORIES, STEPS);
    assertThatThrownBy(() -> train("run", FNO.formatted("conditions: [nuu]"), file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("unknown condition 'nuu'")
        .hasMessageContaining("nu");
  }

  @Test
  void fieldThatIsNotANumber_inATrajectoryToValidateOn_isRefusedAndNotTakenForDivergence() {
    SetConditions conditions =
        new SetConditions(
            List.of(), ConditionFields.NONE, ConditionFields.of(List.of(new Channel("f"))), false);
    FlatSet set = SyntheticSets.flat(5, 8, 1, 1, ConditionedSets.POINTS).with(conditions);
    Path file = folder.resolve("nan.h5");
    try (SetFile out = SetFile.create(file, set)) {
      for (int step = 0; step < 8; step++) {
        out.write(step, SyntheticSets.snapshot(set, step, (b, t, c, i) -> Math.cos(i + b + t)));
        for (int b = 0; b < 5; b++) {
          float[] f = new float[ConditionedSets.POINTS];
          f[3] = b == 4 && step == 2 ? Float.NaN : b;
          out.conditions().forcings(b, step, f);
        }
      }
      out.complete();
    }
    for (String stream : List.of("", "data: {stream: true}\n")) {
      assertThatThrownBy(() -> train("run", FNO.formatted("conditions: [f]") + stream, file))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("found NaN in 'f' of trajectory 4");
    }
  }

  @Test
  void history_longerThanTheTrajectories_isRefused() {
    Path file = ConditionedSets.decays(folder.resolve("d.h5"), TRAJECTORIES, STEPS);
    assertThatThrownBy(() -> train("run", FNO.formatted("history: 8"), file))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected at least 10 snapshots for model.history 8, found 9."
                + " Lower model.history, or make a longer set.");
  }

  private Trainer.Result train(String name, String yaml, Path file) {
    return TinyRuns.train(folder.resolve(name), yaml, file);
  }
}
