package io.tfsno.cli.data;

import io.tfsno.cli.console.Table;
import io.tfsno.data.SetSummary;
import io.tfsno.data.TrajectorySet;
import io.tfsno.spectral.Axis;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A data set as text: what 'data inspect' prints. */
record SetText(String group, TrajectorySet set, SetSummary summary) {
  void print(PrintWriter out) {
    out.printf("%s%s layout%n", group.isEmpty() ? "" : group + ": ", set.layout());
    out.printf(
        "  %d trajectories x %d snapshots x %d channel(s) %s on %s%n",
        set.trajectories(), set.steps(), set.channels(), set.channelNames(), space());
    double[] times = set.times();
    out.printf(
        "  t = %.6g .. %.6g, dt = %.6g; values %.6g .. %.6g, mean %.4g, std %.4g%s%n",
        times[0],
        times[times.length - 1],
        set.dt(),
        summary.minimum(),
        summary.maximum(),
        summary.mean(),
        summary.deviation(),
        notFinite());
    List<String> attributes = new ArrayList<>();
    new TreeMap<>(set.attributes()).forEach((k, v) -> attributes.add(k + "=" + oneLine(v)));
    out.println("  attributes: " + String.join(", ", attributes));
    if (!set.unused().isEmpty()) {
      out.println("  not used: " + String.join(", ", set.unused()));
    }
    printChannels(out);
    new ConditionText(set).print(out);
    printDrift(out);
    out.println();
  }

  private String notFinite() {
    SetSummary.Place first = summary.firstNonFinite();
    return first == null
        ? ""
        : ", %d NOT FINITE, the first in trajectory %d, step %d (t = %.6g), channel %s"
            .formatted(
                summary.nonFinite(),
                first.trajectory(),
                first.step(),
                first.time(),
                first.channel());
  }

  private void printChannels(PrintWriter out) {
    Table table = new Table("    channel", "smallest", "largest", "mean", "std");
    for (SetSummary.OfChannel c : summary.channels()) {
      table.row(
          "    " + c.name() + (c.unit().isEmpty() ? "" : " [" + c.unit() + "]"),
          "%.6g".formatted(c.minimum()),
          "%.6g".formatted(c.maximum()),
          "%.4g".formatted(c.mean()),
          "%.4g".formatted(c.deviation()));
    }
    table.print(out);
  }

  private void printDrift(PrintWriter out) {
    out.printf("  drift over %d trajectories%s:%n", summary.sampled(), asIfPeriodic());
    Table table = new Table("    step", "time", "mean u^2", "mean wave number");
    for (SetSummary.Drift d : summary.drift()) {
      table.row(
          "%8d".formatted(d.step()),
          "%.4g".formatted(d.time()),
          "%.4g".formatted(d.energy()),
          "%.3f".formatted(d.centroid()));
    }
    table.print(out);
  }

  /** Wave numbers belong to periodic fields; for others that has to be said. */
  private String asIfPeriodic() {
    String walls =
        set.grid().axes().stream()
            .filter(axis -> !axis.periodic())
            .map(Axis::name)
            .collect(Collectors.joining(", "));
    return walls.isEmpty() ? "" : ", wave numbers as if periodic along " + walls;
  }

  private String space() {
    return set.grid().axes().stream()
        .map(
            axis ->
                "%d points of length %.6g (%s)"
                    .formatted(
                        axis.points(),
                        axis.length(),
                        axis.boundary().name().toLowerCase(Locale.ROOT)))
        .collect(Collectors.joining(" by "));
  }

  private static String oneLine(Object value) {
    String text = value.toString().replace('\n', ' ');
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
