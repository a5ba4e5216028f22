package example;

import io.tfsno.api.TrainedRun;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import java.nio.file.Path;

/** Scores a run on the trajectories that its training left for tests. */
public final class EvaluationExample {
  /** The mean relative L2 error after ten steps, divided by that of copying the initial state. */
  public static double againstCopying(Path run) {
    try (TrainedRun trained = TrainedRun.open(run, Device.CPU)) {
      Evaluation evaluation = trained.evaluate();
      double error = evaluation.scores().at(10).l2().mean();
      return error / evaluation.persistence().at(10).l2().mean();
    }
  }

  private EvaluationExample() {}
}
