package io.tfsno.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The errors of every trajectory at every step, of all channels together or of one. */
final class ErrorTable {
  private final double[][] mse;
  private final double[][] l2;
  private final double[][] h1;
  private final double[][] vrmse;

  ErrorTable(int trajectories, int horizon) {
    mse = new double[horizon][trajectories];
    l2 = new double[horizon][trajectories];
    h1 = new double[horizon][trajectories];
    vrmse = new double[horizon][trajectories];
  }

  /** Keeps the errors of some trajectories, from {@code first} on. */
  void add(int step, int first, FieldErrors errors) {
    int count = errors.l2().length;
    System.arraycopy(errors.mse(), 0, mse[step - 1], first, count);
    System.arraycopy(errors.l2(), 0, l2[step - 1], first, count);
    System.arraycopy(errors.h1(), 0, h1[step - 1], first, count);
    System.arraycopy(errors.vrmse(), 0, vrmse[step - 1], first, count);
  }

  List<Scores.Step> steps() {
    List<Scores.Step> steps = new ArrayList<>();
    for (int i = 0; i < mse.length; i++) {
      steps.add(step(i + 1, mse[i], l2[i], h1[i], vrmse[i]));
    }
    return steps;
  }

  /** Relative L2 errors at the last step. */
  List<Double> last() {
    return Arrays.stream(l2[l2.length - 1]).boxed().toList();
  }

  Scores.Step overall() {
    return step(0, overSteps(mse), overSteps(l2), overSteps(h1), overSteps(vrmse));
  }

  private static Scores.Step step(
      int number, double[] mse, double[] l2, double[] h1, double[] vrmse) {
    int nonFinite = (int) Arrays.stream(mse).filter(v -> !Double.isFinite(v)).count();
    return new Scores.Step(
        number,
        Summary.of(mse),
        Summary.of(l2),
        Summary.of(h1),
        nonFinite,
        Summary.of(vrmse),
        Scores.Tail.of(l2));
  }

  private static double[] overSteps(double[][] values) {
    double[] means = new double[values[0].length];
    for (double[] step : values) {
      for (int i = 0; i < means.length; i++) {
        means[i] += step[i] / values.length;
      }
    }
    return means;
  }
}
