package io.tfsno.report.results;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Models against steps: one row for each model, one column for each step that was kept. */
final class StepTable {
  private static final Map<String, Function<Scores.Step, Summary>> METRICS =
      new TreeMap<>(Map.of("l2", Scores.Step::l2, "vrmse", Scores.Step::vrmse));

  /** Stands in sheets for all fields together. */
  private static final String ALL_FIELDS = "";

  private final Map<String, List<LedgerEntry>> models;
  private final LedgerEntry.Test first;
  private final List<Integer> steps;

  /**
   * @param first any of the entries' scores: all have the same steps
   */
  StepTable(Map<String, List<LedgerEntry>> models, LedgerEntry.Test first) {
    this.models = models;
    this.first = first;
    steps = first.steps().stream().map(Scores.Step::step).toList();
  }

  /** Errors over all fields. */
  PageBuilder.Grid errors(Function<Scores.Step, Summary> score, boolean withCopying) {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    models.forEach((title, entries) -> rows.add(row(List.of(title), entries, score, null)));
    if (withCopying) {
      rows.add(copying());
    }
    return new PageBuilder.Grid(head("Model"), rows);
  }

  /** The same for each field by itself. */
  PageBuilder.Grid fields(Function<Scores.Step, Summary> score) {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    for (Scores.Channel field : first.channels()) {
      models.forEach(
          (title, entries) ->
              rows.add(row(List.of(field.name(), title), entries, score, field.name())));
    }
    return new PageBuilder.Grid(head("Field", "Model"), rows);
  }

  private List<String> head(String... labels) {
    List<String> head = new ArrayList<>(List.of(labels));
    steps.forEach(step -> head.add("step " + step));
    head.add("steps 1–" + last());
    return head;
  }

  private int last() {
    return steps.get(steps.size() - 1);
  }

  private List<PageBuilder.Item> row(
      List<String> labels,
      List<LedgerEntry> entries,
      Function<Scores.Step, Summary> score,
      String field) {
    List<PageBuilder.Item> row = new ArrayList<>();
    labels.forEach(label -> row.add(PageBuilder.Item.of(label)));
    for (int step : steps) {
      row.add(item(entries, score, field, step));
    }
    row.add(item(entries, score, field, 0));
    return row;
  }

  /**
   * @param field null for all of them
   * @param step 0 for the whole rollout
   */
  private PageBuilder.Item item(
      List<LedgerEntry> entries, Function<Scores.Step, Summary> score, String field, int step) {
    LedgerResults.Value value = value(entries, score, field, step);
    double best =
        models.values().stream()
            .mapToDouble(all -> value(all, score, field, step).mean())
            .filter(Double::isFinite)
            .min()
            .orElse(Double.NaN);
    return new PageBuilder.Item(ResultTable.text(value), value.mean() == best, "");
  }

  private LedgerResults.Value value(
      List<LedgerEntry> entries, Function<Scores.Step, Summary> score, String field, int step) {
    LedgerResults.Value value =
        LedgerResults.over(
            entries,
            e -> scores(e, field, step).map(s -> score.apply(s).mean()).orElse(Double.NaN));
    int leftOut =
        entries.stream()
            .mapToInt(e -> scores(e, field, step).map(s -> s.nonFinite()).orElse(0))
            .sum();
    return value.leavingOut(leftOut);
  }

  /** Empty for a cell that failed, or was rolled out less far, as models with a history are. */
  private Optional<Scores.Step> scores(LedgerEntry entry, String field, int step) {
    if (entry.failed()) {
      return Optional.empty();
    }
    LedgerEntry.Test test = entry.tests().get(0);
    boolean whole = step == 0;
    if (whole && test.of(last()) == null) {
      return Optional.empty();
    }
    if (field == null) {
      return Optional.ofNullable(whole ? test.of(last()).overall() : test.at(step));
    }
    Scores.Channel channel =
        test.channels().stream().filter(c -> c.name().equals(field)).findFirst().orElseThrow();
    return whole
        ? Optional.of(channel.overall())
        : channel.steps().stream().filter(s -> s.step() == step).findFirst();
  }

  /** Adds all of it, a number in each row; the whole rollout is from step 1 to the last. */
  void addTo(Sheet sheet, String dataset, String form) {
    List<String> fields = new ArrayList<>(List.of(ALL_FIELDS));
    if (first.channels() != null) {
      first.channels().forEach(channel -> fields.add(channel.name()));
    }
    for (String metric : METRICS.keySet()) {
      for (String model : models.keySet()) {
        for (String field : fields) {
          List<Object> names = List.of(dataset, form, model, field, metric);
          steps.forEach(step -> add(sheet, names, step, value(model, metric, field, step)));
          add(sheet, names, 0, value(model, metric, field, 0));
        }
      }
    }
  }

  private LedgerResults.Value value(String model, String metric, String field, int step) {
    return value(
        models.get(model), METRICS.get(metric), field.equals(ALL_FIELDS) ? null : field, step);
  }

  private void add(Sheet sheet, List<Object> names, int step, LedgerResults.Value value) {
    List<Object> row = new ArrayList<>(names);
    row.add(step == 0 ? 1 : step);
    row.add(step == 0 ? last() : step);
    row.add(value.mean());
    row.add(value.seeds() > 1 ? value.spread() : Double.NaN);
    row.addAll(List.of(value.seeds(), value.failed(), value.leftOut()));
    sheet.row(row.toArray());
  }

  private List<PageBuilder.Item> copying() {
    List<PageBuilder.Item> row = new ArrayList<>(List.of(PageBuilder.Item.of("copying the start")));
    steps.forEach(s -> row.add(PageBuilder.Item.of(ResultTable.number(first.copying()[s - 1]))));
    double sum = 0;
    for (int i = 0; i < last(); i++) {
      sum += first.copying()[i];
    }
    row.add(PageBuilder.Item.of(ResultTable.number(sum / last())));
    return row;
  }
}
