package io.tfsno.api;

import io.tfsno.base.ProgressListener;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.ScoredData;
import io.tfsno.run.Given;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;

/**
 * A run that was trained before, to predict with and to score. Any number of threads may use it at
 * once: see {@link TrainedModel}. Owns its native memory.
 *
 * <pre>{@code
 * try (TrainedRun run = TrainedRun.open(Path.of("runs/mine"), Device.CPU)) {
 *   float[][] states = run.rollout(u0, 50); // [51][channel * cells], the start first
 *   double error = run.evaluate().scores().overall().l2().mean();
 * }
 * }</pre>
 */
public final class TrainedRun implements AutoCloseable {
  private final Path folder;
  private final TrainedModel model;

  private TrainedRun(Path folder, TrainedModel model) {
    this.folder = folder;
    this.model = model;
  }

  /**
   * @param folder of the run, or a file of weights
   */
  public static TrainedRun open(Path folder, Device device) {
    return new TrainedRun(folder, TrainedModel.load(folder, device));
  }

  /** What the model maps: fields, grid, conditions, the time of one step. */
  public ModelCard card() {
    return model.card();
  }

  /**
   * Predicts from one state.
   *
   * @param u0 values {@code [channel, x(, y, z)]}, row-major; not modified
   * @return values {@code [steps+1][channel * cells]}, the start first
   */
  public float[][] rollout(float[] u0, int steps) {
    return model.rollout(u0, steps);
  }

  /** The same with what the model was trained with in addition to the state. */
  public float[][] rollout(float[] u0, int steps, Given given) {
    return model.rollout(u0, steps, given);
  }

  /** Scores on the test part of the run's own data, over as many steps as there are, at most 50. */
  public Evaluation evaluate() {
    return evaluate(null, 0);
  }

  /**
   * Scores on a data set, as the command {@code eval} does.
   *
   * @param data null for the run's own
   * @param horizon steps of each rollout; 0 for as many as there are, at most 50
   */
  public Evaluation evaluate(Path data, int horizon) {
    try (ScoredData scored = ScoredData.of(folder, data)) {
      return new Evaluator(model, scored.set(), horizon, 0).evaluate(ProgressListener.NONE);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
