package io.tfsno.report.figure;

/** One plot of a figure. */
public abstract sealed class Panel permits LinePanel, TwinPanel, HeatPanel, BarPanel {
  Panel() {}

  abstract Drawing prepare(PanelPlace cell);

  /** One sentence for readers who cannot see the figure. */
  abstract String summary();
}
