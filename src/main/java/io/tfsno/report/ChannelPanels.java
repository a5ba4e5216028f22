package io.tfsno.report;

import io.tfsno.data.TrajectorySet;
import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Scale;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One channel of a trajectory: over space and time in one dimension, some frames in two, frames of
 * the middle slice in three. All frames share one colour scale, so that decay shows as decay.
 */
final class ChannelPanels {
  static final int FRAMES = 4;

  private final TrajectorySet set;
  private final float[] trajectory;
  private final int channel;
  private final int cells;

  /**
   * @param trajectory [t, c, x(, y, z)]
   */
  ChannelPanels(TrajectorySet set, float[] trajectory, int channel) {
    this.set = set;
    this.trajectory = trajectory;
    this.channel = channel;
    this.cells = set.grid().cells();
  }

  List<HeatPanel> all() {
    if (set.grid().dimension() == 1) {
      return List.of(spaceTime());
    }
    return IntStream.range(0, FRAMES)
        .mapToObj(i -> frame(i * (set.steps() - 1) / (FRAMES - 1)))
        .toList();
  }

  private HeatPanel spaceTime() {
    double[][] u = new double[set.steps()][cells];
    for (int t = 0; t < set.steps(); t++) {
      for (int x = 0; x < cells; x++) {
        u[t][x] = trajectory[start(t) + x];
      }
    }
    double[] times = set.times();
    return coloured(HeatPanel.of("Trajectory 0" + named(), u), "(x, t)")
        .xAxis("x", 0, set.grid().axis(0).length())
        .yAxis("time t", times[0], times[times.length - 1]);
  }

  private HeatPanel frame(int t) {
    boolean solid = set.grid().dimension() == 3;
    int nz = solid ? set.grid().axis(2).points() : 1;
    String slice =
        solid ? ", middle slice z = %.4g".formatted(nz / 2 * set.grid().axis(2).spacing()) : "";
    String title = "Trajectory 0%s, t = %.4g%s".formatted(named(), set.times()[t], slice);
    return coloured(HeatPanel.of(title, slice(start(t), nz)), solid ? "(x, y, z)" : "(x, y)")
        .xAxis("x", 0, set.grid().axis(0).length())
        .yAxis("y", 0, set.grid().axis(1).length())
        .equalAspect();
  }

  /** The middle slice along z. Rows of a panel run along y, arrays are [x][y](z). */
  private double[][] slice(int offset, int nz) {
    int nx = set.grid().axis(0).points();
    int ny = set.grid().axis(1).points();
    double[][] rows = new double[ny][nx];
    for (int x = 0; x < nx; x++) {
      for (int y = 0; y < ny; y++) {
        rows[y][x] = trajectory[offset + (x * ny + y) * nz + nz / 2];
      }
    }
    return rows;
  }

  /** Around zero where values lie on both sides of it, else over their range. */
  private HeatPanel coloured(HeatPanel panel, String coordinates) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < set.steps(); t++) {
      for (int i = start(t); i < start(t) + cells; i++) {
        if (Float.isFinite(trajectory[i])) {
          smallest = Math.min(smallest, trajectory[i]);
          largest = Math.max(largest, trajectory[i]);
        }
      }
    }
    Channel field = set.fields().get(channel);
    String unit = field.unit().isEmpty() ? "" : " [" + field.unit() + "]";
    panel.colorBar(field.name() + coordinates + unit, Scale.LINEAR);
    if (smallest > 0 || largest < 0) {
      double margin = smallest < largest ? 0 : Math.abs(largest) * 1e-3;
      return panel.colors(ColorMap.SEQUENTIAL).valueRange(smallest - margin, largest + margin);
    }
    double most = Math.max(Math.abs(smallest), Math.abs(largest));
    double bound = most > 0 && Double.isFinite(most) ? most : 1;
    return panel.colors(ColorMap.DIVERGING).valueRange(-bound, bound);
  }

  private String named() {
    return set.channels() == 1 ? "" : ", " + set.fields().get(channel).name();
  }

  private int start(int t) {
    return (t * set.channels() + channel) * cells;
  }
}
