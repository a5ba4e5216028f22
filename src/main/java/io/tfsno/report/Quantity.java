package io.tfsno.report;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Statistic;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Names a number in a table.
 *
 * @param dataset that the model was trained on
 * @param test that it was scored on
 * @param step 0 for the mean over all steps to the horizon
 */
record Quantity(String dataset, String test, String variant, String metric, int step, int horizon) {

  private static final Map<String, Function<Scores.Step, Statistic>> ERRORS =
      Map.of("mse", Scores.Step::mse, "l2", Scores.Step::l2, "h1", Scores.Step::h1);
  private static final Map<String, Function<LedgerEntry.Rollout, Statistic>> SPECTRA =
      Map.of("psre", LedgerEntry.Rollout::psre, "sce", LedgerEntry.Rollout::sce);

  /** What it is a number of, whatever the model: numbers that agree here can be ranked. */
  Quantity withoutVariant() {
    return new Quantity(dataset, test, "", metric, step, horizon);
  }

  /** The rollout of an entry that holds this number; null if there is none. */
  private LedgerEntry.Rollout rollout(LedgerEntry entry) {
    return entry.tests().stream()
        .filter(t -> t.dataset().equals(test))
        .flatMap(t -> t.rollouts().stream())
        .filter(r -> ofWhole() ? r.horizon() == horizon : r.at(step) != null)
        .findFirst()
        .orElse(null);
  }

  /** Whether it is a number of a rollout as a whole, not of one of its steps. */
  private boolean ofWhole() {
    return step == 0 || SPECTRA.containsKey(metric);
  }

  private Scores.Step scores(LedgerEntry.Rollout rollout) {
    return step == 0 ? rollout.overall() : rollout.at(step);
  }

  /** The number of an entry; NaN if it has none. */
  double of(LedgerEntry entry) {
    LedgerEntry.Rollout rollout = rollout(entry);
    if (rollout == null) {
      return Double.NaN;
    }
    return SPECTRA.containsKey(metric)
        ? SPECTRA.get(metric).apply(rollout).mean()
        : ERRORS.get(metric).apply(scores(rollout)).mean();
  }

  /** Trajectories that were left out of it because they had left the finite numbers. */
  OptionalInt leftOut(LedgerEntry entry) {
    LedgerEntry.Rollout rollout = rollout(entry);
    if (rollout == null) {
      return OptionalInt.empty();
    }
    Scores.Step at = scores(rollout);
    return OptionalInt.of(at == null ? rollout.overall().nonFinite() : at.nonFinite());
  }
}
