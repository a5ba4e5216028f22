package io.tfsno.data;

import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.PowerSpectrum;
import java.util.ArrayList;
import java.util.List;

/** Adds up the trajectories of a {@link SetSummary}. */
final class SummaryAccumulator {
  private final int[] steps;
  private final TrajectorySet set;
  private final double[] times;
  private final ValueStatistics all = new ValueStatistics();
  private final List<ValueStatistics> channels = new ArrayList<>();
  private final double[] energy;
  private final double[] centroid;
  private final double[][] spectrum;
  private SetSummary.Place firstNonFinite;

  SummaryAccumulator(int[] steps, TrajectorySet set) {
    this.steps = steps;
    this.set = set;
    times = set.times();
    for (int c = 0; c < set.channels(); c++) {
      channels.add(new ValueStatistics());
    }
    energy = new double[steps.length];
    centroid = new double[steps.length];
    spectrum = new double[steps.length][];
  }

  /**
   * @param values [t, c, x(, y, z)]
   */
  void add(long trajectory, float[] values) {
    int cells = set.grid().cells();
    for (int i = 0; i < values.length; i++) {
      int channel = i / cells % set.channels();
      all.add(values[i]);
      channels.get(channel).add(values[i]);
      if (firstNonFinite == null && !Float.isFinite(values[i])) {
        int step = i / cells / set.channels();
        String name = set.channelNames().get(channel);
        firstNonFinite = new SetSummary.Place(trajectory, step, times[step], name);
      }
    }
    try (Scope scope = new Scope()) {
      addSpectra(values);
    }
  }

  private void addSpectra(float[] trajectory) {
    int size = set.channels() * set.grid().cells();
    long[] full = set.grid().points().shape(steps.length, set.channels());
    float[] chosen = new float[steps.length * size];
    for (int i = 0; i < steps.length; i++) {
      System.arraycopy(trajectory, steps[i] * size, chosen, i * size, size);
    }
    PowerSpectrum tables = new PowerSpectrum(set.grid(), Device.CPU);
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
    List<SetSummary.Drift> drift = new ArrayList<>();
    for (int i = 0; i < steps.length; i++) {
      for (int r = 0; r < spectrum[i].length; r++) {
        spectrum[i][r] /= sampled;
      }
      drift.add(
          new SetSummary.Drift(
              steps[i], times[steps[i]], energy[i] / sampled, centroid[i] / sampled, spectrum[i]));
    }
    List<SetSummary.OfChannel> each = new ArrayList<>();
    for (int c = 0; c < channels.size(); c++) {
      ValueStatistics s = channels.get(c);
      each.add(
          new SetSummary.OfChannel(
              set.fields().get(c).name(),
              set.fields().get(c).unit(),
              s.minimum(),
              s.maximum(),
              s.mean(),
              s.deviation(),
              s.nonFinite()));
    }
    return new SetSummary(
        sampled,
        all.minimum(),
        all.maximum(),
        all.mean(),
        all.deviation(),
        all.nonFinite(),
        firstNonFinite,
        each,
        drift);
  }
}
