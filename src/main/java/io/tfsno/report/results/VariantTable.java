package io.tfsno.report.results;

import io.tfsno.bench.Cell;
import io.tfsno.bench.LedgerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was trained, by validation error, which alone may choose between variants. */
final class VariantTable {
  /** Rows that a reader still looks through. */
  private static final int FEW = 40;

  private record Trained(
      Cell cell,
      LedgerEntry one,
      int step,
      double seconds,
      double validation,
      LedgerResults.Value l2,
      double median) {
    private Trained(List<LedgerEntry> seeds) {
      this(
          seeds.get(0).cell(),
          seeds.get(0),
          seeds.get(0).tests().get(0).rollouts().get(0).horizon(),
          mean(seeds, e -> e.training().seconds()),
          mean(seeds, e -> e.training().validationError()),
          LedgerResults.over(seeds, e -> e.tests().get(0).errorAtHorizon()),
          mean(seeds, VariantTable::median));
    }
  }

  private final List<Trained> rows;
  private final PageBuilder page;

  VariantTable(LedgerResults results, PageBuilder page) {
    this.page = page;
    rows =
        results.entries().stream()
            .filter(e -> !e.failed())
            .collect(
                Collectors.groupingBy(
                    e -> e.cell().dataset() + "|" + e.cell().form() + "|" + e.cell().variant(),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values()
            .stream()
            .map(Trained::new)
            .sorted(
                Comparator.comparing((Trained t) -> t.cell.dataset())
                    .thenComparing(t -> t.cell.form())
                    .thenComparingDouble(t -> t.validation))
            .toList();
  }

  private static double median(LedgerEntry entry) {
    LedgerEntry.Test test = entry.tests().get(0);
    return test.at(test.rollouts().get(0).horizon()).l2().median();
  }

  private static double mean(List<LedgerEntry> entries, ToDoubleFunction<LedgerEntry> of) {
    return entries.stream().mapToDouble(of).average().orElseThrow();
  }

  /** On the page itself, where there are few. */
  void compose() {
    if (isShort()) {
      section();
    }
  }

  void sheets() {
    page.sheet(sheet(), isShort() ? () -> {} : this::section);
  }

  private boolean isShort() {
    return !rows.isEmpty() && rows.size() <= FEW;
  }

  private Sheet sheet() {
    Sheet sheet =
        new Sheet(
            "variants",
            "every trained variant, best in validation first: size, seconds of training, validation error, relative L2 error at the last step (mean, spread over seeds, median)",
            "data",
            "form",
            "variant",
            "title",
            "seeds",
            "parameters",
            "seconds",
            "validation",
            "step",
            "mean",
            "spread",
            "median");
    for (Trained t : rows) {
      sheet.row(
          t.cell.dataset(),
          t.cell.form().label(),
          t.cell.variant(),
          t.one.title(),
          t.l2.seeds(),
          t.one.training().parameters(),
          (double) Math.round(t.seconds),
          t.validation,
          t.step,
          t.l2.mean(),
          t.l2.seeds() > 1 ? t.l2.spread() : Double.NaN,
          t.median);
    }
    return sheet;
  }

  private void section() {
    page.heading(2, "Every variant");
    page.paragraph(
        "Every trained variant, ordered by validation error, which alone may choose between variants: the relative L2 error over rollouts from trajectories held out of the training split. Seconds are training times, mean over seeds.");
    List<List<PageBuilder.Item>> items = new ArrayList<>();
    for (Trained t : rows) {
      items.add(
          Stream.of(
                  t.cell.dataset(),
                  t.cell.form().label(),
                  "`" + t.cell.variant() + "`",
                  t.one.title(),
                  Integer.toString(t.l2.seeds()),
                  String.format(Locale.ROOT, "%,d", t.one.training().parameters()),
                  String.format(Locale.ROOT, "%.0f", t.seconds),
                  ResultTable.number(t.validation),
                  ResultTable.number(t.l2.mean()))
              .map(PageBuilder.Item::of)
              .toList());
    }
    page.grid(
        new PageBuilder.Grid(
            List.of(
                "Data",
                "Form",
                "Variant",
                "What it is",
                "Seeds",
                "Parameters",
                "Seconds",
                "Validation error",
                "Test L2, last step"),
            items));
  }
}
