package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.Conditioned;
import io.tfsno.Notes;
import io.tfsno.base.Cancellation;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.engine.Device;
import io.tfsno.eval.rollout.RolloutFile;
import io.tfsno.eval.rollout.StatedConditions;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who predicts for a viscosity that the training has not seen is told. */
class UnseenNotesTest {
  private static final String TOLD =
      "3 of 3 trajectories lie outside of the training range, in nu: 0.5000, in training 0.1000 to 0.1100";

  @TempDir private Path folder;
  private final Notes notes = new Notes();
  private Path data;
  private TrainedModel model;

  @BeforeEach
  void train() {
    data = Conditioned.data(folder.resolve("mine.h5"));
    Path run = folder.resolve("run");
    TinyRuns.train(
        run,
        """
        model: {name: fno, width: 4, modes: 4, layers: 1, head: 4, conditions: [nu]}
        training: {epochs: 1}
        validation: {trajectories: 1, horizon: 2}
        """,
        data);
    model = TrainedModel.load(run, Device.CPU);
  }

  @AfterEach
  void close() {
    model.close();
  }

  private Path rollOut(Map<String, List<Double>> parameters) {
    Path out = folder.resolve("p%d.h5".formatted(parameters.size()));
    StatedConditions stated = new StatedConditions(parameters, Map.of(), null);
    RolloutFile.write(model, data, stated, 2, out, new Cancellation(), notes);
    return out;
  }

  private void evaluate(Path file) {
    try (TrajectoryFile truth = TrajectoryFile.open(file)) {
      new Evaluator(model, truth.set(""), 0, 0).evaluate(notes);
    }
  }

  @Test
  void rolloutAndEvaluation_nearTheTraining_areQuiet() {
    evaluate(rollOut(Map.of("nu", List.of(0.11, 0.105, 0.1))));
    assertThat(notes.heard()).isEmpty();
  }

  @Test
  void rolloutAndEvaluation_farFromTheTraining_sayWhatIsOutside() {
    Path out = rollOut(Map.of("nu", List.of(0.5)));
    assertThat(notes.heard()).singleElement().asString().startsWith(TOLD);
    evaluate(out);
    assertThat(notes.heard()).hasSize(2).allMatch(note -> note.startsWith(TOLD));
  }
}
