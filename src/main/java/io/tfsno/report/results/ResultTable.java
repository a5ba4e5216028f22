package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.report.figure.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** One table of the paper with our numbers, in one output form. */
final class ResultTable {
  /** The paper prints five decimals: its zeros are numbers below this. */
  private static final double HALF_OF_THE_LAST_DIGIT = 5e-6;

  private final PaperTable table;
  private final LedgerResults results;
  private final Form form;
  private final Ranking ours = new Ranking();
  private final Ranking papers = new Ranking();

  ResultTable(PaperTable table, LedgerResults results, Form form) {
    this.table = table;
    this.results = results;
    this.form = form;
    for (PaperTable.Slot slot : table.slots()) {
      ours.add(slot.quantity(), results.value(slot.quantity(), form).mean());
      if (slot.paper() != null) {
        papers.add(slot.quantity(), slot.paper());
      }
    }
  }

  /** Whether there is any number of ours in it. */
  boolean present() {
    return table.slots().stream()
        .filter(slot -> slot.row().shared() == null)
        .map(PaperTable.Slot::quantity)
        .filter(q -> !results.onlyDelta(q.variant()))
        .anyMatch(q -> results.value(q, form).seeds() > 0 || results.value(q, form).failed() > 0);
  }

  PageBuilder.Grid grid() {
    List<String> head =
        Stream.concat(table.head().stream(), table.columns().stream().map(PaperTable.Column::label))
            .toList();
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    for (PaperTable.Row row : table.rows()) {
      List<PageBuilder.Item> items = new ArrayList<>();
      row.label().forEach(label -> items.add(PageBuilder.Item.of(label)));
      for (int c = 0; c < table.columns().size(); c++) {
        items.add(item(row, c));
      }
      rows.add(items);
    }
    return new PageBuilder.Grid(head, rows);
  }

  private PageBuilder.Item item(PaperTable.Row row, int c) {
    Quantity quantity = row.at(table.columns().get(c));
    LedgerResults.Value value = results.value(quantity, form);
    String paper = row.paper() == null ? "" : " (" + paper(row, c) + ")";
    return new PageBuilder.Item(text(value), ours.best(quantity, value.mean()), paper);
  }

  private static String paper(PaperTable.Row row, int c) {
    double printed = row.paper().get(c);
    String number = printed == 0 ? "<" + number(HALF_OF_THE_LAST_DIGIT) : number(printed);
    return row.spread() == null ? number : number + " ± " + number(row.spread().get(c));
  }

  /** The mean, the spread over seeds where there are several, and marks for what is missing. */
  static String text(LedgerResults.Value value) {
    if (value.seeds() == 0) {
      return value.failed() > 0 ? "failed" : "–";
    }
    String text = number(value.mean());
    if (value.seeds() > 1) {
      text += " ± " + number(value.spread());
    }
    if (value.leftOut() > 0) {
      text += " †" + value.leftOut();
    }
    return value.failed() > 0 ? text + " ‡" + value.failed() : text;
  }

  /** To three digits; small numbers with a power of ten. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    if (size < 1e-3 || size >= 1e4) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /**
   * How often a model was first and second.
   *
   * @param of how many numbers
   */
  record Places(int first, int second, int of) {
    private static Places of(Ranking ranking, String variant) {
      Map<Integer, Integer> places = ranking.places().getOrDefault(variant, Map.of());
      return new Places(places.getOrDefault(1, 0), places.getOrDefault(2, 0), ranking.quantities());
    }
  }

  /** The places of a model here. */
  Places places(String variant) {
    return Places.of(ours, variant);
  }

  /** The same in the paper. */
  Places placesInThePaper(String variant) {
    return Places.of(papers, variant);
  }

  PageBuilder.Grid places() {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    table
        .titles()
        .forEach(
            (variant, title) -> {
              Places here = places(variant);
              Places there = placesInThePaper(variant);
              rows.add(
                  Stream.of(title, here.first, here.second, there.first, there.second)
                      .map(place -> PageBuilder.Item.of(place.toString()))
                      .toList());
            });
    return new PageBuilder.Grid(
        List.of(
            "of %d and %d numbers".formatted(ours.quantities(), papers.quantities()),
            "first",
            "second",
            "first in the paper",
            "second in the paper"),
        rows);
  }

  /** Our number of a model relative to the FNO's; NaN where one of them is missing. */
  double ratio(Quantity own) {
    return results.value(own, form).mean() / results.value(own.with("fno"), form).mean();
  }

  /** The same in the paper. */
  double ratioInThePaper(Quantity own) {
    return paper(own) / paper(own.with("fno"));
  }

  /** Relative L2 errors at a step as multiples of the FNO's. */
  PageBuilder.Grid ratios(int step) {
    List<String> datasets = table.rows().stream().map(PaperTable.Row::dataset).distinct().toList();
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    table
        .titles()
        .forEach(
            (variant, title) -> {
              List<PageBuilder.Item> items = new ArrayList<>(List.of(PageBuilder.Item.of(title)));
              for (String dataset : datasets) {
                items.add(ratioItem(new Quantity(dataset, dataset, variant, "l2", step, step)));
              }
              rows.add(items);
            });
    return new PageBuilder.Grid(
        Stream.concat(Stream.of("Model"), datasets.stream()).toList(), rows);
  }

  private PageBuilder.Item ratioItem(Quantity own) {
    double ratio = ratio(own);
    double printed = ratioInThePaper(own);
    String here = Double.isNaN(ratio) ? "–" : number(ratio);
    String there = Double.isNaN(printed) ? "" : " (" + number(printed) + ")";
    return new PageBuilder.Item(here, ours.best(own, results.value(own, form).mean()), there);
  }

  private double paper(Quantity wanted) {
    return table.slots().stream()
        .filter(slot -> slot.paper() != null && slot.quantity().equals(wanted))
        .mapToDouble(PaperTable.Slot::paper)
        .findFirst()
        .orElse(Double.NaN);
  }
}
