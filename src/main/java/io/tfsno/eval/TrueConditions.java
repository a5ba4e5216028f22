package io.tfsno.eval;

import io.tfsno.data.TrajectorySet;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.feed.ConditionTensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Resample;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What steps from the true states of a set depend on in addition: in physical units, on the device
 * and the points of a model.
 */
final class TrueConditions {
  private final ConditionTensors reader;
  private final Inputs inputs;
  private final Clock clock;
  private final Function<List<Tensor>, Tensor> observe;
  private final States states;
  private final Device device;

  /** True states on the points of the model. */
  @FunctionalInterface
  interface States {
    Tensor at(int first, int count, int step);
  }

  TrueConditions(TrainedModel model, ConditionTensors reader, States states) {
    this.reader = reader;
    this.inputs = model.card().shape().inputs();
    this.clock = model.clock();
    this.observe = model::observe;
    this.states = states;
    this.device = model.operator().parameters().device();
  }

  /** For a model that runs on its training grid. */
  static TrueConditions of(TrainedModel model, TrajectorySet truth) {
    FieldShape shape = model.card().shape();
    Device device = model.operator().parameters().device();
    return new TrueConditions(
        model,
        new ConditionTensors(truth, shape.inputs().names(), shape.points()),
        (first, count, step) ->
            Resample.to(truth.fields(first, count, step).to(device), truth.grid(), shape.points()));
  }

  /** The first step of a trajectory that has all the states before it that the model asks for. */
  int firstStep() {
    return inputs.observed() - 1;
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
    Tensor[] earlier = new Tensor[inputs.history() - 1];
    for (int i = 0; i < earlier.length; i++) {
      earlier[i] = states.at(first, count, step - 1 - i);
    }
    return new Conditions(
            earlier.length == 0 ? null : Tensor.cat(1, earlier),
            reader.fields(first, count, step),
            reader.parameters(first, count),
            reader.time(clock, first, count, step))
        .to(device)
        .withContext(context(first, count));
  }

  /** The numbers of trajectories: parameters and what the model observes. */
  Conditions numbers(int first, int count) {
    return new Conditions(null, null, reader.parameters(first, count), null)
        .withContext(context(first, count));
  }

  /** What the model observes of trajectories; null where it remembers nothing. */
  Tensor context(int first, int count) {
    if (!inputs.remembers()) {
      return null;
    }
    int seen = inputs.context().states();
    return observe.apply(
        IntStream.range(0, seen).mapToObj(step -> states.at(first, count, step)).toList());
  }

  /** The known fields of a step. */
  Tensor fields(int first, int count, int step) {
    return reader.fields(first, count, step).to(device);
  }
}
