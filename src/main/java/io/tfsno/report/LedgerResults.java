package io.tfsno.report;

import io.tfsno.base.UserError;
import io.tfsno.bench.Declarations;
import io.tfsno.bench.Form;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Quantity;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The entries of a ledger under one budget, and numbers over their seeds. */
final class LedgerResults {
  private static final List<String> PREFERRED = List.of("full", "quick");

  private final Declarations declarations = new Declarations();
  private final String budget;
  private final List<LedgerEntry> entries;
  private final Map<String, Boolean> onlyDelta = new HashMap<>();

  private LedgerResults(String budget, List<LedgerEntry> entries) {
    this.budget = budget;
    this.entries = entries;
  }

  /**
   * @param budget null for the largest that the ledger has
   */
  static LedgerResults read(Path folder, String budget) {
    List<LedgerEntry> all = new Ledger(folder).all();
    List<String> there = all.stream().map(e -> e.cell().budget()).distinct().toList();
    if (there.isEmpty() || (budget != null && !there.contains(budget))) {
      throw new UserError(
          "%s: expected results of %s, found %s. Run 'tfsno bench' first."
              .formatted(
                  folder,
                  budget == null ? "a budget" : "budget " + budget,
                  there.isEmpty() ? "none" : String.join(", ", there)));
    }
    String chosen =
        budget != null
            ? budget
            : there.stream().min(Comparator.comparingInt(LedgerResults::rank)).orElseThrow();
    return new LedgerResults(
        chosen, all.stream().filter(e -> e.cell().budget().equals(chosen)).toList());
  }

  private static int rank(String budget) {
    int index = PREFERRED.indexOf(budget);
    return index < 0 ? PREFERRED.size() : index;
  }

  String budget() {
    return budget;
  }

  List<LedgerEntry> entries() {
    return entries;
  }

  /** What a variant has in a form: models that add to the state by definition have one only. */
  List<LedgerEntry> of(String dataset, String variant, Form form) {
    Form actual = onlyDelta(variant) ? Form.DELTA : form;
    return entries.stream()
        .filter(e -> e.cell().dataset().equals(dataset))
        .filter(e -> e.cell().variant().equals(variant) && e.cell().form() == actual)
        .toList();
  }

  boolean onlyDelta(String variant) {
    return onlyDelta.computeIfAbsent(variant, this::addsByDefinition);
  }

  private boolean addsByDefinition(String variant) {
    return declarations.variants().containsKey(variant)
        && declarations.variant(variant).spec(variant, 1, Form.DIRECT).predictDelta();
  }

  /**
   * A number over seeds.
   *
   * @param mean NaN where there is none
   * @param spread sample standard deviation over seeds; 0 for one seed
   * @param seeds that it was taken over
   * @param failed seeds whose training failed
   * @param leftOut trajectories of all seeds whose rollouts were not finite
   */
  record Value(double mean, double spread, int seeds, int failed, int leftOut) {}

  Value value(Quantity quantity, Form form) {
    List<LedgerEntry> found = of(quantity.dataset(), quantity.variant(), form);
    int failed = (int) found.stream().filter(LedgerEntry::failed).count();
    List<LedgerEntry> scored = found.stream().filter(e -> !Double.isNaN(quantity.of(e))).toList();
    double mean = scored.stream().mapToDouble(quantity::of).average().orElse(Double.NaN);
    double squares =
        scored.stream().mapToDouble(quantity::of).map(v -> (v - mean) * (v - mean)).sum();
    int n = scored.size();
    int leftOut = scored.stream().mapToInt(e -> quantity.leftOut(e).orElse(0)).sum();
    return new Value(mean, n > 1 ? Math.sqrt(squares / (n - 1)) : 0, n, failed, leftOut);
  }
}
