package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.Gated;
import io.tfsno.run.Given;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.frame.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rollouts of one model at a time that depend on different things. */
class ConditionedRolloutTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** More than two turns of the model. */
  private static final int STEPS = SharedModel.FIRST_SLICE + SharedModel.SLICE + 3;

  private static Path run(String name) throws IOException {
    return ConditionedModels.folder().resolve(name);
  }

  private static Given given(int client) {
    return Given.NOTHING
        .with("nu", Conditioned.nu(client))
        .with("A", 0.1 + 0.01 * client)
        .field("kappa", Conditioned.kappa(client))
        .forcing(
            "f", IntStream.range(0, STEPS).mapToObj(step -> Conditioned.f(client, step)).toList())
        .after(List.of(Conditioned.u(client, 0)))
        .at(0.3 * client);
  }

  @Test
  void clients_withOtherConditions_getTheRolloutsOfTheModelAlone() throws Exception {
    float[][][] found = new float[3][STEPS + 1][];
    try (SharedModel model = SharedModel.load(run("tiny-all"), Execution.on(Device.CPU), 9, 1)) {
      List<RolloutStream> streams = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        streams.add(model.open(Conditioned.u(i, 1), given(i), STEPS, Extras.NONE, MINUTE));
      }
      boolean together = false;
      for (int i = 0; i < 3; i++) {
        for (Frame f = streams.get(i).next(); f != null; f = streams.get(i).next()) {
          found[i][f.step()] = f.values();
          together |= f.batch() > 1;
        }
      }
      assertThat(together).as("some were stepped together").isTrue();
    }
    try (TrainedModel alone = TrainedModel.load(run("tiny-all"), Device.CPU)) {
      for (int i = 0; i < 3; i++) {
        float[][] expected = alone.rollout(Conditioned.u(i, 1), STEPS, given(i));
        for (int step = 0; step <= STEPS; step++) {
          assertThat(found[i][step]).containsExactly(expected[step], within(1e-4f));
        }
      }
      float[][] other = alone.rollout(Conditioned.u(0, 1), STEPS, given(0).with("nu", 0.2));
      assertThat(Math.abs(other[STEPS][3] - found[0][STEPS][3])).isGreaterThan(1e-3f);
    }
  }

  @Test
  void gains_ofEachState_areThoseOfTheGatesUnderItsConditions() throws Exception {
    Given given = given(1);
    List<float[]> states = new ArrayList<>(List.of(Conditioned.u(1, 0)));
    try (SharedModel model = SharedModel.load(run("tiny-gated"), Device.CPU);
        TrainedModel alone = TrainedModel.load(run("tiny-gated"), Device.CPU);
        RolloutStream stream =
            model.open(Conditioned.u(1, 1), given, STEPS, new Extras(false, true, false), MINUTE)) {
      for (Frame f = stream.next(); f != null; f = stream.next()) {
        states.add(f.values());
        RolloutConditions course =
            new RolloutConditions(Conditioned.u(1, 1), given, alone.card().shape(), Conditioned.DT);
        try (Scope scope = new Scope()) {
          Tensor u = alone.card().normaliser().normalise(Tensor.of(f.values(), 1, 1, 32));
          var conditions = course.at(f.step(), List.of(states.get(f.step())), alone);
          double[] delta =
              Gated.of(alone.operator())
                  .orElseThrow()
                  .gates(u, alone.card().standardised(conditions))
                  .get(0)
                  .delta()
                  .mean(1)
                  .toDoubles();
          for (int k = 0; k < delta.length; k++) {
            assertThat(f.gains()[0][k]).isCloseTo(1 + delta[k], within(1e-5));
          }
        }
      }
    }
  }

  @Test
  void conditions_thatAreMissing_areNamed() throws Exception {
    try (SharedModel model = SharedModel.load(run("tiny-all"), Device.CPU)) {
      assertThatThrownBy(() -> model.rollout(Conditioned.u(0, 0), 3))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected the parameters nu, A, which the model was trained with, found none. Give"
                  + " each of them a value.");
      assertThatThrownBy(() -> model.rollout(Conditioned.u(0, 0), 3, given(0).after(List.of())))
          .isInstanceOf(UserError.class)
          .hasMessage(
              "expected 1 states before the first one, found 0. This model was trained with"
                  + " model.history 2.");
      assertThat(model.pending()).isZero();
    }
  }
}
