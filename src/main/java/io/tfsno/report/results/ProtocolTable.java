package io.tfsno.report.results;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.run.ScoredSteps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What was trained under several budgets or protocols, side by side. */
final class ProtocolTable {
  /** Longer tables are in their file alone. */
  private static final int SHOWN = 6;

  private final PageBuilder page;
  private final TreeSet<String> labels = new TreeSet<>();

  /** By label, for each data set, form and model. */
  private final Map<List<String>, Map<String, List<LedgerEntry>>> models = new TreeMap<>(order());

  ProtocolTable(List<LedgerEntry> entries, PageBuilder page) {
    this.page = page;
    for (LedgerEntry e : entries) {
      List<String> model =
          List.of(e.cell().dataset(), e.cell().form().label(), e.cell().variant(), e.title());
      models
          .computeIfAbsent(model, m -> new TreeMap<>())
          .computeIfAbsent(e.cell().budget(), b -> new ArrayList<>())
          .add(e);
    }
    models.values().removeIf(by -> by.size() < 2);
    models.values().forEach(by -> labels.addAll(by.keySet()));
  }

  private static Comparator<List<String>> order() {
    return Comparator.comparing(names -> String.join("\n", names));
  }

  /** Adds nothing where all was trained in one way, or where much was in several. */
  void compose() {
    if (!models.isEmpty() && models.size() <= SHOWN) {
      section();
    }
  }

  /** All of it as a file; a page that stands alone has it now if it did not before. */
  void sheet() {
    Sheet sheet =
        new Sheet(
            "protocols",
            "relative L2 error at the last step, for models trained under more than one label (budget, protocol, epochs, test set)",
            "data",
            "form",
            "variant",
            "model",
            "label",
            "mean",
            "spread",
            "seeds",
            "failed");
    models.forEach(
        (model, by) ->
            by.forEach(
                (label, entries) -> {
                  LedgerResults.Value value = error(entries);
                  sheet.row(
                      model.get(0),
                      model.get(1),
                      model.get(2),
                      model.get(3),
                      label,
                      value.mean(),
                      value.seeds() > 1 ? value.spread() : Double.NaN,
                      value.seeds(),
                      value.failed());
                }));
    page.sheet(
        sheet,
        () -> {
          if (models.size() > SHOWN) {
            section();
          }
        });
  }

  private static LedgerResults.Value error(List<LedgerEntry> entries) {
    return LedgerResults.over(entries, e -> e.tests().get(0).errorAtHorizon());
  }

  private void section() {
    page.heading(2, "Protocols side by side");
    page.paragraph(
        "Relative L2 error at step %d, or at the last step of shorter rollouts, with the number of seeds in parentheses, for models trained under more than one label. A label names the budget, the protocol (none for the paper's), other epochs (-e) and another test set (-t); errors under labels with different test sets differ for that reason too."
            .formatted(ScoredSteps.HORIZON));
    List<String> head = new ArrayList<>(List.of("Data", "Form", "Model"));
    labels.forEach(label -> head.add("`" + label + "`"));
    page.grid(
        new PageBuilder.Grid(
            head,
            models.entrySet().stream()
                .map(each -> row(each.getKey(), each.getValue()))
                .collect(Collectors.toList())));
  }

  private List<PageBuilder.Item> row(List<String> model, Map<String, List<LedgerEntry>> by) {
    List<PageBuilder.Item> row = new ArrayList<>();
    row.add(PageBuilder.Item.of(model.get(0)));
    row.add(PageBuilder.Item.of(model.get(1)));
    row.add(PageBuilder.Item.of(model.get(3)));
    for (String label : labels) {
      List<LedgerEntry> entries = by.getOrDefault(label, List.of());
      LedgerResults.Value value = error(entries);
      String seeds = entries.isEmpty() ? "" : " (%d)".formatted(value.seeds());
      row.add(new PageBuilder.Item(ResultTable.text(value), false, seeds));
    }
    return row;
  }
}
