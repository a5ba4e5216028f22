package io.tfsno.operator;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A batch of states that is stepped again and again, in place, with what the steps depend on in
 * addition: history and time follow the states, parameters, context and fields stay as given. On a
 * GPU the step is captured and replayed. Owns its memory.
 */
public final class Rollout implements AutoCloseable {
  private final Tensor state;
  private final Conditions given;
  private final double dt;
  private final StepGraph graph;

  /** One step without gradients, which keeps shape and device. */
  @FunctionalInterface
  public interface Step {
    Tensor of(Tensor state, Conditions given);
  }

  /**
   * What steps depend on in addition to the state.
   *
   * @param timed whether they are told the time
   * @param dt time of one step
   */
  public record Needs(Inputs inputs, boolean timed, double dt) {
    /** The state is enough. */
    public static final Needs NOTHING = new Needs(Inputs.NONE, false, 1);
  }

  /** Of steps that depend on the state alone. */
  public Rollout(Step step, Device device, long... shape) {
    this(step, Needs.NOTHING, GraphMemory.on(device), device, shape);
  }

  /**
   * @param memory for the captured step, which rollouts that never run at the same time can share
   * @param shape of the states, {@code [sample, channel, x(, y, z)]}
   */
  public Rollout(Step step, Needs needs, GraphMemory memory, Device device, long... shape) {
    state = zeros(device, shape);
    given = room(needs, device, shape);
    dt = needs.dt();
    graph = StepGraph.of(memory, () -> advance(step));
  }

  private static Conditions room(Needs needs, Device device, long... shape) {
    Inputs inputs = needs.inputs();
    if (inputs.isEmpty() && !needs.timed()) {
      return Conditions.NONE;
    }
    long samples = shape[0];
    Points points =
        Points.of(Arrays.stream(shape, 2, shape.length).mapToInt(Math::toIntExact).toArray());
    return new Conditions(
        inputs.history() == 1
            ? null
            : zeros(device, points.shape(samples, (inputs.history() - 1) * shape[1])),
        inputs.fields().isEmpty()
            ? null
            : zeros(device, points.shape(samples, inputs.fields().size())),
        inputs.parameters().isEmpty() ? null : zeros(device, samples, inputs.parameters().size()),
        needs.timed() ? zeros(device, samples) : null,
        inputs.remembers()
            ? zeros(device, samples, inputs.context().numbers(points.dimension()))
            : null);
  }

  private static Tensor zeros(Device device, long... shape) {
    return Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
  }

  private void advance(Step step) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor next = step.of(state, given);
      if (given.history() != null) {
        given.history().copyInPlace(given.historyAfter(state));
      }
      if (given.time() != null) {
        given.time().copyInPlace(given.time().add(dt));
      }
      state.copyInPlace(next);
    }
  }

  /** Sets the states to start from. */
  public void start(Tensor states) {
    start(states, Conditions.NONE);
  }

  /** Sets the states to start from, and what the first step depends on in addition. */
  public void start(Tensor states, Conditions conditions) {
    state.copyInPlace(states);
    copy(given.history(), conditions.history());
    copy(given.fields(), conditions.fields());
    copy(given.parameters(), conditions.parameters());
    copy(given.time(), conditions.time());
    copy(given.context(), conditions.context());
  }

  private static void copy(Tensor place, Tensor values) {
    if (place != null) {
      place.copyInPlace(values);
    }
  }

  /** Sets the known fields that the next step depends on. */
  public void force(Tensor fields) {
    given.fields().copyInPlace(fields);
  }

  /** One step further; queued, not waited for. */
  public void step() {
    graph.run();
  }

  /** The states now. Changed by the next step; belongs to this object. */
  public Tensor state() {
    return state;
  }

  /** What the next step depends on. Changed by it; belongs to this object. */
  public Conditions conditions() {
    return given;
  }

  @Override
  public void close() {
    graph.close();
    state.close();
    Stream.of(given.history(), given.fields(), given.parameters(), given.time(), given.context())
        .filter(tensor -> tensor != null)
        .forEach(Tensor::close);
  }
}
