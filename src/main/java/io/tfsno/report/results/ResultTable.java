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
    for (PaperTable.Row row : table.rows()) {
      for (int c = 0; c < table.columns().size(); c++) {
        Quantity quantity = row.at(table.columns().get(c));
        ours.add(quantity, results.value(quantity, form).mean());
        if (row.paper() != null) {
          papers.add(quantity, row.paper().get(c));
        }
      }
    }
  }

  /** Whether there is any number of ours in it. */
  boolean present() {
    return table.rows().stream()
        .flatMap(row -> table.columns().stream().map(row::at))
        .filter(q -> !results.onlyDelta(q.variant()))
        .anyMatch(q -> results.value(q, form).seeds() > 0 || results.value(q, form).failed() > 0);
  }

  Page.Grid grid() {
    List<String> head =
        Stream.concat(table.head().stream(), table.columns().stream().map(PaperTable.Column::label))
            .toList();
    List<List<Page.Item>> rows = new ArrayList<>();
    for (PaperTable.Row row : table.rows()) {
      List<Page.Item> items = new ArrayList<>();
      row.label().forEach(label -> items.add(Page.Item.of(label)));
      for (int c = 0; c < table.columns().size(); c++) {
        items.add(item(row, c));
      }
      rows.add(items);
    }
    return new Page.Grid(head, rows);
  }

  private Page.Item item(PaperTable.Row row, int c) {
    Quantity quantity = row.at(table.columns().get(c));
    LedgerResults.Value value = results.value(quantity, form);
    String paper = row.paper() == null ? "" : " (" + paper(row, c) + ")";
    return new Page.Item(text(value), ours.best(quantity, value.mean()), paper);
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

  /** How often each model was first and second, here and in the paper. */
  Page.Grid places(Map<String, String> titles) {
    Map<String, Map<Integer, Integer>> here = ours.places();
    Map<String, Map<Integer, Integer>> there = papers.places();
    List<List<Page.Item>> rows = new ArrayList<>();
    for (String variant : titles.keySet()) {
      rows.add(
          Stream.of(
                  titles.get(variant),
                  count(here, variant, 1),
                  count(here, variant, 2),
                  count(there, variant, 1),
                  count(there, variant, 2))
              .map(Page.Item::of)
              .toList());
    }
    return new Page.Grid(
        List.of(
            "of %d and %d numbers".formatted(ours.quantities(), papers.quantities()),
            "first",
            "second",
            "first in the paper",
            "second in the paper"),
        rows);
  }

  private static String count(
      Map<String, Map<Integer, Integer>> places, String variant, int place) {
    return Integer.toString(places.getOrDefault(variant, Map.of()).getOrDefault(place, 0));
  }

  /** Each number as a multiple of the FNO's, at one column's step and metric. */
  Page.Grid ratios(String metric, int step, Map<String, String> titles) {
    List<String> datasets = table.rows().stream().map(PaperTable.Row::dataset).distinct().toList();
    List<List<Page.Item>> rows = new ArrayList<>();
    for (String variant : titles.keySet()) {
      List<Page.Item> items = new ArrayList<>();
      items.add(Page.Item.of(titles.get(variant)));
      for (String dataset : datasets) {
        Quantity own = new Quantity(dataset, dataset, variant, metric, step, step);
        Quantity fno = new Quantity(dataset, dataset, "fno", metric, step, step);
        double ratio = results.value(own, form).mean() / results.value(fno, form).mean();
        double printed = paper(own) / paper(fno);
        String here = Double.isNaN(ratio) ? "–" : number(ratio);
        String there = Double.isNaN(printed) ? "" : " (" + number(printed) + ")";
        items.add(new Page.Item(here, ours.best(own, results.value(own, form).mean()), there));
      }
      rows.add(items);
    }
    return new Page.Grid(Stream.concat(Stream.of("Model"), datasets.stream()).toList(), rows);
  }

  private double paper(Quantity wanted) {
    for (PaperTable.Row row : table.rows()) {
      for (int c = 0; c < table.columns().size(); c++) {
        if (row.paper() != null && row.at(table.columns().get(c)).equals(wanted)) {
          return row.paper().get(c);
        }
      }
    }
    return Double.NaN;
  }
}
