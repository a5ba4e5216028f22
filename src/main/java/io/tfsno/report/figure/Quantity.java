package io.tfsno.report.figure;

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
public record Quantity(
    String dataset, String test, String variant, String metric, int step, int horizon) {

  private static final Map<String, Function<Scores.Step, Statistic>> ERRORS =
      Map.of("mse", Scores.Step::mse, "l2", Scores.Step::l2, "h1", Scores.Step::h1);
  private static final Map<String, Function<LedgerEntry.Rollout, Statistic>> SPECTRA =
      Map.of("psre", LedgerEntry.Rollout::psre, "sce", LedgerEntry.Rollout::sce);

  /** What it is a number of, whatever the model: numbers that agree here can be ranked. */
  public Quantity withoutVariant() {
    return new Quantity(dataset, test, "", metric, step, horizon);
  }

  /** The scores of an entry on the test split this is a number of; null if there are none. */
  private LedgerEntry.Test test(LedgerEntry entry) {
    return entry.tests().stream().filter(t -> t.dataset().equals(test)).findFirst().orElse(null);
  }

  private boolean ofSpectrum() {
    return SPECTRA.containsKey(metric);
  }

  /** The errors this is one of, or that tell of how many trajectories it is the mean; or null. */
  private Scores.Step errors(LedgerEntry.Test test) {
    LedgerEntry.Rollout whole = test.of(horizon);
    Scores.Step overall = whole == null ? null : whole.overall();
    Scores.Step at = step == 0 ? overall : test.at(step);
    return at == null && ofSpectrum() ? overall : at;
  }

  /** The number of an entry; NaN if it has none. */
  public double of(LedgerEntry entry) {
    LedgerEntry.Test found = test(entry);
    if (found == null) {
      return Double.NaN;
    }
    if (ofSpectrum()) {
      LedgerEntry.Rollout rollout = found.of(horizon);
      return rollout == null ? Double.NaN : SPECTRA.get(metric).apply(rollout).mean();
    }
    Scores.Step errors = errors(found);
    return errors == null ? Double.NaN : ERRORS.get(metric).apply(errors).mean();
  }

  /** Trajectories that were left out of it because they had left the finite numbers. */
  public OptionalInt leftOut(LedgerEntry entry) {
    LedgerEntry.Test found = test(entry);
    Scores.Step errors = found == null ? null : errors(found);
    return errors == null ? OptionalInt.empty() : OptionalInt.of(errors.nonFinite());
  }
}
