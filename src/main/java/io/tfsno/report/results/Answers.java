package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables that answer questions, each small enough to be read at once. */
final class Answers {
  private final LedgerResults results;
  private final PageBuilder page;
  private final int step;

  Answers(LedgerResults results, PageBuilder page) {
    this.results = results;
    this.page = page;
    step = results.lastStep();
  }

  void compose() {
    PaperTable main = PaperTable.of("rollout");
    part(
        "All models at step %d".formatted(step),
        "Relative L2 error. Square brackets give the median over trajectories where it differs from the mean by more than a third. FINO adds to the state by definition, so it has one form only.",
        new MainTable(main, results, step).grid());
    part(
        "What the gate is worth",
        "Relative L2 error at step %d. The worth of the gate is the error without it divided by the error with it; above 1 the gate helps. Tuned: shape and gate were chosen for each equation by validation errors, with `predictDelta`."
            .formatted(step),
        new GateTable(results, step).grid());
    part(
        "Components left out",
        "Relative L2 error, mean over steps 1 to %d; the paper's numbers in parentheses."
            .formatted(step),
        SideBySide.of("ablation", results, step, slot -> slot.row().dataset()));
    part(
        "From Re 500 to Re 1000",
        "Trained at Re 500; relative L2 error at both Reynolds numbers, mean over steps 1 to %d; the paper's in parentheses."
            .formatted(step),
        SideBySide.of("cross-re", results, step, slot -> slot.column().label().replace(" L2", "")));
    part(
        "Size and time",
        "Seconds of training, mean over seeds and forms. Concurrent trainings shared a device, so these times show what was spent, not how fast a model is; docs/reference/measurements.md has that.",
        sizes(main));
  }

  /** Nothing where there is no number. */
  private void part(String heading, String words, PageBuilder.Grid grid) {
    if (!grid.rows().isEmpty()) {
      page.heading(2, heading);
      page.paragraph(words);
      page.grid(grid);
    }
  }

  private PageBuilder.Grid sizes(PaperTable main) {
    List<String> datasets = MainTable.datasets(main, results);
    Map<String, String> titles = main.titles();
    titles.put("no-gate", "TF-SNO without gate");
    List<List<PageBuilder.Item>> rows =
        titles.entrySet().stream()
            .map(each -> size(each.getKey(), each.getValue(), datasets))
            .filter(row -> !row.get(1).text().isEmpty())
            .toList();
    return new PageBuilder.Grid(
        Stream.concat(Stream.of("Model", "Parameters"), datasets.stream().map(d -> d + ", s"))
            .toList(),
        rows);
  }

  private List<PageBuilder.Item> size(String variant, String title, List<String> datasets) {
    List<Quantity> all =
        datasets.stream().map(d -> new Quantity(d, d, variant, "l2", step, step)).toList();
    String parameters =
        all.stream()
            .flatMap(q -> trained(q).stream())
            .filter(e -> !e.failed())
            .map(e -> e.training().parameters())
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .map(count -> String.format(Locale.ROOT, "%,d", count))
            .collect(Collectors.joining(" / "));
    Stream<String> seconds =
        all.stream()
            .map(q -> LedgerResults.over(trained(q), e -> e.training().seconds()).mean())
            .map(mean -> Double.isNaN(mean) ? "–" : String.format(Locale.ROOT, "%.0f", mean));
    return Stream.concat(Stream.of(title, parameters), seconds).map(PageBuilder.Item::of).toList();
  }

  private List<LedgerEntry> trained(Quantity q) {
    return Stream.of(Form.values())
        .flatMap(form -> results.of(q.dataset(), q.variant(), form).stream())
        .distinct()
        .toList();
  }
}
