package io.tfsno.train;

import io.tfsno.data.feed.BatchFeed;
import io.tfsno.data.feed.NoisyFeed;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.train.loss.LossKind;
import io.tfsno.train.optimiser.AdamW;
import java.util.List;

/**
 * The training step of a model on made-up states and parameters: the same code as in a training,
 * for measurements and comparisons. Owns its memory.
 */
public final class StepProbe implements AutoCloseable {
  private static final int STEPS = 4;
  private static final double RATE = 1e-3;

  private final ResidentSet data;
  private final Operator operator;
  private final AdamW optimiser;
  private final Unroller unroller;
  private final TrainingStep step;
  private final BatchFeed feed;
  private final int[] batch;
  private final Rng rng = new Rng(1);

  /**
   * @param h1 weight of the derivative term of the loss
   * @param captured whether steps may be captured on a GPU
   */
  public StepProbe(
      OperatorSpec spec,
      FieldShape shape,
      int batch,
      double h1,
      Execution execution,
      boolean captured) {
    this(spec, shape, batch, new TrainConfig.Loss(LossKind.SQUARED, h1), 0, execution, captured);
  }

  /**
   * @param noise deviation of the noise on first states; 0 for none
   */
  public StepProbe(
      OperatorSpec spec,
      FieldShape shape,
      int batch,
      TrainConfig.Loss loss,
      double noise,
      Execution execution,
      boolean captured) {
    Device device = execution.device();
    data = madeUp(shape, batch, device);
    operator = spec.build(shape, execution, new Rng(1));
    optimiser = new AdamW(operator.parameters(), 1e-4, 1);
    GraphMemory memory = captured ? GraphMemory.on(device) : null;
    TrainConfig.Pushforward plain = new TrainConfig.Pushforward(Unrolling.PF_RANDOM, 1, 0);
    Objective objective = new Objective(loss.kind(), loss.h1(), shape.grid(), execution.path());
    feed = noise == 0 ? data.feed() : new NoisyFeed(data.feed(), noise, shape.states(1), device);
    Unroller unroller = new Unroller(operator, data, objective, plain);
    this.unroller = unroller;
    step =
        new TrainingStep(
            unroller, feed, optimiser, Shards.of(operator, device), Team.alone(), device, memory);
    this.batch = new int[batch];
    for (int i = 0; i < batch; i++) {
      this.batch[i] = i;
    }
    operator.training(true);
  }

  private static ResidentSet madeUp(FieldShape shape, int batch, Device device) {
    int steps = Math.max(STEPS, shape.inputs().observed() + 2);
    int states = batch * steps;
    int numbers = shape.inputs().parameters().size();
    Tensor fields = noise(device, shape.states(states));
    return numbers == 0
        ? ResidentSet.of(fields, steps)
        : ResidentSet.of(fields, steps, noise(device, states, numbers));
  }

  private static Tensor noise(Device device, long... shape) {
    int count = 1;
    for (long n : shape) {
      count = Math.multiplyExact(count, Math.toIntExact(n));
    }
    double[] values = new Rng(2).normals(count);
    return Scope.unowned(() -> Tensor.of(values, shape).to(DType.FLOAT32).to(device));
  }

  /** One update of the weights: gather, forward, loss, backward, clipping, AdamW. */
  public void trainStep() {
    Window window = unroller.draw(batch, 0, rng);
    feed.draw(rng);
    step.begin(List.of(window));
    step.run(0, RATE);
  }

  /** The mean loss of all steps so far. */
  public double meanLoss() {
    return step.ownLoss();
  }

  public Operator operator() {
    return operator;
  }

  @Override
  public void close() {
    step.close();
    optimiser.close();
    operator.close();
    data.close();
  }
}
