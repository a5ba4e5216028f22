package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tfsno.Conditioned;
import io.tfsno.Notes;
import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import io.tfsno.operator.Operator;
import io.tfsno.run.Digest;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

@ExtendWith(PerTestScope.class)
class TrainerTest {
  /** Ten trajectories, two of them held out: two updates per epoch. */
  private static final int UPDATES = 2;

  private static final String TFSNO =
      """
      model:
        {name: tfsno, widths: [4, 4], modes: [4, 2], gate: {standardise: true, features: [centroid, crest]},
         contraction: {spectralBound: 0.9, pointwiseBound: 0.9, alphaMax: 0.5}}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      pushforward: {horizon: 3, every: 1}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  private static final String WHOLE =
      """
      name: tiny
      model: {name: tfsno, widths: [6, 6], modes: [6, 4], contraction: {target: 0.9, step: 0.98}}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      pushforward: {horizon: 3, every: 2}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  private static final String GATE =
      """
      model:
        {name: tfsno, widths: [4, 4], modes: [4, 2],
         gate: {standardise: true, calibrations: 3, learningRateFactor: 0.3, alpha: 0.1, detach: true}}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      pushforward: {horizon: 3, every: 1}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  private static final String LOCAL =
      """
      model:
        {name: tfsno, widths: [4, 5], modes: [4, 3], local: {stencil: true, gate: true, product: true}}
      training: {epochs: 4, batch: 4, checkpoint: 0}
      pushforward: {horizon: 3, every: 1}
      validation: {trajectories: 2, every: 1, horizon: 4}
      """;

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void makeData() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 10, 8, 32);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 5, 8, 11})
  void resumedRun_stoppedAnywhere_equalsTheUninterruptedOne(long updates) throws IOException {
    requireSame(TinyRuns.FNO, updates, 6);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void resumedRun_ofAModelWithState_equalsTheUninterruptedOne(long updates) throws IOException {
    requireSame(TFSNO, updates, 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5})
  void resumedRun_ofAGateCalibratedSeveralTimes_equalsTheUninterruptedOne(long updates)
      throws IOException {
    requireSame(GATE, updates, 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4})
  void resumedRun_ofBlocksWithLocalTerms_equalsTheUninterruptedOne(long updates)
      throws IOException {
    requireSame(LOCAL, updates, 4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4})
  void resumedRun_ofAStepThatIsAContraction_equalsTheUninterruptedOne(long updates)
      throws IOException {
    requireSame(WHOLE, updates, 4);
  }

  @Test
  void gainsOfGatesThatSeeNoState_areBoundedAsFarAsTheyMay() {
    String yaml =
        """
        model:
          {name: tfsno, widths: [4, 4], modes: [4, 2], gate: {features: []}, conditions: [nu],
           context: {states: 3, to: gate, features: [ratios]},
           contraction: {spectralBound: 0.3, pointwiseBound: 0.35, alphaMax: 5, target: 0.9}}
        training: {epochs: 1, batch: 4, checkpoint: 0}
        """;
    Path run = folder.resolve("blind");
    TinyRuns.train(run, yaml, Conditioned.data(folder.resolve("conditioned.h5")));
    float[] bound =
        Safetensors.read(run.resolve(RunFolder.MODEL)).get("blocks.0.gate.gain_bound").values();
    double room = 0.9 / 1.128904 - 0.3 - 0.35; // 1.128904: the slope of GELU
    assertThat(bound[0]).isCloseTo((float) (room / 0.3), within(1e-4f));
  }

  @Test
  void calibrations_takeTheConstantsOfTheNetworkAsItIsByThen() throws IOException {
    float[] once = trainedState("once", GATE.replace("calibrations: 3", "calibrations: 1"));
    float[] often = trainedState("often", GATE);
    float[] longer = trainedState("longer", GATE.replace("epochs: 4", "epochs: 3"));
    assertThat(often).isNotEqualTo(once).isEqualTo(longer);
  }

  /** The constants of a run at its end; they do not depend on the schedule that follows them. */
  private float[] trainedState(String name, String yaml) {
    String fixedRate = yaml.replace("batch: 4,", "batch: 4, finalLearningRate: 0.001,");
    TinyRuns.train(folder.resolve(name), fixedRate, data);
    return Safetensors.read(folder.resolve(name).resolve(RunFolder.TRAINING)).get("state").values();
  }

  @Test
  void gateThatLearnsAtRateZero_staysAsItStarted() {
    Path run = folder.resolve("still");
    TinyRuns.train(run, GATE.replace("learningRateFactor: 0.3", "learningRateFactor: 0"), data);
    Safetensors model = Safetensors.read(run.resolve(RunFolder.MODEL));
    for (String name : model.names()) {
      if (name.contains("metanet.1")) {
        assertThat(model.get(name).values()).containsOnly(0);
      } else if (name.endsWith("gate.gain")) {
        assertThat(model.get(name).values()).containsExactly((float) Math.log(Math.expm1(0.1)));
      }
    }
    assertThat(model.names()).contains("blocks.2.gate.metanet.1.weight", "blocks.2.gate.gain");
  }

  @Test
  void resumedRun_withoutACheckpointYet_startsAgain() throws IOException {
    requireSame(TinyRuns.FNO.replace("checkpoint: 0", "checkpoint: 1000"), 7, 6);
  }

  @Test
  void resumedRun_validatedLaterThanSaved_keepsTheBestWeights() throws IOException {
    requireSame(TinyRuns.FNO.replace("every: 1, horizon", "every: 3, horizon"), 9, 6);
  }

  private void requireSame(String yaml, long updates, int epochs) throws IOException {
    Path whole = folder.resolve("whole");
    Path parts = folder.resolve("parts");
    TinyRuns.train(whole, yaml, data);
    assertThatThrownBy(() -> TinyRuns.train(parts, yaml, data, updates))
        .isInstanceOf(CancellationException.class);
    Trainer.Result resumed = TinyRuns.train(parts, yaml, data);
    assertThat(resumed.epochs()).isEqualTo(epochs);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(parts.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
    }
    assertThat(epochs(parts))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, epochs).boxed().toList());
    assertThat(losses(parts)).isEqualTo(losses(whole));
  }

  @Test
  void finishedRun_resumed_changesNothing() throws IOException {
    Path run = folder.resolve("run");
    TinyRuns.train(run, TinyRuns.FNO, data);
    byte[] checkpoint = Files.readAllBytes(run.resolve(RunFolder.TRAINING));
    byte[] metrics = Files.readAllBytes(run.resolve(RunFolder.METRICS));
    String started = provenance(run).path("started").asString();
    TinyRuns.train(run, TinyRuns.FNO, data);
    assertThat(run.resolve(RunFolder.TRAINING)).hasBinaryContent(checkpoint);
    assertThat(run.resolve(RunFolder.METRICS)).hasBinaryContent(metrics);
    assertThat(provenance(run).path("started").asString()).isEqualTo(started);
  }

  @ParameterizedTest
  @ValueSource(strings = {"normalise: true", "normalise: false, resolution: 16"})
  void streamedRun_givesTheSameBitsAsOneHeldInMemory(String how) throws IOException {
    String yaml = TinyRuns.FNO + "data: {%s, stream: %s}\n";
    Path held = folder.resolve("held");
    Path streamed = folder.resolve("streamed");
    TinyRuns.train(held, yaml.formatted(how, false), data);
    assertThatThrownBy(() -> TinyRuns.train(streamed, yaml.formatted(how, true), data, 3))
        .isInstanceOf(CancellationException.class);
    TinyRuns.train(streamed, yaml.formatted(how, true), data);
    for (String name : List.of(RunFolder.MODEL, RunFolder.TRAINING)) {
      assertThat(streamed.resolve(name)).hasSameBinaryContentAs(held.resolve(name));
    }
    assertThat(losses(streamed)).isEqualTo(losses(held));
  }

  @Test
  void seed_decidesTheRun() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      String seed = name.equals("c") ? "seed: 2\n" : "seed: 1\n";
      TinyRuns.train(folder.resolve(name), TinyRuns.FNO + seed, data);
    }
    assertThat(losses(folder.resolve("b"))).isEqualTo(losses(folder.resolve("a")));
    assertThat(losses(folder.resolve("c"))).isNotEqualTo(losses(folder.resolve("a")));
  }

  @ParameterizedTest
  @ValueSource(strings = {TinyRuns.FNO, LOCAL})
  void threads_changeOnlyTheRounding(String yaml) throws IOException {
    int before = Threads.perOperation();
    try {
      for (int threads : new int[] {1, 2}) {
        Threads.perOperation(threads);
        TinyRuns.train(folder.resolve("threads" + threads), yaml, data);
      }
    } finally {
      Threads.perOperation(before);
    }
    List<Double> one = losses(folder.resolve("threads1"));
    List<Double> two = losses(folder.resolve("threads2"));
    for (int i = 0; i < one.size(); i++) {
      // Float32 sums of two halves instead of one whole, carried through a few dozen updates.
      assertThat(two.get(i)).isCloseTo(one.get(i), withinPercentage(0.01));
    }
  }

  @Test
  void training_improvesOnTheUntrainedModel() throws IOException {
    Path run = folder.resolve("run");
    String yaml = TinyRuns.FNO.replace("epochs: 6", "epochs: 40, learningRate: 0.005");
    Trainer.Result result = TinyRuns.train(run, yaml, data);
    // With predictDelta the untrained model copies its input: the error of persistence.
    double untrained;
    try (TrainingData set = TrainingData.load(TinyRuns.config(yaml), data, Device.CPU);
        StubOperator copy = StubOperator.identity(set.shape());
        Validator validator = validator(copy, set)) {
      untrained = validator.error(4);
    }
    assertThat(result.validationError()).isLessThan(0.5 * untrained);
    List<Double> losses = losses(run);
    assertThat(losses.get(39)).isLessThan(0.2 * losses.get(0));
    assertThat(result.parameters()).isEqualTo(provenance(run).path("parameters").asLong());
    assertThat(provenance(run).path("data_sha256").asString()).isEqualTo(Digest.sha256(data));
  }

  @Test
  void validator_ofAnOperatorThatScales_isTheErrorOfItsFormula() {
    try (TrainingData set = TrainingData.load(TinyRuns.config(TinyRuns.FNO), data, Device.CPU);
        StubOperator zero = new StubOperator(set.shape(), 0, Tensor::mul);
        StubOperator lost = new StubOperator(set.shape(), 1e30, Tensor::mul);
        Validator ofZero = validator(zero, set);
        Validator ofLost = validator(lost, set)) {
      // Predicting the mean: the error is |u - mean| / |u|, and the mean is nearly zero.
      assertThat(ofZero.error(3)).isBetween(0.99, 1.01);
      assertThat(ofLost.error(3)).isInfinite();
      assertThat(ofZero.horizon(999)).isEqualTo(7);
    }
  }

  @Test
  void validator_ofSeveralChannels_letsNoneDrownInALargerOne() {
    // A density near 1 and a pressure near 1e5; predicting the mean of both is an error of one.
    Path two =
        SyntheticSets.write(
            folder.resolve("two.h5"),
            SyntheticSets.flat(10, 8, 2, 1, 32),
            (b, t, c, i) ->
                (c == 0 ? 1 : 1e5) + (c == 0 ? 0.01 : 10) * Math.cos(0.3 * i + b + 0.1 * t));
    try (TrainingData set = TrainingData.load(TinyRuns.config(TinyRuns.FNO), two, Device.CPU);
        StubOperator zero = new StubOperator(set.shape(), 0, Tensor::mul);
        Validator ofZero = validator(zero, set)) {
      assertThat(ofZero.error(3)).isBetween(0.99, 1.01);
    }
  }

  private static Validator validator(Operator operator, TrainingData set) {
    return new Validator(operator, set.validation(), set.normaliser(), Team.alone(), null);
  }

  @Test
  void patience_withoutImprovement_stopsEarly() throws IOException {
    // A rate too small to change a float32 weight: the first validation stays the best.
    String yaml =
        TinyRuns.FNO
            .replace("epochs: 6", "epochs: 50, learningRate: 1e-30, finalLearningRate: 0")
            .replace("horizon: 4", "horizon: 4, patience: 2");
    Trainer.Result result = TinyRuns.train(folder.resolve("run"), yaml, data);
    assertThat(result.bestEpoch()).isEqualTo(1);
    assertThat(result.epochs()).isEqualTo(3);
    assertThat(epochs(folder.resolve("run"))).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource({"1e9, 4", "1e9, 32", "1e8, 4"})
  void divergence_isAUserErrorAndLeavesNothingUnsound(double rate, int batch) {
    Path run = folder.resolve("run");
    String yaml =
        TinyRuns.FNO
            .replace("epochs: 6", "epochs: 60, clip: 0, learningRate: " + rate)
            .replace("batch: 4", "batch: " + batch);
    assertThatThrownBy(() -> TinyRuns.train(run, yaml, data))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("training diverged in epoch ")
        .hasMessageContaining(run.toString())
        .hasMessageContaining("lower training.learningRate");
    if (Files.exists(run.resolve(RunFolder.TRAINING))) {
      requireFinite(Safetensors.read(run.resolve(RunFolder.TRAINING)));
    }
    if (Files.exists(run.resolve(RunFolder.MODEL))) {
      try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
        float[] u = new float[32];
        u[3] = 1;
        assertThat(Tensor.of(model.rollout(u, 1)[1], 32).allFinite()).isTrue();
      }
    }
  }

  private static void requireFinite(Safetensors file) {
    for (String name : file.names()) {
      float[] values = file.get(name).values();
      assertThat(Tensor.of(values, values.length).allFinite()).isTrue();
    }
  }

  @Test
  void modes_beyondTheGrid_areRefusedWithNumbers() {
    String yaml = TinyRuns.FNO.replace("modes: 4", "modes: 17");
    assertThatThrownBy(() -> TinyRuns.train(folder.resolve("run"), yaml, data))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected at most 16 modes along x on 32 points, found 17 modes."
                + " Lower modes to 16 or use a grid of at least 34 points.");
  }

  @Test
  void moreTrajectories_thanThereAre_areRefused() {
    assertThatThrownBy(
            () ->
                TinyRuns.train(
                    folder.resolve("run"), TinyRuns.FNO + "data: {trajectories: 11}\n", data))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected 11 trajectories as data.trajectories says, found 10");
  }

  @Test
  void tooFewTrajectories_areRefused() {
    Path one = SyntheticSets.fadingWaves(folder.resolve("one.h5"), 1, 8, 32);
    assertThatThrownBy(() -> TinyRuns.train(folder.resolve("run"), TinyRuns.FNO, one))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("at least 2 trajectories of 3 snapshots");
  }

  @Test
  void coarserTraining_isTrainedOnTheResolutionAskedFor() {
    TinyRuns.train(folder.resolve("run"), TinyRuns.FNO + "data: {resolution: 16}\n", data);
    try (TrainedModel model = TrainedModel.load(folder.resolve("run"), Device.CPU)) {
      assertThat(model.card().shape().points()).isEqualTo(Points.of(16));
      assertThat(model.card().equation()).isEqualTo("made-up");
      assertThat(model.card().dt()).isEqualTo(0.1);
    }
  }

  @Test
  void resolutionOfEachAxis_isTrainedOn() {
    Path plane =
        SyntheticSets.write(
            folder.resolve("plane.h5"),
            SyntheticSets.flat(4, 4, 1, 2, 16),
            (b, t, c, i) -> Math.cos(b + 0.1 * t + 0.4 * (i % 16) + 0.8 * (i / 16)));
    String yaml = TinyRuns.FNO + "data: {resolution: [12, 16]}\n";
    TinyRuns.train(folder.resolve("run"), yaml, plane);
    try (TrainedModel model = TrainedModel.load(folder.resolve("run"), Device.CPU)) {
      assertThat(model.card().shape().points()).isEqualTo(Points.of(12, 16));
    }
    assertThat(folder.resolve("run/config.yaml")).content().contains("- 12\n  - 16");
  }

  @Test
  void parametersInTheFile_thatNoModelLooksAt_areListed() {
    FlatSet set = SyntheticSets.flat(4, 4, 1, 1, 32);
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    plan.dataset("nu", FloatType.FLOAT32, 4);
    Path file = folder.resolve("nu.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      set.writeCoordinates(writer);
      double[] waves = new double[4 * 4 * 32];
      for (int i = 0; i < waves.length; i++) {
        waves[i] = Math.cos(0.2 * i);
      }
      writer.write("tensor", 0, waves);
      writer.seal();
    }
    Notes notes = new Notes();
    try (RunFolder run = RunFolder.create(folder.resolve("run"), false)) {
      new Trainer(TinyRuns.config(TinyRuns.FNO), file, run, Device.CPU)
          .train(new Cancellation(), notes);
    }
    assertThat(notes.heard())
        .filteredOn(note -> note.startsWith("not used"))
        .containsExactly("not used: nu");
  }

  @Test
  void validationThatBlowsUpEveryTime_isToldAtTheEnd() {
    Notes notes = new Notes();
    Soundness.tell(new Trainer.Result(4, 8, 3, 0.5, 10, 1), notes);
    assertThat(notes.heard()).isEmpty();
    Soundness.tell(new Trainer.Result(4, 8, 3, Double.POSITIVE_INFINITY, 10, 1), notes);
    assertThat(notes.heard())
        .singleElement()
        .asString()
        .contains("rollouts of every validation became non-finite")
        .contains("epoch 3");
  }

  @Test
  void progress_countsEveryUpdate() {
    try (RunFolder run = RunFolder.create(folder.resolve("run"), false)) {
      List<Long> done = new ArrayList<>();
      new Trainer(TinyRuns.config(TinyRuns.FNO), data, run, Device.CPU)
          .train(
              new Cancellation(),
              (at, total, detail) -> {
                done.add(at);
                assertThat(total).isEqualTo(6L * UPDATES);
              });
      assertThat(done).hasSize(6 * UPDATES).isSorted().endsWith(6L * UPDATES);
    }
  }

  private static List<Integer> epochs(Path run) throws IOException {
    return lines(run).stream().map(n -> n.path("epoch").asInt()).toList();
  }

  private static List<Double> losses(Path run) throws IOException {
    return lines(run).stream().map(n -> n.path("loss").asDouble()).toList();
  }

  private static List<JsonNode> lines(Path run) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    return Files.readAllLines(run.resolve(RunFolder.METRICS)).stream()
        .map(mapper::readTree)
        .toList();
  }

  private static JsonNode provenance(Path run) throws IOException {
    return new ObjectMapper().readTree(Files.readAllBytes(run.resolve(RunFolder.PROVENANCE)));
  }
}
