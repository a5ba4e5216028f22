package io.tfsno.run;

import io.tfsno.data.feed.Clock;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.Rollout;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A trained operator with everything needed to use it on physical fields. Owns its native memory.
 *
 * <p>Any number of threads may predict at once, and each gets what it would get alone. On the CPU
 * they compute side by side; on a GPU, and with operators that keep estimates of their own, one
 * after the other. Tensors stay with the thread that made them, and whoever closes the model sees
 * to it that nobody uses it any more.
 *
 * <pre>{@code
 * try (TrainedModel model = TrainedModel.load(Path.of("runs/e1"), Device.CPU)) {
 *   float[][] states = model.rollout(u0, 50);
 * }
 * }</pre>
 */
public final class TrainedModel implements AutoCloseable {
  private final ModelCard card;
  private final Operator operator;
  private final boolean sideBySide;

  public TrainedModel(ModelCard card, Operator operator) {
    this.card = card;
    this.operator = operator;
    this.sideBySide = operator.concurrent() && !operator.parameters().device().cuda();
  }

  private <T> T inTurn(Supplier<T> work) {
    if (sideBySide) {
      return work.get();
    }
    synchronized (operator) {
      return work.get();
    }
  }

  /** Loads a run folder, or a {@code model.safetensors} by itself. */
  public static TrainedModel load(Path path, Device device) {
    return load(path, Execution.on(device));
  }

  /** The same with a choice of how a GPU computes. */
  public static TrainedModel load(Path path, Execution execution) {
    Path file = RunFolder.weights(path);
    Safetensors source = Safetensors.read(file);
    ModelCard card = ModelCard.fromMetadata(file.toString(), source.metadata());
    Weights.checkSize(file, source, card);
    Operator operator = card.spec().build(card.shape(), execution, new Rng(0));
    try {
      Weights.load(file, source, operator.parameters());
    } catch (RuntimeException e) {
      operator.close();
      throw e;
    }
    return new TrainedModel(card, operator);
  }

  public ModelCard card() {
    return card;
  }

  public Operator operator() {
    return operator;
  }

  /**
   * The fields one step later, in physical units and without gradients.
   *
   * @param fields {@code [sample, channel, x(, y)]} on a grid that the operator runs on
   */
  public Tensor step(Tensor fields) {
    return step(fields, Conditions.NONE);
  }

  /** The same with what the step depends on in addition, in physical units. */
  public Tensor step(Tensor fields, Conditions given) {
    return inTurn(() -> stepped(fields, given));
  }

  private Tensor stepped(Tensor fields, Conditions given) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor states = card.normaliser().normalise(fields);
      Tensor next = operator.forward(states, card.standardised(given));
      return scope.keep(card.normaliser().restore(next));
    }
  }

  /**
   * What the model remembers of trajectories, {@link Conditions#context}; null where it remembers
   * nothing.
   *
   * @param first states in physical units, as many as the model's context has, the oldest first
   */
  public Tensor observe(List<Tensor> first) {
    return inTurn(
        () -> {
          try (Scope scope = new Scope()) {
            Tensor numbers =
                operator.observe(first.stream().map(card.normaliser()::normalise).toList());
            return numbers == null ? null : scope.keep(numbers);
          }
        });
  }

  /** What the model is told of the time of a state. */
  public Clock clock() {
    return Clock.of(operator.needsTime(), operator.countsElapsed());
  }

  /** What steps of this model depend on in addition to the state. */
  public Rollout.Needs needs() {
    return new Rollout.Needs(card.shape().inputs(), operator.needsTime(), card.dt());
  }

  /** A rollout of states of a shape, {@code [sample, channel, x(, y, z)]}. The caller closes it. */
  public Rollout open(long... shape) {
    return open(GraphMemory.on(device()), shape);
  }

  /**
   * @param memory for the captured step, which rollouts that never run at the same time can share
   */
  public Rollout open(GraphMemory memory, long... shape) {
    return new Rollout(this::step, needs(), memory, device(), shape);
  }

  private Device device() {
    return operator.parameters().device();
  }

  /**
   * Rolls one state out on the training grid.
   *
   * @param u0 values {@code [channel, x(, y)]}, row-major
   * @return values {@code [steps+1][channel * x(* y)]}, the start first
   */
  public float[][] rollout(float[] u0, int steps) {
    return rollout(u0, steps, Given.NOTHING);
  }

  /** The same with what the prediction depends on in addition. */
  public float[][] rollout(float[] u0, int steps, Given given) {
    return inTurn(() -> rolledOut(u0, steps, given));
  }

  private float[][] rolledOut(float[] u0, int steps, Given stated) {
    FieldShape fields = card.shape();
    Given given = stated.counted(clock(), card);
    given.require(fields, operator.needsTime(), steps);
    long[] shape = fields.states(1);
    float[][] states = new float[steps + 1][];
    states[0] = u0.clone();
    Device device = device();
    try (Scope whole = new Scope();
        Stream stream = Stream.open(device);
        Rollout rollout = open(shape)) {
      Tensor numbers = observe(given.observed(fields, u0, device));
      rollout.start(
          Tensor.of(u0, shape).to(device),
          given.conditions(fields).to(device).withContext(numbers));
      for (int i = 1; i <= steps; i++) {
        if (given.forced()) {
          rollout.force(given.fieldsAt(fields, i - 1).to(device));
        }
        rollout.step();
        states[i] = rollout.state().toFloats();
      }
    }
    return states;
  }

  @Override
  public void close() {
    operator.close();
  }
}
