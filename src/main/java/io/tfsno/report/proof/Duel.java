package io.tfsno.report.proof;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.ProofPlan;
import io.tfsno.eval.statistics.PairedRatio;
import java.util.Comparator;
import java.util.List;

/**
 * The contender on one equation against the rival that is best in validation: the one that the
 * contender's validation errors are largest relative to, as median logarithm over common seeds.
 * Test errors choose nothing.
 *
 * @param rivals all of them, as the plan lists them
 * @param rival the best; null while none has a seed in common with the contender
 * @param planned runs that the plan asks for, of all models
 */
public record Duel(String equation, Runs contender, List<Runs> rivals, Runs rival, int planned) {

  static Duel of(
      String equation,
      ProofPlan.Contest contest,
      ProofPlan plan,
      int seeds,
      List<LedgerEntry> all) {
    Runs contender = Runs.of(equation, contest.contender(), plan.step(), all);
    List<Runs> rivals =
        contest.rivals().stream().map(v -> Runs.of(equation, v, plan.step(), all)).toList();
    Runs best =
        rivals.stream()
            .filter(r -> !Double.isNaN(contender.validationAgainst(r)))
            .max(Comparator.comparingDouble(contender::validationAgainst))
            .orElse(null);
    return new Duel(equation, contender, rivals, best, seeds * contest.variants().size());
  }

  /** The contender's errors relative to the best rival's. */
  public PairedRatio ratio() {
    return rival == null ? PairedRatio.of() : contender.against(rival);
  }

  /** The contender's errors relative to any rival's. */
  public PairedRatio ratio(Runs other) {
    return contender.against(other);
  }

  /** Runs that are there, of all models. */
  public int found() {
    return contender.seeds().size() + rivals.stream().mapToInt(r -> r.seeds().size()).sum();
  }

  /** A rival that is missing might have been the best: nothing is claimed before all are there. */
  public boolean complete() {
    return found() == planned;
  }
}
