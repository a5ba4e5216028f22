package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.data.feed.ConditionReader;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Resample;

/**
 * What steps from the true states of a set depend on in addition: in physical units, on the device
 * and the points of a model.
 */
final class TrueConditions {
  private final ConditionReader reader;
  private final int history;
  private final States states;
  private final Device device;

  /** True states on the points of the model. */
  @FunctionalInterface
  interface States {
    Tensor at(int first, int count, int step);
  }

  /**
   * @param history states that the model sees, the present one included
   */
  TrueConditions(ConditionReader reader, int history, States states, Device device) {
    this.reader = reader;
    this.history = history;
    this.states = states;
    this.device = device;
  }

  /** For a model that runs on its training grid. */
  static TrueConditions of(TrainedModel model, TrajectorySet truth) {
    FieldShape shape = model.card().shape();
    Device device = model.operator().parameters().device();
    return new TrueConditions(
        new ConditionReader(truth, shape.inputs().names(), shape.points()),
        shape.inputs().history(),
        (first, count, step) ->
            Resample.to(truth.fields(first, count, step).to(device), truth.grid(), shape.points()),
        device);
  }

  /** The first step of a trajectory that has all the states before it that the model sees. */
  int firstStep() {
    return history - 1;
  }

  /** Whether known fields change with time. */
  boolean forced() {
    return !reader.declared().forcings().isEmpty();
  }

  /** A true state. */
  Tensor state(int first, int count, int step) {
    return states.at(first, count, step);
  }

  /** What a step from a true state depends on, the true states before it included. */
  Conditions at(int first, int count, int step) {
    Tensor[] earlier = new Tensor[history - 1];
    for (int i = 0; i < earlier.length; i++) {
      earlier[i] = states.at(first, count, step - 1 - i);
    }
    return new Conditions(
            earlier.length == 0 ? null : Tensor.cat(1, earlier),
            reader.fields(first, count, step),
            reader.parameters(first, count),
            reader.time(first, count, step))
        .to(device);
  }

  /** The known fields of a step. */
  Tensor fields(int first, int count, int step) {
    return reader.fields(first, count, step).to(device);
  }
}
