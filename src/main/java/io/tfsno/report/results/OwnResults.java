package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a ledger holds about data sets of the user: models against steps, field by field. */
final class OwnResults {
  private final Sheet sheet =
      new Sheet(
          "own",
          "errors on your own data sets, over all fields and for each field",
          "data",
          "form",
          "model",
          "field",
          "metric",
          "first_step",
          "last_step",
          "mean",
          "spread",
          "seeds",
          "failed",
          "left_out");

  private final LedgerResults results;
  private final PageBuilder page;

  OwnResults(LedgerResults results, PageBuilder page) {
    this.results = results;
    this.page = page;
  }

  void compose() {
    Map<String, List<LedgerEntry>> sets =
        results.entries().stream()
            .collect(
                Collectors.groupingBy(
                    e -> e.cell().dataset(), LinkedHashMap::new, Collectors.toList()));
    sets.forEach(
        (name, entries) -> {
          for (Form form : Form.values()) {
            List<LedgerEntry> some = entries.stream().filter(e -> e.cell().form() == form).toList();
            if (!some.isEmpty()) {
              section(name, form, some);
            }
          }
        });
  }

  /** What has been composed, as a file. */
  void sheet() {
    page.sheet(sheet, () -> {}); // the page has it already
  }

  private void section(String dataset, Form form, List<LedgerEntry> entries) {
    String output = form == Form.DELTA ? "predictDelta" : "direct output";
    page.heading(2, "%s: %s".formatted(dataset, output));
    Map<String, List<LedgerEntry>> models =
        entries.stream()
            .collect(
                Collectors.groupingBy(LedgerEntry::title, LinkedHashMap::new, Collectors.toList()));
    LedgerEntry.Test first =
        entries.stream()
            .filter(e -> !e.failed())
            .map(e -> e.tests().get(0))
            .max(Comparator.comparingInt(test -> test.l2().length))
            .orElse(null);
    if (first == null) {
      page.paragraph("All of its cells failed.");
      return;
    }
    page.paragraph(
        "%d test trajectories, %s. Seeds: %s."
            .formatted(
                first.trajectories(),
                first.protocol(),
                entries.stream()
                    .map(e -> e.cell().seed())
                    .collect(Collectors.toCollection(TreeSet::new))));
    new StepTable(models, first).addTo(sheet, dataset, form.label());
    page.paragraph("Relative L2 error; the last row copies the first state to every step.");
    page.grid(new StepTable(models, first).errors(Scores.Step::l2, true));
    page.paragraph(
        "VRMSE: error relative to the truth's variation in space, mean over the fields.");
    page.grid(new StepTable(models, first).errors(Scores.Step::vrmse, false));
    if (first.channels() != null) {
      fields("VRMSE of each field.", models, first, Scores.Step::vrmse);
      fields("Relative L2 error of each field.", models, first, Scores.Step::l2);
    }
    page.paragraph("Trainings:");
    page.grid(trainings(models));
    LinePanel panel = ErrorCurves.of("%s, %s".formatted(dataset, output), models);
    String caption = "%s, %s: error against step".formatted(dataset, output);
    page.picture(
        "%s-%s".formatted(dataset, form.label()),
        caption,
        new Figure("").panelSize(560, 340).add(panel).description(caption));
  }

  private void fields(
      String words,
      Map<String, List<LedgerEntry>> models,
      LedgerEntry.Test first,
      Function<Scores.Step, Summary> score) {
    page.paragraph(words);
    page.grid(new StepTable(models, first).fields(score));
  }

  private static PageBuilder.Grid trainings(Map<String, List<LedgerEntry>> models) {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    models.forEach(
        (title, entries) -> {
          List<LedgerEntry> done = entries.stream().filter(e -> !e.failed()).toList();
          if (!done.isEmpty()) {
            LedgerEntry one = done.get(0);
            rows.add(
                List.of(
                    PageBuilder.Item.of(title),
                    PageBuilder.Item.of("%,d".formatted(one.training().parameters())),
                    PageBuilder.Item.of(Integer.toString(one.training().epochs())),
                    PageBuilder.Item.of(
                        ResultTable.text(LedgerResults.over(entries, e -> e.training().seconds()))),
                    PageBuilder.Item.of(
                        ResultTable.text(
                            LedgerResults.over(entries, e -> e.training().validationError())))));
          }
        });
    return new PageBuilder.Grid(
        List.of("Model", "Parameters", "Epochs", "Seconds", "Validation error"), rows);
  }
}
