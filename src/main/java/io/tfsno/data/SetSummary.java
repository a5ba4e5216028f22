package io.tfsno.data;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a set looks like: range of its values, and how energy and spectrum drift from step to step.
 * It reads a sample of trajectories, one at a time, so its memory does not grow with the file.
 *
 * @param sampled trajectories that were read, evenly spread over the set
 * @param nonFinite numbers that were NaN or infinite, left out of the rest
 */
public record SetSummary(
    int sampled,
    double minimum,
    double maximum,
    double mean,
    double deviation,
    long nonFinite,
    List<Drift> drift) {

  /**
   * Means over the sample at one step.
   *
   * @param energy mean square
   * @param centroid mean wave number of the power
   * @param spectrum power per shell, wave numbers 0, 1, ...
   */
  public record Drift(int step, double time, double energy, double centroid, double[] spectrum) {}

  private static final int SAMPLE = 50;

  public static SetSummary of(TrajectorySet set) {
    int sampled = (int) Math.min(SAMPLE, set.trajectories());
    int[] steps = chosenSteps(set.steps());
    Accumulator all = new Accumulator(steps, set);
    for (int i = 0; i < sampled; i++) {
      all.add(set.read(i * set.trajectories() / sampled, 1, 0, set.steps()));
    }
    return all.summary(sampled);
  }

  /** 0, 1, 10, 25, 50, 100 and the last. */
  static int[] chosenSteps(int count) {
    return IntStream.of(0, 1, 10, 25, 50, 100, count - 1)
        .filter(s -> s < count)
        .distinct()
        .sorted()
        .toArray();
  }

  private static final class Accumulator {
    private final int[] steps;
    private final TrajectorySet set;
    private final int size;
    private final double[] energy;
    private final double[] centroid;
    private final double[][] spectrum;
    private double minimum = Double.POSITIVE_INFINITY;
    private double maximum = Double.NEGATIVE_INFINITY;
    private double sum;
    private double squares;
    private long count;
    private long nonFinite;

    Accumulator(int[] steps, TrajectorySet set) {
      this.steps = steps;
      this.set = set;
      size = set.channels() * IntStream.of(set.shape()).reduce(1, (a, b) -> a * b);
      energy = new double[steps.length];
      centroid = new double[steps.length];
      spectrum = new double[steps.length][];
    }

    void add(float[] trajectory) {
      for (float v : trajectory) {
        if (!Float.isFinite(v)) {
          nonFinite++;
          continue;
        }
        minimum = Math.min(minimum, v);
        maximum = Math.max(maximum, v);
        sum += v;
        squares += (double) v * v;
        count++;
      }
      try (Scope scope = new Scope()) {
        addSpectra(trajectory);
      }
    }

    private void addSpectra(float[] trajectory) {
      int[] shape = set.shape();
      long[] full = new long[shape.length + 2];
      full[0] = steps.length;
      full[1] = set.channels();
      for (int i = 0; i < shape.length; i++) {
        full[i + 2] = shape[i];
      }
      float[] chosen = new float[steps.length * size];
      for (int i = 0; i < steps.length; i++) {
        System.arraycopy(trajectory, steps[i] * size, chosen, i * size, size);
      }
      PowerSpectrum tables = new PowerSpectrum(shape, Device.CPU);
      Tensor power = tables.power(Tensor.of(chosen, full));
      double[] e = power.sum(-1).toDoubles();
      double[] mu = tables.centroid(power).toDoubles();
      double[] p = tables.shells(power).toDoubles();
      for (int i = 0; i < steps.length; i++) {
        energy[i] += e[i] / set.channels();
        centroid[i] += mu[i];
        if (spectrum[i] == null) {
          spectrum[i] = new double[tables.shells()];
        }
        for (int r = 0; r < tables.shells(); r++) {
          spectrum[i][r] += p[i * tables.shells() + r];
        }
      }
    }

    SetSummary summary(int sampled) {
      List<Drift> drift = new ArrayList<>();
      double[] times = set.times();
      for (int i = 0; i < steps.length; i++) {
        for (int r = 0; r < spectrum[i].length; r++) {
          spectrum[i][r] /= sampled;
        }
        drift.add(
            new Drift(
                steps[i],
                times[steps[i]],
                energy[i] / sampled,
                centroid[i] / sampled,
                spectrum[i]));
      }
      double mean = sum / count;
      double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
      return new SetSummary(sampled, minimum, maximum, mean, deviation, nonFinite, drift);
    }
  }
}
