package io.tfsno.report.results;

import io.tfsno.base.UserError;
import io.tfsno.bench.Declarations;
import io.tfsno.bench.Form;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.Quantity;
import io.tfsno.run.ScoredSteps;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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

  /** The last step that tables tell of: fewer than usual where rollouts are shorter. */
  int lastStep() {
    return entries.stream()
        .filter(e -> !e.failed())
        .mapToInt(e -> e.tests().get(0).rollouts().get(0).horizon())
        .max()
        .orElse(ScoredSteps.HORIZON);
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
  record Value(double mean, double spread, int seeds, int failed, int leftOut) {
    Value leavingOut(int trajectories) {
      return new Value(mean, spread, seeds, failed, trajectories);
    }
  }

  Value value(Quantity quantity, Form form) {
    List<LedgerEntry> found = of(quantity.dataset(), quantity.variant(), form);
    Value value = over(found, quantity::of);
    int leftOut =
        found.stream()
            .filter(e -> !Double.isNaN(quantity.of(e)))
            .mapToInt(e -> quantity.leftOut(e).orElse(0))
            .sum();
    return value.leavingOut(leftOut);
  }

  /** The mean over seeds of medians over trajectories. */
  double median(Quantity quantity, Form form) {
    return over(of(quantity.dataset(), quantity.variant(), form), quantity::medianOf).mean();
  }

  /** A number over the seeds of some entries; those that failed have none. */
  static Value over(List<LedgerEntry> entries, ToDoubleFunction<LedgerEntry> number) {
    double[] numbers =
        entries.stream()
            .filter(e -> !e.failed())
            .mapToDouble(number)
            .filter(v -> !Double.isNaN(v))
            .toArray();
    double mean = Arrays.stream(numbers).average().orElse(Double.NaN);
    double squares = Arrays.stream(numbers).map(v -> (v - mean) * (v - mean)).sum();
    int failed = (int) entries.stream().filter(LedgerEntry::failed).count();
    double spread = numbers.length > 1 ? Math.sqrt(squares / (numbers.length - 1)) : 0;
    return new Value(mean, spread, numbers.length, failed, 0);
  }

  /** The same without what was trained on data sets of the user, or with nothing but that. */
  LedgerResults on(boolean ours) {
    return new LedgerResults(
        budget,
        entries.stream().filter(e -> declarations.isOurs(e.cell().dataset()) == ours).toList());
  }
}
