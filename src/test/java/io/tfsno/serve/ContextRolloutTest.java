package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.run.Given;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rollouts of a served model that remembers the first states. */
class ContextRolloutTest {
  /** More than two turns of the model. */
  private static final int STEPS = SharedModel.FIRST_SLICE + SharedModel.SLICE + 3;

  private static final ContextSpec THREE = ContextSpec.defaults().withStates(3);

  @TempDir Path folder;

  private static Given after(int trajectory) {
    return Given.NOTHING.after(List.of(Conditioned.u(trajectory, 0), Conditioned.u(trajectory, 1)));
  }

  @Test
  void memory_isKeptThroughTheTurnsOfARollout() throws Exception {
    Inputs both = new Inputs(2, List.of(), List.of(), null, THREE); // sees two, remembers three
    for (Inputs inputs : List.of(Inputs.ofContext(THREE), both)) {
      Path run = Conditioned.model(folder, "c" + inputs.history(), "tfsno", inputs, "made-up", 0.1);
      try (SharedModel model = SharedModel.load(run, Device.CPU);
          TrainedModel alone = TrainedModel.load(run, Device.CPU)) {
        float[] u0 = Conditioned.u(1, 2);
        float[][] found = model.rollout(u0, STEPS, after(1));
        float[][] expected = alone.rollout(u0, STEPS, after(1));
        for (int step = 0; step <= STEPS; step++) {
          assertThat(found[step]).containsExactly(expected[step], within(1e-4f));
        }
        assertThat(alone.rollout(u0, STEPS, after(2))[STEPS]).isNotEqualTo(expected[STEPS]);
      }
    }
  }

  @Test
  void elapsedTime_countsFromTheOldestStateUnlessTheRequestSaysWhen() throws Exception {
    TimeSpec elapsed = new TimeSpec(1, 1, true, true);
    Inputs inputs = new Inputs(1, List.of(), List.of(), elapsed, THREE);
    Path run = Conditioned.model(folder, "elapsed", "tfsno", inputs, "made-up", 0.1);
    try (SharedModel model = SharedModel.load(run, Device.CPU);
        TrainedModel alone = TrainedModel.load(run, Device.CPU)) {
      float[] u0 = Conditioned.u(1, 2);
      for (double start : new double[] {0.2, 0.7}) {
        Given said = after(1).at(start);
        float[] expected = alone.rollout(u0, STEPS, said)[STEPS];
        float[][] found = model.rollout(u0, STEPS, start == 0.2 ? after(1) : said);
        assertThat(found[STEPS]).containsExactly(expected, within(1e-4f));
      }
    }
  }

  @Test
  void missingStates_areAskedFor() {
    Path run = Conditioned.model(folder, "c", "tfsno", Inputs.ofContext(THREE), "made-up", 0.1);
    try (SharedModel model = SharedModel.load(run, Device.CPU)) {
      assertThatThrownBy(() -> model.rollout(Conditioned.u(1, 2), 3))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected 2 states before the first one, found 0."
                  + " This model was trained with model.context.states 3.");
    }
  }
}
