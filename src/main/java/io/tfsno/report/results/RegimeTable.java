package io.tfsno.report.results;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.run.ScoredSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of what a hidden number costs models recover, on data sets that a model with nothing and
 * one that is told it were trained on: {@code (none - e) / (none - told)} of errors at one step.
 */
final class RegimeTable {
  private static final String NONE = "none";
  private static final List<String> TOLD = List.of("told", "timed");

  private final PageBuilder page;

  /** By variant, for each data set. */
  private final Map<String, Map<String, List<LedgerEntry>>> sets = new TreeMap<>();

  RegimeTable(List<LedgerEntry> entries, PageBuilder page) {
    this.page = page;
    for (LedgerEntry e : entries) {
      sets.computeIfAbsent(e.cell().dataset(), set -> new TreeMap<>())
          .computeIfAbsent(e.cell().variant(), variant -> new ArrayList<>())
          .add(e);
    }
    sets.values().removeIf(by -> !by.containsKey(NONE) || told(by) == null);
  }

  private static String told(Map<String, List<LedgerEntry>> by) {
    return TOLD.stream().filter(by::containsKey).findFirst().orElse(null);
  }

  /** Adds nothing where no such pair was trained. */
  void compose() {
    if (sets.isEmpty()) {
      return;
    }
    page.heading(2, "Hidden regimes");
    page.paragraph(
        "Relative L2 error at step %d, or at the last step of shorter rollouts, and the gap closed: 0 for TF-SNO that is given nothing, 1 for TF-SNO that is told what is hidden. The gap is computed for each seed, then averaged over the seeds that all three have, whose number is in parentheses. Each set is followed by the one whose hidden number lies outside the training range."
            .formatted(ScoredSteps.HORIZON));
    sets.forEach(this::table);
  }

  void sheet() {
    Sheet sheet =
        new Sheet(
            "regimes",
            "hidden regimes: relative L2 error at the last step, and the gap closed between a model that is given nothing (0) and one that is told what is hidden (1)",
            "data",
            "scored_on",
            "variant",
            "model",
            "mean",
            "spread",
            "seeds",
            "gap_closed",
            "gap_seeds");
    sets.forEach(
        (dataset, by) ->
            by.forEach(
                (variant, entries) -> {
                  for (String test : scoredOn(by)) {
                    LedgerResults.Value value = LedgerResults.over(entries, e -> error(e, test));
                    LedgerResults.Value gap = gap(entries, by, test);
                    sheet.row(
                        dataset,
                        test,
                        variant,
                        entries.get(0).title(),
                        value.mean(),
                        value.seeds() > 1 ? value.spread() : Double.NaN,
                        value.seeds(),
                        gap.mean(),
                        gap.seeds());
                  }
                }));
    page.sheet(sheet, () -> {}); // the page has it already
  }

  private void table(String dataset, Map<String, List<LedgerEntry>> by) {
    List<String> scored = scoredOn(by);
    List<String> head = new ArrayList<>(List.of(dataset));
    for (String test : scored) {
      head.add(test.equals(dataset) ? "error" : test);
      head.add("gap closed");
    }
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    for (List<LedgerEntry> entries : by.values()) {
      List<PageBuilder.Item> row =
          new ArrayList<>(List.of(PageBuilder.Item.of(entries.get(0).title())));
      for (String test : scored) {
        row.add(
            PageBuilder.Item.of(
                ResultTable.text(LedgerResults.over(entries, e -> error(e, test)))));
        row.add(item(gap(entries, by, test)));
      }
      rows.add(row);
    }
    page.grid(new PageBuilder.Grid(head, rows));
  }

  private static List<String> scoredOn(Map<String, List<LedgerEntry>> by) {
    LinkedHashSet<String> names = new LinkedHashSet<>();
    by.get(NONE).forEach(entry -> entry.tests().forEach(test -> names.add(test.dataset())));
    return List.copyOf(names);
  }

  /** The gap that a model closes, over the seeds that all three have. */
  private static LedgerResults.Value gap(
      List<LedgerEntry> entries, Map<String, List<LedgerEntry>> by, String test) {
    Map<Long, Double> worst = errors(by.get(NONE), test);
    Map<Long, Double> best = errors(by.get(told(by)), test);
    Map<Long, Double> own = errors(entries, test);
    return LedgerResults.over(
        entries,
        e -> {
          long seed = e.cell().seed();
          return worst.containsKey(seed) && best.containsKey(seed) && own.containsKey(seed)
              ? (worst.get(seed) - own.get(seed)) / (worst.get(seed) - best.get(seed))
              : Double.NaN;
        });
  }

  private static PageBuilder.Item item(LedgerResults.Value gap) {
    return gap.seeds() == 0
        ? PageBuilder.Item.of("-")
        : new PageBuilder.Item(
            String.format(Locale.ROOT, "%.2f", gap.mean()), false, " (%d)".formatted(gap.seeds()));
  }

  /** By seed, of those that have one. */
  private static Map<Long, Double> errors(List<LedgerEntry> entries, String test) {
    Map<Long, Double> errors = new HashMap<>();
    for (LedgerEntry entry : entries) {
      double error = entry.failed() ? Double.NaN : error(entry, test);
      if (Double.isFinite(error)) {
        errors.put(entry.cell().seed(), error);
      }
    }
    return errors;
  }

  private static double error(LedgerEntry entry, String dataset) {
    return entry.tests().stream()
        .filter(test -> test.dataset().equals(dataset))
        .mapToDouble(LedgerEntry.Test::errorAtHorizon)
        .findFirst()
        .orElse(Double.NaN);
  }
}
