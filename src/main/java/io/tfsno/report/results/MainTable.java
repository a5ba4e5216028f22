package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Errors of all models on all equations at one step, in both forms, and the paper's. */
final class MainTable {
  private static final double FAR = 1.0 / 3;

  private final PaperTable table;
  private final LedgerResults results;
  private final int step;
  private final List<String> datasets;

  MainTable(PaperTable table, LedgerResults results, int step) {
    this.table = table;
    this.results = results;
    this.step = step;
    datasets = datasets(table, results);
  }

  /** Those of a table on which any of its models was trained. */
  static List<String> datasets(PaperTable table, LedgerResults results) {
    return table.slots().stream()
        .map(PaperTable.Slot::quantity)
        .filter(
            q ->
                Arrays.stream(Form.values())
                    .anyMatch(form -> !results.of(q.dataset(), q.variant(), form).isEmpty()))
        .map(Quantity::dataset)
        .distinct()
        .toList();
  }

  private Quantity at(String dataset, String variant) {
    return new Quantity(dataset, dataset, variant, "l2", step, step);
  }

  PageBuilder.Grid grid() {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    Map<String, String> titles = table.titles();
    for (Form form : Form.values()) {
      List<String> variants = titles.keySet().stream().filter(v -> has(v, form)).toList();
      for (String variant : variants) {
        rows.add(row(form.label(), titles.get(variant), d -> item(at(d, variant), form, variants)));
      }
    }
    if (!rows.isEmpty()) {
      titles.forEach(
          (variant, title) -> {
            List<PageBuilder.Item> row =
                row("paper", title, d -> PageBuilder.Item.of(paper(at(d, variant))));
            if (row.stream().skip(2).anyMatch(item -> !item.text().equals("–"))) {
              rows.add(row);
            }
          });
      rows.add(row("", "copying the first state", d -> PageBuilder.Item.of(copying(d))));
      rows.add(row("", "seeds", d -> PageBuilder.Item.of(seeds(d))));
    }
    return new PageBuilder.Grid(
        Stream.concat(Stream.of("Form", "Model"), datasets.stream()).toList(), rows);
  }

  private List<PageBuilder.Item> row(
      String form, String title, Function<String, PageBuilder.Item> item) {
    return Stream.concat(
            Stream.of(form, title).map(PageBuilder.Item::of), datasets.stream().map(item))
        .toList();
  }

  private boolean has(String variant, Form form) {
    return (form == Form.DELTA || !results.onlyDelta(variant))
        && datasets.stream().anyMatch(d -> !results.of(d, variant, form).isEmpty());
  }

  private PageBuilder.Item item(Quantity quantity, Form form, List<String> variants) {
    LedgerResults.Value value = results.value(quantity, form);
    double best =
        variants.stream()
            .mapToDouble(v -> results.value(quantity.with(v), form).mean())
            .filter(Double::isFinite)
            .min()
            .orElse(Double.NaN);
    return new PageBuilder.Item(
        ResultTable.text(value),
        variants.size() > 1 && value.mean() == best,
        median(value.mean(), results.median(quantity, form)));
  }

  /** What stands behind a mean: the median, where a few trajectories make the mean. */
  static String median(double mean, double median) {
    return Math.abs(mean - median) > FAR * mean
        ? " [%s]".formatted(ResultTable.number(median))
        : "";
  }

  private String paper(Quantity quantity) {
    return table.slots().stream()
        .filter(slot -> slot.quantity().equals(quantity) && slot.paper() != null)
        .map(slot -> ResultTable.number(slot.paper()))
        .findFirst()
        .orElse("–");
  }

  private Stream<LedgerEntry> done(String dataset) {
    return results.entries().stream()
        .filter(e -> !e.failed() && e.cell().dataset().equals(dataset));
  }

  private String copying(String dataset) {
    return done(dataset)
        .map(e -> e.tests().get(0).copying())
        .filter(l2 -> l2.length >= step)
        .map(l2 -> ResultTable.number(l2[step - 1]))
        .findFirst()
        .orElse("–");
  }

  private String seeds(String dataset) {
    IntSummaryStatistics seeds = new IntSummaryStatistics();
    for (Form form : Form.values()) {
      for (String variant : table.titles().keySet()) {
        int count = results.value(at(dataset, variant), form).seeds();
        if (count > 0) {
          seeds.accept(count);
        }
      }
    }
    if (seeds.getCount() == 0) {
      return "0";
    }
    return seeds.getMin() == seeds.getMax()
        ? Integer.toString(seeds.getMin())
        : "%d–%d".formatted(seeds.getMin(), seeds.getMax());
  }
}
