package io.tfsno.report.figure;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.eval.Scores;
import io.tfsno.eval.Summary;
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

  private static final Map<String, Function<Scores.Step, Summary>> ERRORS =
      Map.of("mse", Scores.Step::mse, "l2", Scores.Step::l2, "h1", Scores.Step::h1);
  private static final Map<String, Function<LedgerEntry.Rollout, Summary>> SPECTRA =
      Map.of("psre", LedgerEntry.Rollout::psre, "sce", LedgerEntry.Rollout::sce);

  /** What it is a number of, whatever the model: numbers that agree here can be ranked. */
  public Quantity withoutVariant() {
    return with("");
  }

  /** The same of another model. */
  public Quantity with(String other) {
    return new Quantity(dataset, test, other, metric, step, horizon);
  }

  /** The same at another step, or over another number of steps where it is a mean over them. */
  public Quantity at(int other) {
    return new Quantity(dataset, test, variant, metric, step == 0 ? 0 : other, other);
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

  /** The number of an entry, a mean over trajectories; NaN if it has none. */
  public double of(LedgerEntry entry) {
    Summary found = statistic(entry);
    return found == null ? Double.NaN : found.mean();
  }

  /** The median over trajectories in place of their mean. */
  public double medianOf(LedgerEntry entry) {
    Summary found = statistic(entry);
    return found == null ? Double.NaN : found.median();
  }

  private Summary statistic(LedgerEntry entry) {
    LedgerEntry.Test found = test(entry);
    if (found == null) {
      return null;
    }
    if (ofSpectrum()) {
      LedgerEntry.Rollout rollout = found.of(horizon);
      return rollout == null ? null : SPECTRA.get(metric).apply(rollout);
    }
    Scores.Step errors = errors(found);
    return errors == null ? null : ERRORS.get(metric).apply(errors);
  }

  /** Trajectories that were left out of it because they had left the finite numbers. */
  public OptionalInt leftOut(LedgerEntry entry) {
    LedgerEntry.Test found = test(entry);
    Scores.Step errors = found == null ? null : errors(found);
    return errors == null ? OptionalInt.empty() : OptionalInt.of(errors.nonFinite());
  }
}
