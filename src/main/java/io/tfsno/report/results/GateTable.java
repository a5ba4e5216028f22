package io.tfsno.report.results;

import io.tfsno.bench.Form;
import io.tfsno.report.figure.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** TF-SNO with and without its gate on all equations: as declared in both forms, and tuned. */
final class GateTable {
  private static final String WITH = "TF-SNO";
  private static final String WITHOUT = "w/o gating";

  private final LedgerResults results;
  private final int step;
  private final List<String> datasets;

  GateTable(LedgerResults results, int step) {
    this.results = results;
    this.step = step;
    datasets = MainTable.datasets(PaperTable.of("gate"), results);
  }

  PageBuilder.Grid grid() {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    PaperTable gate = PaperTable.of("gate");
    rows.addAll(rows("direct", values(gate, Form.DIRECT), Form.DIRECT));
    rows.addAll(rows("predictDelta", values(gate, Form.DELTA), Form.DELTA));
    PaperTable tuned = PaperTable.of("tuned");
    if (new ResultTable(tuned, results, Form.DELTA).present()) {
      rows.addAll(rows("tuned", values(tuned, Form.DELTA), Form.DELTA));
    }
    return new PageBuilder.Grid(
        Stream.concat(Stream.of("Model"), datasets.stream()).toList(), rows);
  }

  /** By model and data set. */
  private Map<String, Map<String, Quantity>> values(PaperTable table, Form form) {
    Map<String, Map<String, Quantity>> values = new LinkedHashMap<>();
    for (PaperTable.Slot slot : table.slots()) {
      Quantity q = slot.quantity().at(step);
      if (results.value(q, form).seeds() > 0) {
        values.computeIfAbsent(table.model(slot), m -> new LinkedHashMap<>()).put(q.dataset(), q);
      }
    }
    return values;
  }

  /** None where there is nothing to compare. */
  private List<List<PageBuilder.Item>> rows(
      String label, Map<String, Map<String, Quantity>> models, Form form) {
    if (!models.containsKey(WITH) || !models.containsKey(WITHOUT)) {
      return List.of();
    }
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    rows.add(row(label + ": TF-SNO", dataset -> item(dataset, WITH, models, form)));
    rows.add(row(label + ": TF-SNO without gate", dataset -> item(dataset, WITHOUT, models, form)));
    rows.add(row(label + ": worth of the gate", dataset -> worth(dataset, models, form)));
    models.keySet().stream()
        .filter(model -> !model.equals(WITH) && !model.equals(WITHOUT))
        .forEach(
            model ->
                rows.add(
                    row(
                        "%s: %s".formatted(label, model),
                        dataset -> item(dataset, model, models, form))));
    return rows;
  }

  private List<PageBuilder.Item> row(String label, Function<String, PageBuilder.Item> item) {
    return Stream.concat(Stream.of(PageBuilder.Item.of(label)), datasets.stream().map(item))
        .toList();
  }

  private PageBuilder.Item worth(
      String dataset, Map<String, Map<String, Quantity>> models, Form form) {
    double ratio = mean(models, WITHOUT, dataset, form) / mean(models, WITH, dataset, form);
    return PageBuilder.Item.of(Double.isNaN(ratio) ? "–" : ResultTable.number(ratio));
  }

  private double mean(
      Map<String, Map<String, Quantity>> models, String model, String dataset, Form form) {
    Quantity quantity = models.get(model).get(dataset);
    return quantity == null ? Double.NaN : results.value(quantity, form).mean();
  }

  private PageBuilder.Item item(
      String dataset, String model, Map<String, Map<String, Quantity>> models, Form form) {
    Quantity quantity = models.get(model).get(dataset);
    if (quantity == null) {
      return PageBuilder.Item.of("–");
    }
    LedgerResults.Value value = results.value(quantity, form);
    double best =
        models.values().stream()
            .map(by -> by.get(dataset))
            .filter(Objects::nonNull)
            .mapToDouble(q -> results.value(q, form).mean())
            .min()
            .orElseThrow();
    return new PageBuilder.Item(
        ResultTable.text(value),
        value.mean() == best,
        MainTable.median(value.mean(), results.median(quantity, form)));
  }
}
