package example;

import io.tfsno.engine.Device;
import io.tfsno.run.TrainedModel;
import java.nio.file.Path;

/** Loads a trained run and predicts 50 steps from an initial field. */
public final class RolloutExample {
  public static float[][] predict(Path run) {
    try (TrainedModel model = TrainedModel.load(run, Device.CPU)) {
      int n = model.card().shape().cells();
      float[] u0 = new float[n];
      for (int i = 0; i < n; i++) {
        u0[i] = (float) Math.sin(2 * Math.PI * i / n);
      }
      return model.rollout(u0, 50); // [51][n], the initial state first
    }
  }

  private RolloutExample() {}
}
