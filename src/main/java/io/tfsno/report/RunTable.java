package io.tfsno.report;

import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Scores;
import io.tfsno.report.ink.Svg;
import io.tfsno.run.ScoredSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The scores of runs on one set, next to copying the start. */
final class RunTable {
  private final StringBuilder html = new StringBuilder();
  private final List<RunView> group;

  /** Whether the runs are given different things, so that each says what. */
  private final boolean differ;

  private RunTable(List<RunView> group) {
    this.group = group;
    differ = group.stream().map(RunView::given).distinct().count() > 1;
  }

  static String of(List<RunView> group) {
    RunTable table = new RunTable(group);
    table.summary();
    return table.html.toString();
  }

  private void summary() {
    Evaluation e = group.get(0).evaluation();
    html.append("<p class=\"lead\">")
        .append(
            Svg.escape(
                "%d test trajectories, rollouts of %d steps, %s."
                    .formatted(e.trajectories(), e.horizon(), protocols())))
        .append("</p>\n<div class=\"scroll\"><table>\n<thead><tr><th>Relative L₂ error</th>");
    for (int step : ScoredSteps.within(e.horizon())) {
      html.append("<th>step ").append(step).append("</th>");
    }
    html.append("<th>steps 1–")
        .append(e.horizon())
        .append("</th>")
        .append(
            "<th>PSRE</th><th>SCE</th><th>blew up</th><th>parameters</th></tr></thead>\n<tbody>\n");
    for (RunView run : group) {
      row(
          run.name(),
          run.given(),
          run.evaluation().scores(),
          String.format(Locale.ROOT, "%,d", run.evaluation().parameters()));
    }
    row("copying the start", "", e.persistence(), "");
    Map<String, Scores> floors = new LinkedHashMap<>();
    for (RunView run : group) {
      if (run.evaluation().floor() != null) {
        floors.put(
            "resampling alone, from %s points".formatted(run.evaluation().modelResolution()),
            run.evaluation().floor());
      }
    }
    floors.forEach((name, scores) -> row(name, "", scores, ""));
    html.append("</tbody></table></div>\n");
  }

  /** How resolutions were bridged: in one sentence if all runs did alike, else run by run. */
  private String protocols() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (RunView run : group) {
      names.computeIfAbsent(run.evaluation().protocol(), p -> new ArrayList<>()).add(run.name());
    }
    if (names.size() == 1) {
      return group.get(0).evaluation().protocol();
    }
    return names.entrySet().stream()
        .map(way -> String.join(", ", way.getValue()) + ": " + way.getKey())
        .collect(Collectors.joining("; "));
  }

  private void row(String name, String given, Scores s, String parameters) {
    html.append("<tr><th>").append(Svg.escape(name));
    if (differ && !given.isEmpty()) {
      html.append("<br><span class=\"small\">").append(Svg.escape(given)).append("</span>");
    }
    html.append("</th>");
    for (int step : ScoredSteps.within(s.steps().size())) {
      cell(s.at(step).l2().mean(), best(r -> r.at(step).l2().mean()));
    }
    cell(s.overall().l2().mean(), best(r -> r.overall().l2().mean()));
    cell(s.psre().mean(), best(r -> r.psre().mean()));
    cell(s.sce().mean(), best(r -> r.sce().mean()));
    html.append("<td>")
        .append(s.nonFinite())
        .append("</td><td>")
        .append(parameters)
        .append("</td></tr>\n");
  }

  private double best(ToDoubleFunction<Scores> number) {
    return group.stream()
        .mapToDouble(r -> number.applyAsDouble(r.evaluation().scores()))
        .min()
        .orElse(Double.NaN);
  }

  private void cell(double value, double best) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    html.append("<td>").append(value == best ? "<b>" + text + "</b>" : text).append("</td>");
  }
}
