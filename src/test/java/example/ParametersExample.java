package example;

import io.tfsno.api.TrainedRun;
import io.tfsno.engine.Device;
import io.tfsno.run.Given;
import java.nio.file.Path;

/** Predicts with a model that was trained with a parameter. */
public final class ParametersExample {
  /** The state after ten steps from a wave that travels at a speed. */
  public static float[] predict(Path run, double speed) {
    try (TrainedRun trained = TrainedRun.open(run, Device.CPU)) {
      int n = trained.card().shape().cells();
      float[] u0 = new float[n];
      for (int i = 0; i < n; i++) {
        u0[i] = (float) Math.sin(2 * Math.PI * i / n);
      }
      return trained.rollout(u0, 10, Given.NOTHING.with("speed", speed))[10];
    }
  }

  private ParametersExample() {}
}
