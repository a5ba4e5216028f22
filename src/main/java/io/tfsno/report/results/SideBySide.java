package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.report.figure.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The relative L2 errors of one table of the paper in both output forms, next to each other. */
final class SideBySide {
  private SideBySide() {}

  /** Where a number of ours stands, and the paper's with it where it has one. */
  private record Place(Quantity quantity, Form form, Double paper) {}

  /**
   * @param id of the table
   * @param column names the column of a slot, in each form
   * @return without rows where the table has no number of ours
   */
  static PageBuilder.Grid of(
      String id, LedgerResults results, int step, Function<PaperTable.Slot, String> column) {
    PaperTable table = PaperTable.of(id);
    Map<String, Map<String, Place>> rows = new LinkedHashMap<>();
    Map<String, List<Place>> columns = new LinkedHashMap<>();
    for (Form form : Form.values()) {
      if (!new ResultTable(table, results, form).present()) {
        continue;
      }
      for (PaperTable.Slot slot : table.slots()) {
        Quantity q = slot.quantity().at(step);
        if (q.metric().equals("l2") && !results.of(q.dataset(), q.variant(), form).isEmpty()) {
          String name =
              "%s, %s"
                  .formatted(column.apply(slot), form == Form.DELTA ? "predictDelta" : "direct");
          Place place = new Place(q, form, form == Form.DIRECT ? slot.paper() : null);
          rows.computeIfAbsent(table.model(slot), m -> new LinkedHashMap<>()).put(name, place);
          columns.computeIfAbsent(name, n -> new ArrayList<>()).add(place);
        }
      }
    }
    List<List<PageBuilder.Item>> items = new ArrayList<>();
    rows.forEach(
        (model, by) -> {
          List<PageBuilder.Item> row = new ArrayList<>(List.of(PageBuilder.Item.of(model)));
          columns.forEach((name, all) -> row.add(item(by.get(name), all, results)));
          items.add(row);
        });
    return new PageBuilder.Grid(
        Stream.concat(Stream.of("Model"), columns.keySet().stream()).toList(), items);
  }

  private static PageBuilder.Item item(Place place, List<Place> column, LedgerResults results) {
    if (place == null) {
      return PageBuilder.Item.of("–");
    }
    LedgerResults.Value value = results.value(place.quantity, place.form);
    double best =
        column.stream()
            .mapToDouble(p -> results.value(p.quantity, p.form).mean())
            .filter(Double::isFinite)
            .min()
            .orElse(Double.NaN);
    String paper = place.paper == null ? "" : " (%s)".formatted(ResultTable.number(place.paper));
    return new PageBuilder.Item(
        ResultTable.text(value), column.size() > 1 && value.mean() == best, paper);
  }
}
