package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Quantity;
import io.tfsno.run.ScoredSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every table of the paper with our numbers, laid out as there, and curves. */
final class PaperSections {
  static final Map<Form, String> FORMS =
      Map.of(Form.DIRECT, "direct output, as in the paper", Form.DELTA, "predictDelta");

  private static final List<Integer> STEPS =
      Stream.concat(ScoredSteps.TOLD.stream(), Stream.of(ScoredSteps.LATE)).toList();

  private final LedgerResults results;
  private final PageBuilder page;

  PaperSections(LedgerResults results, PageBuilder page) {
    this.results = results;
    this.page = page;
  }

  void compose() {
    PaperSheets sheets = new PaperSheets(results);
    for (PaperTable table : PaperTable.all()) {
      page.sheet(sheets.of(table), () -> sections(table));
    }
    page.sheet(sheets.places(), () -> {}); // the sections have theirs
    page.sheet(sheets.ratios(), () -> {});
    copying();
  }

  private void sections(PaperTable table) {
    for (Form form : Form.values()) {
      ResultTable filled = new ResultTable(table, results, form);
      if (filled.present()) {
        section(table, form, filled);
      }
    }
  }

  private void section(PaperTable table, Form form, ResultTable filled) {
    page.heading(2, "%s: %s".formatted(table.title(), FORMS.get(form)));
    String source =
        table.source() == null
            ? "Not in the paper."
            : "The paper's numbers: %s.".formatted(table.source());
    page.paragraph("Suite `%s`. %s %s".formatted(table.suite(), source, seeds(table, form)));
    if (table.id().equals("overall-100")) {
      page.paragraph(
          "The paper does not state the length of its rollouts. Its overall errors on E2 and E3 exceed those of every listed step up to 50, so they may come from longer rollouts.");
    }
    page.grid(filled.grid());
    if (table.source() != null) {
      page.paragraph("Places:");
      page.grid(filled.places());
    }
    if (table.id().equals("rollout")) {
      page.paragraph("Relative L2 error at step 50 as a multiple of the FNO's:");
      page.grid(filled.ratios(ScoredSteps.HORIZON));
    }
    if (table.titles().keySet().stream().anyMatch(results::onlyDelta) && form == Form.DIRECT) {
      page.paragraph(
          "FINO adds to the state by definition: its numbers are the same in both forms.");
    }
  }

  /** Which seeds are in a table, by data set. */
  private String seeds(PaperTable table, Form form) {
    Map<String, TreeSet<Long>> seeds = new LinkedHashMap<>();
    for (PaperTable.Slot slot : table.slots()) {
      Quantity q = slot.quantity();
      for (LedgerEntry e : results.of(q.dataset(), q.variant(), form)) {
        seeds.computeIfAbsent(q.dataset(), d -> new TreeSet<>()).add(e.cell().seed());
      }
    }
    return seeds.entrySet().stream()
        .map(s -> "%s: %s".formatted(s.getKey(), s.getValue()))
        .collect(Collectors.joining("; ", "Seeds: ", "."));
  }

  /** The yardstick: what it costs to do nothing. */
  private void copying() {
    Map<String, double[]> sets = new LinkedHashMap<>();
    results
        .entries()
        .forEach(e -> e.tests().forEach(t -> sets.putIfAbsent(t.dataset(), t.copying())));
    Sheet sheet =
        new Sheet(
            "copying",
            "relative L2 error of the first state copied to every step: what a model must beat",
            "data",
            "step",
            "l2");
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    sets.forEach(
        (name, l2) -> {
          List<PageBuilder.Item> row = new ArrayList<>(List.of(PageBuilder.Item.of(name)));
          for (int step : STEPS) {
            boolean reached = step <= l2.length;
            row.add(PageBuilder.Item.of(reached ? ResultTable.number(l2[step - 1]) : "–"));
            if (reached) {
              sheet.row(name, step, l2[step - 1]);
            }
          }
          rows.add(row);
        });
    List<String> head = new ArrayList<>(List.of("Data"));
    STEPS.forEach(step -> head.add("step " + step));
    page.sheet(
        sheet,
        () -> {
          page.heading(2, "Copying the first state");
          page.paragraph(
              "Relative L2 error of the first state copied to every step: what a model must beat.");
          page.grid(new PageBuilder.Grid(head, rows));
        });
  }

  /** Errors of the models of the main table against the step. */
  void curves() {
    PaperTable main = PaperTable.of("rollout");
    Map<String, Figure> figures = new LinkedHashMap<>();
    for (String dataset : main.rows().stream().map(PaperTable.Row::dataset).distinct().toList()) {
      for (Form form : Form.values()) {
        String caption = "%s, %s".formatted(dataset, FORMS.get(form));
        Map<String, List<LedgerEntry>> models = new LinkedHashMap<>();
        main.titles()
            .forEach((variant, title) -> models.put(title, results.of(dataset, variant, form)));
        LinePanel panel = ErrorCurves.of(caption, models);
        if (panel != null) {
          figures.put(
              "%s-%s".formatted(dataset, form.label()),
              new Figure("").panelSize(560, 340).add(panel).description(caption));
        }
      }
    }
    if (!figures.isEmpty()) {
      page.pictures(
          "Relative L2 error against the step, mean over seeds and test trajectories; the dashed line copies the first state",
          figures);
    }
  }
}
