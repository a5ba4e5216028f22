package io.tfsno.report;

import io.tfsno.data.SetSummary;
import io.tfsno.data.TrajectorySet;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Scale;

/** The picture of a data set: one trajectory, channel by channel, and how its spectrum drifts. */
public final class SetFigure {
  private SetFigure() {}

  public static Figure of(String title, TrajectorySet set, SetSummary summary) {
    boolean rows = set.grid().dimension() > 1 && set.channels() > 1; // a row for each channel
    Figure figure = new Figure(title).columns(rows ? ChannelPanels.FRAMES : 3).panelSize(360, 280);
    float[] trajectory = set.read(0, 1, 0, set.steps());
    for (int channel = 0; channel < set.channels(); channel++) {
      new ChannelPanels(set, trajectory, channel).all().forEach(figure::add);
    }
    String note = set.grid().periodic() ? "" : " (as if periodic)";
    return figure.add(spectra(summary, note)).add(drift(summary, note));
  }

  private static LinePanel spectra(SetSummary summary, String note) {
    LinePanel panel =
        new LinePanel(
                "Power spectrum%s, mean of %d trajectories".formatted(note, summary.sampled()))
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

  private static LinePanel drift(SetSummary summary, String note) {
    double[] step = summary.drift().stream().mapToDouble(SetSummary.Drift::step).toArray();
    double[] mu = summary.drift().stream().mapToDouble(SetSummary.Drift::centroid).toArray();
    return new LinePanel("Spectral drift" + note)
        .xAxis("step", Scale.LINEAR)
        .yAxis("mean wave number", Scale.LINEAR)
        .add(Series.of("centroid of P(k)", step, mu).withMarkers());
  }
}
