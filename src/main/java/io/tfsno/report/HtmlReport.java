package io.tfsno.report;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.ProgressListener;
import io.tfsno.bench.Ledger;
import io.tfsno.engine.Device;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Scores;
import io.tfsno.nn.Execution;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.proof.Proof;
import io.tfsno.report.results.HtmlPage;
import io.tfsno.run.ScoredSteps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** One self-contained HTML page about one run or several, with tables and figures. */
public final class HtmlReport {
  private final StringBuilder html = new StringBuilder();
  private final List<RunView> runs;

  private HtmlReport(List<RunView> runs) {
    this.runs = runs;
  }

  /** The report of the run folders at or below {@code folder}, or of a ledger in it. */
  public static String of(Path folder, Device device, ProgressListener listener) {
    return of(folder, Execution.on(device), listener);
  }

  /** The same with a choice of how a GPU computes. */
  public static String of(Path folder, Execution execution, ProgressListener listener) {
    if (new Ledger(folder).exists()) {
      return HtmlPage.of(folder, null);
    }
    RunCollector collector = new RunCollector(execution);
    List<RunView> runs = new ArrayList<>();
    for (Path run : RunCollector.runsUnder(folder)) {
      runs.add(collector.collect(run, listener));
    }
    return new HtmlReport(runs).render();
  }

  /** The page about a ledger, with the proof of a plan's claims. */
  public static String of(Path ledger, Proof proof) {
    return HtmlPage.of(ledger, proof);
  }

  private String render() {
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(Svg.escape(title()))
        .append("</title>\n<style>\n")
        .append(HtmlPage.style())
        .append("</style>\n</head>\n<body>\n<main>\n");
    html.append("<h1>").append(Svg.escape(title())).append("</h1>\n");
    List<List<RunView>> comparable = comparable();
    for (List<RunView> group : comparable) {
      if (comparable.size() > 1) {
        html.append("<h2>").append(Svg.escape(group.get(0).data())).append("</h2>\n");
      }
      summary(group);
      section(
          "Error against step",
          RunFigures.errors(group),
          "Mean over the test trajectories; the band is one standard deviation over them. The dashed line copies the first state to every step.");
      for (RunView run : group) {
        section(
            "One trajectory: " + run.name(),
            FieldFigures.of(run),
            "Test trajectory 0, predicted from its first state alone."
                + (run.sample().slice().isEmpty()
                    ? ""
                    : " The slice at %s.".formatted(run.sample().slice())));
      }
      section(
          "Power spectra",
          RunFigures.spectra(group),
          "The same trajectory: truth drawn solid, predictions dashed.");
    }
    for (RunView run : runs) {
      if (!run.gains().isEmpty()) {
        section(
            "The gate: " + run.name(),
            AnalysisFigures.gains(run.gains()),
            "Each block as a linear operator of its spectrum, along the rollout of test trajectory 0: the gain 1 + δ of each wave number, averaged over channels (blue damps, red amplifies), and the largest singular value of its gated weights.");
        section(
            "Gain and energy: " + run.name(),
            AnalysisFigures.calibration(run.calibration()),
            "Mean over true test states. Markers stand where the power is at least 1 % of its largest value; R is the correlation of power and gain over these wave numbers.");
      }
      if (run.memory() != null) {
        section(
            "What it remembers: " + run.name(),
            MemoryFigure.of(run.memory()),
            MemoryFigure.caption(run.memory()));
        html.append(MemoryTable.of(run.memory()));
      }
    }
    section(
        "Training",
        RunFigures.training(runs),
        "Weights are chosen by the validation error on held-out training trajectories.");
    provenance();
    html.append("</main>\n</body>\n</html>\n");
    return html.toString();
  }

  private String title() {
    List<String> names = runs.stream().map(RunView::name).toList();
    return String.join(" and ", names);
  }

  /** The runs in groups that were scored on the same truth: copying the start costs the same. */
  private List<List<RunView>> comparable() {
    Map<Scores, List<RunView>> groups = new LinkedHashMap<>();
    for (RunView run : runs) {
      groups.computeIfAbsent(run.evaluation().persistence(), s -> new ArrayList<>()).add(run);
    }
    return List.copyOf(groups.values());
  }

  private void summary(List<RunView> group) {
    Evaluation e = group.get(0).evaluation();
    html.append("<p class=\"lead\">")
        .append(
            Svg.escape(
                "%d test trajectories, rollouts of %d steps, %s."
                    .formatted(e.trajectories(), e.horizon(), protocols(group))))
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
          group,
          run.name(),
          run.evaluation().scores(),
          String.format(Locale.ROOT, "%,d", run.evaluation().parameters()));
    }
    row(group, "copying the start", e.persistence(), "");
    Map<String, Scores> floors = new LinkedHashMap<>();
    for (RunView run : group) {
      if (run.evaluation().floor() != null) {
        floors.put(
            "resampling alone, from %s points".formatted(run.evaluation().modelResolution()),
            run.evaluation().floor());
      }
    }
    floors.forEach((name, scores) -> row(group, name, scores, ""));
    html.append("</tbody></table></div>\n").append(FieldTable.of(group));
  }

  /** How resolutions were bridged: in one sentence if all runs did alike, else run by run. */
  private static String protocols(List<RunView> group) {
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

  private void row(List<RunView> group, String name, Scores s, String parameters) {
    html.append("<tr><th>").append(Svg.escape(name)).append("</th>");
    for (int step : ScoredSteps.within(s.steps().size())) {
      cell(s.at(step).l2().mean(), best(group, r -> r.at(step).l2().mean()));
    }
    cell(s.overall().l2().mean(), best(group, r -> r.overall().l2().mean()));
    cell(s.psre().mean(), best(group, r -> r.psre().mean()));
    cell(s.sce().mean(), best(group, r -> r.sce().mean()));
    html.append("<td>")
        .append(s.nonFinite())
        .append("</td><td>")
        .append(parameters)
        .append("</td></tr>\n");
  }

  private static double best(List<RunView> group, ToDoubleFunction<Scores> number) {
    return group.stream()
        .mapToDouble(r -> number.applyAsDouble(r.evaluation().scores()))
        .min()
        .orElse(Double.NaN);
  }

  private void cell(double value, double best) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    html.append("<td>").append(value == best ? "<b>" + text + "</b>" : text).append("</td>");
  }

  private void section(String heading, Figure figure, String caption) {
    html.append("<section>\n<h2>").append(Svg.escape(heading)).append("</h2>\n<figure>\n");
    html.append("<div class=\"scroll\">")
        .append(figure.description(heading).toSvg())
        .append("</div>\n");
    html.append("<figcaption>")
        .append(Svg.escape(caption))
        .append("</figcaption>\n</figure>\n</section>\n");
  }

  private void provenance() {
    html.append("<section>\n<h2>Where this comes from</h2>\n");
    for (RunView run : runs) {
      html.append("<details><summary>").append(Svg.escape(run.name())).append("</summary><dl>");
      run.provenance()
          .forEach(
              (k, v) ->
                  html.append("<dt>")
                      .append(Svg.escape(k))
                      .append("</dt><dd>")
                      .append(Svg.escape(String.valueOf(v)))
                      .append("</dd>"));
      html.append("</dl></details>\n");
    }
    html.append("<p class=\"small\">tfsno ")
        .append(BuildInfo.version())
        .append("</p>\n</section>\n");
  }
}
