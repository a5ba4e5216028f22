package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.feed.ConditionTensors;
import io.tfsno.data.feed.GivenInputs;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.StreamedSet;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets that differ in the phases of their trajectories alone. */
@ExtendWith(PerTestScope.class)
class ElapsedTimeTest {
  private static final double LATER = 0.3;

  private static final String CLOCK = "time: {harmonics: 1, reference: 1, periodic: true%s}";

  @TempDir Path folder;

  private Path data(double later) {
    Path file = folder.resolve("later-" + later + ".h5");
    return file.toFile().exists() ? file : Conditioned.data(file, later);
  }

  private StateSource source(Clock clock, double later, boolean streamed) {
    GivenInputs given = new GivenInputs(List.of(), clock, InputScales.NONE);
    TrajectoryFile open = TrajectoryFile.open(data(later));
    int count = Conditioned.TRAJECTORIES;
    Points points = Points.of(Conditioned.POINTS);
    if (streamed) {
      return new StreamedSet(open, open.set(""), count, points, Normaliser.NONE, given, Device.CPU);
    }
    try (open) {
      return ResidentSet.load(open.set(""), 0, count, points, Normaliser.NONE, given, Device.CPU);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void time_ofAState_dependsOnThePhaseByTheClockOfTheLawOnly(boolean streamed) {
    int[] trajectory = {0, 1, 2};
    int[] step = {2, 2, 0};
    for (double later : new double[] {0, LATER}) {
      try (StateSource elapsed = source(Clock.ELAPSED, later, streamed);
          StateSource law = source(Clock.LAW, later, streamed)) {
        // One step after these.
        assertThat(times(elapsed, trajectory, step))
            .containsExactly(new float[] {0.3f, 0.3f, 0.1f}, within(1e-6f));
        float phase = (float) later;
        assertThat(times(law, trajectory, step))
            .containsExactly(
                new float[] {0.3f + phase, 0.55f + phase, 0.6f + phase}, within(1e-6f));
      }
    }
  }

  private static float[] times(StateSource source, int[] trajectory, int[] step) {
    Tensor time = source.conditions(trajectory, step, 1).time();
    return time.toFloats();
  }

  private String config(String model) {
    return """
    name: tiny
    model: {%s, predictDelta: true, context: {states: 3, to: %s}}
    training: {epochs: 12, batch: 2, checkpoint: 0, learningRate: 1e-2}
    validation: {trajectories: 1, every: 12, horizon: 2}
    """
        .formatted(model, model.contains("gate:") ? "gate" : "channels");
  }

  private float[] trained(String name, String model, double later) {
    Path run = folder.resolve(name);
    TinyRuns.train(run, config(model), data(later));
    return Safetensors.read(run.resolve(RunFolder.TRAINING)).get("parameters").values();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: fno, width: 6, modes: 4, layers: 1, head: 6, " + CLOCK,
        "name: tfsno, widths: [4, 4], modes: [4, 2], gate: {" + CLOCK + "}"
      })
  void trainingAndEvaluation_doNotDependOnPhases(String model) {
    String elapsed = model.formatted(", elapsed: true");
    float[] weights = trained("a", elapsed, 0);
    assertThat(trained("b", elapsed, LATER)).containsExactly(weights);
    assertThat(trained("law", model.formatted(""), LATER)).isNotEqualTo(weights);
    assertThat(error("a", LATER)).isEqualTo(error("a", 0));
    assertThat(error("law", LATER)).isNotEqualTo(error("law", 0));
  }

  private double error(String run, double later) {
    try (TrajectoryFile open = TrajectoryFile.open(data(later));
        TrainedModel model = TrainedModel.load(folder.resolve(run), Device.CPU)) {
      Evaluation found = new Evaluator(model, open.set(""), 0, 0).evaluate(ProgressListener.NONE);
      return found.scores().at(2).l2().mean();
    }
  }

  @Test
  void time_ofASetThatStartsLater_countsFromItsFirstSnapshot() {
    Hdf5Plan plan = TrajectoryFiles.flat(new Hdf5Plan(), false, 1, 3, 8);
    Path file = folder.resolve("from-five.h5");
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      writer.write("tensor", 0, new double[24]);
      writer.write("t-coordinate", 0, new double[] {5, 5.5, 6});
      writer.write("x-coordinate", 0, IntStream.range(0, 8).mapToDouble(i -> i / 8.0).toArray());
      writer.seal();
    }
    try (TrajectoryFile open = TrajectoryFile.open(file)) {
      ConditionTensors reader = new ConditionTensors(open.set(""), List.of(), Points.of(8));
      assertThat(reader.time(Clock.LAW, 0, 1, 1).toFloats()).containsExactly(5.5f);
      assertThat(reader.time(Clock.ELAPSED, 0, 1, 1).toFloats()).containsExactly(0.5f);
      assertThat(reader.time(Clock.NONE, 0, 1, 1)).isNull();
    }
  }
}
