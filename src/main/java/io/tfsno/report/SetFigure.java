package io.tfsno.report;

import io.tfsno.data.SetSummary;
import io.tfsno.data.TrajectorySet;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Scale;
import java.util.List;
import java.util.stream.IntStream;

/** The picture of a data set: one trajectory in space and time, and how its spectrum drifts. */
public final class SetFigure {
  private static final int FRAMES = 4;

  private SetFigure() {}

  public static Figure of(String title, TrajectorySet set, SetSummary summary) {
    Figure figure = new Figure(title).columns(3).panelSize(360, 280);
    float[] trajectory = set.read(0, 1, 0, set.steps());
    if (set.shape().length == 1) {
      figure.add(spaceTime(set, trajectory));
    } else {
      frames(set, trajectory).forEach(figure::add);
    }
    return figure.add(spectra(summary)).add(drift(summary));
  }

  private static HeatPanel spaceTime(TrajectorySet set, float[] trajectory) {
    int points = set.shape()[0];
    double[][] u = new double[set.steps()][points];
    for (int t = 0; t < set.steps(); t++) {
      for (int x = 0; x < points; x++) {
        u[t][x] = trajectory[t * set.channels() * points + x];
      }
    }
    double[] times = set.times();
    String field = set.channelNames().get(0);
    return HeatPanel.of("Trajectory 0", u)
        .xAxis("x", 0, set.lengths()[0])
        .yAxis("time t", times[0], times[times.length - 1])
        .colors(ColorMap.DIVERGING)
        .symmetric()
        .colorBar(field + "(x, t)", Scale.LINEAR);
  }

  /** Frames share one colour scale, so that decay shows as decay. */
  private static List<HeatPanel> frames(TrajectorySet set, float[] trajectory) {
    int nx = set.shape()[0];
    int ny = set.shape()[1];
    double largest = 0;
    for (int t = 0; t < set.steps(); t++) {
      for (int i = 0; i < nx * ny; i++) {
        largest = Math.max(largest, Math.abs(trajectory[t * set.channels() * nx * ny + i]));
      }
    }
    double bound = largest > 0 ? largest : 1;
    double[] times = set.times();
    String field = set.channelNames().get(0);
    return IntStream.range(0, FRAMES)
        .map(i -> i * (set.steps() - 1) / (FRAMES - 1))
        .mapToObj(
            t ->
                HeatPanel.of(
                        "Trajectory 0, t = %.4g".formatted(times[t]),
                        frame(trajectory, t * set.channels() * nx * ny, nx, ny))
                    .xAxis("x", 0, set.lengths()[0])
                    .yAxis("y", 0, set.lengths()[1])
                    .colors(ColorMap.DIVERGING)
                    .valueRange(-bound, bound)
                    .equalAspect()
                    .colorBar(field + "(x, y)", Scale.LINEAR))
        .toList();
  }

  /** Rows of a panel run along y, arrays are [x][y]. */
  private static double[][] frame(float[] values, int offset, int nx, int ny) {
    double[][] rows = new double[ny][nx];
    for (int x = 0; x < nx; x++) {
      for (int y = 0; y < ny; y++) {
        rows[y][x] = values[offset + x * ny + y];
      }
    }
    return rows;
  }

  private static LinePanel spectra(SetSummary summary) {
    LinePanel panel =
        new LinePanel("Power spectrum, mean of " + summary.sampled() + " trajectories")
            .xAxis("wave number k", Scale.LOG10)
            .yAxis("P(k)", Scale.LOG10);
    double peak = 0;
    for (SetSummary.Drift d : summary.drift()) {
      double[] k = new double[d.spectrum().length - 1];
      double[] p = new double[k.length];
      for (int i = 0; i < k.length; i++) {
        k[i] = i + 1;
        p[i] = d.spectrum()[i + 1];
        peak = Math.max(peak, p[i]);
      }
      panel.add(Series.of("step " + d.step(), k, p));
    }
    // Below float32 rounding there is only noise to see.
    return peak > 0 ? panel.yRange(peak * 1e-14, peak * 3) : panel;
  }

  private static LinePanel drift(SetSummary summary) {
    double[] step = summary.drift().stream().mapToDouble(SetSummary.Drift::step).toArray();
    double[] mu = summary.drift().stream().mapToDouble(SetSummary.Drift::centroid).toArray();
    return new LinePanel("Spectral drift")
        .xAxis("step", Scale.LINEAR)
        .yAxis("mean wave number", Scale.LINEAR)
        .add(Series.of("centroid of P(k)", step, mu).withMarkers());
  }
}
