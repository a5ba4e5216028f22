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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One self-contained HTML page about one run or several, with tables and figures. */
public final class HtmlReport {
  private static final int MOST_NAMES = 5;

  /** Characters of a date at the start of a time. */
  private static final int DATE = 10;

  private final StringBuilder html = new StringBuilder();
  private final Map<String, Integer> anchors = new HashMap<>();
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
    return new Ledger(folder).exists()
        ? HtmlPage.of(folder, null)
        : ofRuns(RunCollector.runsUnder(folder), execution, listener).page();
  }

  /** The report of these run folders, in this order. */
  public static HtmlReport ofRuns(
      List<Path> folders, Execution execution, ProgressListener listener) {
    RunCollector collector = new RunCollector(execution);
    List<RunView> runs = new ArrayList<>();
    for (Path run : folders) {
      runs.add(collector.collect(run, listener));
    }
    return new HtmlReport(runs);
  }

  /** The scores in it, run by run. */
  public List<Evaluation> evaluations() {
    return runs.stream().map(RunView::evaluation).toList();
  }

  /**
   * Predictions at the ends of the range of what differs between trajectories, if something does
   * and all runs were scored on the same set.
   */
  public Optional<Figure> extremes() {
    return comparable().size() == 1 && runs.get(0).extremes() != null
        ? Optional.of(ExtremesFigure.of(runs).description(ExtremesFigure.caption(runs)))
        : Optional.empty();
  }

  /** The page about a ledger, with the proof of a plan's claims. */
  public static String of(Path ledger, Proof proof) {
    return HtmlPage.of(ledger, proof);
  }

  /** The whole page. */
  public String page() {
    html.setLength(0);
    anchors.clear();
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        .append(Svg.escape(title()))
        .append("</title>\n<style>\n")
        .append(HtmlPage.style())
        .append("</style>\n</head>\n<body>\n<main>\n");
    html.append("<h1>").append(Svg.escape(title())).append("</h1>\n");
    paragraph("lead", origin());
    List<List<RunView>> comparable = comparable();
    for (List<RunView> group : comparable) {
      if (comparable.size() > 1) {
        html.append("<h2>").append(Svg.escape(group.get(0).data())).append("</h2>\n");
      }
      verdict(group);
      html.append(RunTable.of(group)).append(FieldTable.of(group));
      if (group.get(0).extremes() != null) {
        section(
            ExtremesFigure.heading(group),
            ExtremesFigure.of(group),
            ExtremesFigure.caption(group),
            "tfsno rollout RUN");
      }
      section(
          "Error against step",
          RunFigures.errors(group),
          "Mean over the test trajectories; the band is one standard deviation over them. The dashed line copies the initial state of the rollouts to every step.",
          "tfsno eval RUN");
      for (RunView run : group) {
        section(
            "One trajectory: " + run.name(),
            FieldFigures.of(run),
            FieldFigures.caption(run),
            "tfsno rollout RUN");
      }
      section(
          "Power spectra",
          RunFigures.spectra(group),
          "The same trajectory: truth solid, predictions dashed.",
          "tfsno rollout RUN");
    }
    boolean folded = false;
    for (RunView run : runs) {
      if (!run.gains().isEmpty()) {
        if (folded) {
          html.append("<details><summary>The gates of ")
              .append(Svg.escape(run.name()))
              .append("</summary>\n");
        }
        section(
            "The gate: " + run.name(),
            AnalysisFigures.gains(run.gains()),
            "Each block as a linear operator of its spectrum, along the rollout of test trajectory 0: the gain 1 + δ of each wave number, averaged over channels (blue damps, red amplifies), and the largest singular value of its gated weights.",
            "tfsno stability RUN");
        section(
            "Gain and energy: " + run.name(),
            AnalysisFigures.calibration(run.calibration()),
            "Mean over true test states. Markers show the wave numbers with at least 1 % of the largest power; R is the correlation of power and gain over them.",
            "tfsno calibrate RUN");
        html.append(folded ? "</details>\n" : "");
        folded = true; // one shows what gates do; the others wait to be asked for
      }
      if (run.memory() != null) {
        section(
            "What it remembers: " + run.name(),
            MemoryFigure.of(run.memory()),
            MemoryFigure.caption(run.memory()),
            "tfsno report RUN");
        html.append(MemoryTable.of(run.memory()));
      }
    }
    section(
        "Training",
        RunFigures.training(runs),
        "Weights are chosen by the validation error on held-out training trajectories.",
        "metrics.jsonl of each run");
    provenance();
    html.append("</main>\n</body>\n</html>\n");
    return html.toString();
  }

  private String title() {
    List<String> names = runs.stream().map(RunView::name).toList();
    int last = Math.min(names.size(), MOST_NAMES) - 1;
    String end =
        names.size() > MOST_NAMES ? "%d more".formatted(names.size() - last) : names.get(last);
    return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + end;
  }

  /** What was learnt, from which data, and until when. */
  private String origin() {
    String equations = shared(RunView::equation, "several equations");
    String data = shared(RunView::data, "several data sets");
    String finished =
        runs.stream()
            .map(run -> String.valueOf(run.provenance().getOrDefault("finished", "")))
            .filter(time -> time.length() >= DATE)
            .max(Comparator.naturalOrder())
            .map(time -> ", trained until " + time.substring(0, DATE))
            .orElse("");
    return (equations.isEmpty() ? "" : equations + ". ") + "Data: " + data + finished + ".";
  }

  private String shared(Function<RunView, String> what, String otherwise) {
    List<String> different = runs.stream().map(what).distinct().toList();
    return different.size() == 1 ? different.get(0) : otherwise;
  }

  private void verdict(List<RunView> group) {
    String text = Headline.of(group);
    if (!text.isEmpty()) {
      paragraph("verdict", text);
    }
  }

  private void paragraph(String style, String text) {
    html.append("<p class=\"%s\">".formatted(style)).append(Svg.escape(text)).append("</p>\n");
  }

  /** The runs in groups that were scored on the same truth: copying the start costs the same. */
  private List<List<RunView>> comparable() {
    Map<Scores, List<RunView>> groups = new LinkedHashMap<>();
    for (RunView run : runs) {
      groups.computeIfAbsent(run.evaluation().persistence(), s -> new ArrayList<>()).add(run);
    }
    return List.copyOf(groups.values());
  }

  /**
   * @param command what makes its numbers or the figure alone
   */
  private void section(String heading, Figure figure, String caption, String command) {
    String id = anchor(heading);
    html.append("<section id=\"%s\">\n<h2><a href=\"#%s\">".formatted(id, id))
        .append(Svg.escape(heading))
        .append("</a></h2>\n<figure>\n");
    html.append("<div class=\"scroll\">")
        .append(figure.description(heading).toSvg())
        .append("</div>\n");
    html.append("<figcaption>")
        .append(Svg.escape(caption))
        .append(" <code>")
        .append(Svg.escape(command))
        .append("</code></figcaption>\n</figure>\n</section>\n");
  }

  /** A name for links that stays the same when the report is made again. */
  private String anchor(String heading) {
    String plain = heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String base = plain.replaceAll("^-|-$", "");
    int count = anchors.merge(base, 1, Integer::sum);
    return count == 1 ? base : base + "-" + count;
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
