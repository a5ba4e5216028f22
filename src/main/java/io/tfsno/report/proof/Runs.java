package io.tfsno.report.proof;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.ProofPlan;
import io.tfsno.eval.Scores;
import io.tfsno.eval.statistics.PairedRatio;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * One variant on one equation, over seeds. A run counts as diverged if its training left the finite
 * numbers, or a rollout on the test set did by the step that is compared.
 *
 * @param plan says by which scores errors are compared
 * @param seeds its entries by seed
 */
public record Runs(String variant, ProofPlan plan, Map<Long, LedgerEntry> seeds) {

  static Runs of(String equation, String variant, ProofPlan plan, List<LedgerEntry> all) {
    Map<Long, LedgerEntry> seeds = new TreeMap<>();
    all.stream()
        .filter(e -> e.cell().dataset().equals(equation) && e.cell().variant().equals(variant))
        .forEach(e -> seeds.put(e.cell().seed(), e));
    return new Runs(variant, plan, seeds);
  }

  /** What tables call it. */
  public String title() {
    return seeds.values().stream().map(LedgerEntry::title).findFirst().orElse(variant);
  }

  /** Its errors relative to another's at the step, over the seeds that both have. */
  PairedRatio against(Runs other) {
    return PairedRatio.of(logs(other, this::error));
  }

  /**
   * The median logarithm of its validation errors relative to another's; NaN without pairs. Unlike
   * the mean, it does not dismiss the strongest rival for a single run that diverged.
   */
  public double validationAgainst(Runs other) {
    double[] sorted = DoubleStream.of(logs(other, Runs::validation)).sorted().toArray();
    int n = sorted.length;
    return n == 0 ? Double.NaN : 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
  }

  private double[] logs(Runs other, ToDoubleFunction<LedgerEntry> error) {
    return seeds.keySet().stream()
        .filter(other.seeds::containsKey)
        .mapToDouble(
            seed ->
                PairedRatio.log(
                    error.applyAsDouble(seeds.get(seed)),
                    error.applyAsDouble(other.seeds.get(seed))))
        .toArray();
  }

  /** The mean error over the trajectories; NaN for a run that diverged. */
  private double error(LedgerEntry entry) {
    boolean lost = entry.failed() || scores(entry).nonFinite() > 0;
    return lost ? Double.NaN : scores(entry).l2().mean();
  }

  private static double validation(LedgerEntry entry) {
    return entry.failed() ? Double.NaN : entry.training().validationError();
  }

  private Scores.Step scores(LedgerEntry entry) {
    return plan.scores(entry).at(plan.step());
  }

  /** How many runs diverged. */
  public long diverged() {
    return seeds.values().stream().filter(e -> !Double.isFinite(error(e))).count();
  }

  /** Mean of the mean errors over the runs that did not diverge. */
  public double mean() {
    return overSeeds(this::error);
  }

  /** Mean of the validation errors over the runs whose training did not diverge. */
  public double validation() {
    return overSeeds(Runs::validation);
  }

  /** Mean of the medians, over the runs that were trained to the end. */
  public double median() {
    return overTrained(s -> s.l2().median());
  }

  /** Mean of the 95th percentiles, over the runs that were trained to the end. */
  public double p95() {
    return overTrained(s -> s.tail() == null ? Double.NaN : s.tail().p95());
  }

  /** Mean share of rollouts with an error above 1, over the runs that were trained to the end. */
  public double aboveOne() {
    return overTrained(s -> s.tail() == null ? Double.NaN : s.tail().aboveOne());
  }

  private double overSeeds(ToDoubleFunction<LedgerEntry> number) {
    return seeds.values().stream()
        .mapToDouble(number)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  private double overTrained(ToDoubleFunction<Scores.Step> number) {
    return seeds.values().stream()
        .filter(e -> !e.failed())
        .mapToDouble(e -> number.applyAsDouble(scores(e)))
        .average()
        .orElse(Double.NaN);
  }
}
