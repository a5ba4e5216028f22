package io.tfsno.operator;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import java.util.function.UnaryOperator;

/**
 * A batch of states that is stepped again and again, in place. On a GPU the step is recorded and
 * replayed. Owns its memory.
 */
public final class Rollout implements AutoCloseable {
  private final Tensor state;
  private final StepGraph graph;

  /**
   * @param step one step without gradients, which keeps shape and device
   */
  public Rollout(UnaryOperator<Tensor> step, Device device, long... shape) {
    this(step, GraphMemory.on(device), device, shape);
  }

  /**
   * @param memory for the recorded step, which rollouts that never run at the same time can share
   */
  public Rollout(UnaryOperator<Tensor> step, GraphMemory memory, Device device, long... shape) {
    state = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
    graph =
        StepGraph.of(
            memory,
            () -> {
              try (Autograd.Mode off = Autograd.off()) {
                state.copyInPlace(step.apply(state));
              }
            });
  }

  /** Sets the states to start from. */
  public void start(Tensor states) {
    state.copyInPlace(states);
  }

  /** One step further; queued, not waited for. */
  public void step() {
    graph.run();
  }

  /** The states now. Changed by the next step; belongs to this object. */
  public Tensor state() {
    return state;
  }

  @Override
  public void close() {
    graph.close();
    state.close();
  }
}
