package io.tfsno.serve;

import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.Given;
import io.tfsno.run.TrainedModel;
import java.util.ArrayList;
import java.util.List;

/** What the steps of one rollout depend on in addition to its states. */
final class RolloutConditions {
  private final float[] u0;
  private final Given given;
  private final FieldShape shape;
  private final double dt;
  private float[] remembered;

  /**
   * @param u0 the first state
   * @param dt time of one step
   */
  RolloutConditions(float[] u0, Given given, FieldShape shape, double dt) {
    this.u0 = u0;
    this.given = given;
    this.shape = shape;
    this.dt = dt;
  }

  /** The states before the first one, the oldest first. */
  List<float[]> past() {
    return given.history();
  }

  /** Whether known fields change from step to step. */
  boolean forced() {
    return given.forced();
  }

  /** The known fields that a step depends on, {@code [1, field, x(, y, z)]}; null for none. */
  Tensor fieldsAt(int step) {
    return given.fieldsAt(shape, step);
  }

  /**
   * What the step from a state depends on, in physical units on the CPU.
   *
   * @param step number of the state
   * @param past the states before it, the oldest first
   * @param model which reads the first states once, in the thread that steps it
   */
  Conditions at(int step, List<float[]> past, TrainedModel model) {
    Double time = given.time() == null ? null : given.time() + step * dt;
    return new Given(given.numbers(), given.fields(), past, time)
        .conditions(shape)
        .withFields(fieldsAt(step))
        .withContext(context(model));
  }

  private Tensor context(TrainedModel model) {
    if (!shape.inputs().remembers()) {
      return null;
    }
    if (remembered == null) {
      remembered =
          model
              .observe(given.observed(shape, u0, model.operator().parameters().device()))
              .toFloats();
    }
    return Tensor.of(remembered, 1, remembered.length);
  }

  /** The past of the last of these states. */
  List<float[]> pastOfLast(List<float[]> past, List<float[]> states) {
    List<float[]> all = new ArrayList<>(past);
    all.addAll(states.subList(0, states.size() - 1));
    return List.copyOf(all.subList(all.size() - past.size(), all.size()));
  }
}
