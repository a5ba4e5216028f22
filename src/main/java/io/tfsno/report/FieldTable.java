package io.tfsno.report;

import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Scores;
import io.tfsno.report.ink.Svg;
import io.tfsno.run.ScoredSteps;
import java.util.List;
import java.util.Locale;

/** VRMSE of every field by itself: relative to how much the truth varies, not to its size. */
final class FieldTable {
  private FieldTable() {}

  /** HTML; empty for runs of one field, whose errors stand in the table of all runs. */
  static String of(List<RunView> group) {
    Evaluation first = group.get(0).evaluation();
    if (first.scores().channels().size() < 2) {
      return "";
    }
    List<Integer> shown = ScoredSteps.within(first.horizon());
    StringBuilder html =
        new StringBuilder("<div class=\"scroll\"><table>\n<thead><tr><th>VRMSE</th><th>field</th>");
    for (int step : shown) {
      html.append("<th>step ").append(step).append("</th>");
    }
    html.append("<th>steps 1–").append(first.horizon()).append("</th></tr></thead>\n<tbody>\n");
    for (RunView run : group) {
      rows(html, run.name(), run.evaluation().scores(), shown);
    }
    rows(html, "copying the start", first.persistence(), shown);
    return html.append("</tbody></table></div>\n").toString();
  }

  private static void rows(StringBuilder html, String name, Scores scores, List<Integer> steps) {
    for (Scores.Channel field : scores.channels()) {
      html.append("<tr><th>").append(Svg.escape(name)).append("</th><td>");
      html.append(Svg.escape(field.name())).append("</td>");
      for (int step : steps) {
        cell(html, field.at(step));
      }
      cell(html, field.overall());
      html.append("</tr>\n");
    }
  }

  private static void cell(StringBuilder html, Scores.Step score) {
    html.append(String.format(Locale.ROOT, "<td>%.4f</td>", score.vrmse().mean()));
  }
}
