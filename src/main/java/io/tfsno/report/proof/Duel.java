package io.tfsno.report.proof;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.ProofPlan;
import io.tfsno.eval.statistics.PairedRatio;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The contender on one equation against the rival that is best in validation: the one that the
 * contender's validation errors are largest relative to, as median logarithm over common seeds.
 * Test errors choose nothing.
 *
 * <p>Others were trained with a few seeds only and cannot be that rival. One that is better than it
 * in validation, over the seeds that both have, challenges the choice: nothing is claimed before it
 * is a rival, too.
 *
 * @param rivals all of them, as the plan lists them
 * @param rival the best; null while none has a seed in common with the contender
 * @param others those that decide nothing, as the plan lists them
 * @param planned runs that the plan asks for, of all models
 */
public record Duel(
    String equation,
    Runs contender,
    List<Runs> rivals,
    Runs rival,
    List<Runs> others,
    int planned) {

  static Duel of(
      String equation,
      ProofPlan.Contest contest,
      ProofPlan plan,
      int dimension,
      List<LedgerEntry> all) {
    Function<String, Runs> runs = v -> Runs.of(equation, v, plan, all);
    Runs contender = runs.apply(contest.contender());
    List<Runs> rivals = contest.rivals().stream().map(runs).toList();
    Runs best =
        rivals.stream()
            .filter(r -> !Double.isNaN(contender.validationAgainst(r)))
            .max(Comparator.comparingDouble(contender::validationAgainst))
            .orElse(null);
    int planned =
        contest.variants().stream().mapToInt(v -> plan.seeds(contest, v, dimension).size()).sum();
    List<Runs> others = contest.others().stream().map(runs).toList();
    return new Duel(equation, contender, rivals, best, others, planned);
  }

  /** Others that are better in validation than the best rival. */
  public List<Runs> challengers() {
    return rival == null
        ? List.of()
        : others.stream().filter(other -> other.validationAgainst(rival) < 0).toList();
  }

  /** All models, the contender first. */
  public List<Runs> all() {
    return Stream.of(List.of(contender), rivals, others).flatMap(List::stream).toList();
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
    return all().stream().mapToInt(runs -> runs.seeds().size()).sum();
  }

  /** A rival that is missing might have been the best: nothing is claimed before all are there. */
  public boolean complete() {
    return found() == planned;
  }
}
