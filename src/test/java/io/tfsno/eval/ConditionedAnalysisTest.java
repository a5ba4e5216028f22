package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks into models that are given more than the state. */
class ConditionedAnalysisTest {
  private static final int HORIZON = 4;

  @TempDir private Path folder;
  private TrajectoryFile file;
  private TrajectorySet set;

  @BeforeEach
  void open() {
    file = TrajectoryFile.open(Conditioned.data(folder.resolve("in.h5")));
    set = file.set("");
  }

  @AfterEach
  void close() {
    file.close();
  }

  private TrainedModel model(Inputs inputs) {
    Path run = Conditioned.model(folder, "m", "tfsno", inputs, "", Conditioned.DT);
    return TrainedModel.load(run, Device.CPU);
  }

  private static Inputs some(int fields, int parameters) {
    return new Inputs(
        1,
        Conditioned.ALL.fields().subList(0, fields),
        Conditioned.ALL.parameters().subList(0, parameters),
        null);
  }

  @Test
  void rollouts_withTheirOwnGates_areScoredAsTheEvaluatorScoresThem() {
    try (TrainedModel model = model(Conditioned.ALL)) {
      Scores expected =
          new Evaluator(model, set, HORIZON, 0).evaluate(ProgressListener.NONE).scores();
      var found = new GateSwap(model, set, 0, HORIZON).measure(ProgressListener.NONE);
      for (int step = 1; step <= HORIZON; step++) {
        assertThat(l2(found.get(GateSwap.Gates.OWN), step))
            .isCloseTo(l2(expected, step), within(1e-5));
      }
      assertThat(l2(found.get(GateSwap.Gates.TRUE), 1))
          .as("the first step is from the truth")
          .isCloseTo(l2(expected, 1), within(1e-5));
    }
  }

  private static double l2(Scores scores, int step) {
    return scores.at(step).l2().mean();
  }

  @Test
  void gains_alongARollout_followTheConditions() {
    try (TrainedModel model = model(Conditioned.ALL)) {
      GainMap first = GainMap.along(model, set, 1, HORIZON).get(0);
      assertThat(first.gain()).hasDimensions(HORIZON + 1, first.gain()[0].length);
      assertThat(first.gain()[0]).isNotEqualTo(first.gain()[HORIZON]);
      List<BandCalibration> bands =
          new BandCalibrator(model, set, 0, 0, BandCalibrator.Spectrum.PHYSICAL)
              .measure(ProgressListener.NONE);
      assertThat(bands).isNotEmpty();
    }
  }

  @Test
  void stability_ofAModelWithParametersAndStaticFields_isAnalysed() {
    try (TrainedModel model = model(some(1, 2))) {
      StabilityReport report =
          new StabilityAnalysis(model, set, 2, 3, 2).analyse(ProgressListener.NONE);
      assertThat(report.step().growth()).hasSize(3).doesNotContain(Double.NaN);
      assertThat(report.step().worst()[0]).isLessThanOrEqualTo(report.step().bound());
    }
  }

  @Test
  void stability_ofALawThatChanges_isRefused() {
    assertRefused(Conditioned.ALL, "a history of 2 states");
    assertRefused(new Inputs(1, List.of(), List.of(), new TimeSpec(1, 1, true)), "explicit time");
    assertRefused(some(2, 0), "forcing");
  }

  private void assertRefused(Inputs inputs, String found) {
    try (TrainedModel model = model(inputs)) {
      assertThatThrownBy(() -> new StabilityAnalysis(model, set, 2, 3, 2))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected a model whose step depends only on its state, parameters and static fields,"
                  + " found "
                  + found
                  + ". The stability bound does not cover it; compare rollouts with 'eval'"
                  + " instead.");
    }
  }
}
