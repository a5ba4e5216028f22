package io.tfsno.run;

import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.Operator;
import io.tfsno.operator.Rollout;
import java.nio.file.Path;

/**
 * A trained operator with everything needed to use it on physical fields. Owns its native memory.
 *
 * <pre>{@code
 * try (TrainedModel model = TrainedModel.load(Path.of("runs/e1"), Device.CPU)) {
 *   float[] next = model.step(u0, 1);
 * }
 * }</pre>
 */
public final class TrainedModel implements AutoCloseable {
  private final ModelCard card;
  private final Operator operator;

  public TrainedModel(ModelCard card, Operator operator) {
    this.card = card;
    this.operator = operator;
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
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor next = operator.forward(card.normaliser().normalise(fields));
      return scope.keep(card.normaliser().restore(next));
    }
  }

  /**
   * Rolls one state out on the training grid.
   *
   * @param u0 values {@code [channel, x(, y)]}, row-major
   * @return values {@code [steps+1][channel * x(* y)]}, the start first
   */
  public float[][] rollout(float[] u0, int steps) {
    long[] shape = card.shape().states(1);
    float[][] states = new float[steps + 1][];
    states[0] = u0.clone();
    Device device = operator.parameters().device();
    try (Scope whole = new Scope();
        Stream stream = Stream.open(device);
        Rollout rollout = new Rollout(this::step, device, shape)) {
      rollout.start(Tensor.of(u0, shape).to(device));
      for (int i = 1; i <= steps; i++) {
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
