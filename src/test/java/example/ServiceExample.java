package example;

import io.tfsno.engine.Device;
import io.tfsno.serve.SharedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many threads share one model, which steps their pending rollouts as one batch. */
public final class ServiceExample {
  /** The root mean square of the last state, for initial waves of several amplitudes. */
  public static List<Double> strengths(Path run, List<Double> amplitudes) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (SharedModel model = SharedModel.load(run, Device.CPU)) {
      List<Future<Double>> answers = new ArrayList<>();
      for (double amplitude : amplitudes) {
        answers.add(threads.submit(() -> strength(model, amplitude)));
      }
      List<Double> strengths = new ArrayList<>();
      for (Future<Double> answer : answers) {
        strengths.add(answer.get());
      }
      return strengths;
    } finally {
      threads.shutdown();
    }
  }

  private static double strength(SharedModel model, double amplitude) throws InterruptedException {
    int n = model.card().shape().cells();
    float[] u0 = new float[n];
    for (int i = 0; i < n; i++) {
      u0[i] = (float) (amplitude * Math.sin(2 * Math.PI * i / n));
    }
    float[][] states = model.rollout(u0, 20); // [21][n], the initial state first
    double sum = 0;
    for (float v : states[20]) {
      sum += v * v;
    }
    return Math.sqrt(sum / n);
  }

  private ServiceExample() {}
}
