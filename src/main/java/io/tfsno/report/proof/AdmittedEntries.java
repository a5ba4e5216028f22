package io.tfsno.report.proof;

import io.tfsno.bench.Cell;
import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.ProofPlan;
import io.tfsno.bench.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The entries that a plan admits. Whatever was trained, scored or chosen in another way is left
 * out: nothing is mixed.
 *
 * @param used at most one for each cell of the plan
 * @param leftOut how many others there are, by reason
 */
record AdmittedEntries(List<LedgerEntry> used, Map<String, Integer> leftOut) {

  static AdmittedEntries of(List<LedgerEntry> entries, ProofPlan plan, Protocol protocol) {
    List<LedgerEntry> used = new ArrayList<>();
    Map<String, Integer> leftOut = new TreeMap<>();
    for (LedgerEntry entry : entries) {
      String objection = objection(entry, plan, protocol);
      if (objection == null) {
        used.add(entry);
      } else {
        leftOut.merge(objection, 1, Integer::sum);
      }
    }
    return new AdmittedEntries(used, leftOut);
  }

  /** Why an entry is left out; null if it is not. */
  private static String objection(LedgerEntry entry, ProofPlan plan, Protocol protocol) {
    Cell cell = entry.cell();
    ProofPlan.Contest contest = plan.equations().get(cell.dataset());
    if (contest == null || !contest.variants().contains(cell.variant())) {
      return "not compared by the plan";
    }
    if (!cell.budget().equals(protocol.budget())) {
      return "another budget, protocol or test set";
    }
    if (plan.tuning().contains(cell.seed())) {
      return "a seed for tuning";
    }
    int dimension = protocol.declarations().dataset(cell.dataset()).dimension();
    if (!plan.seeds(contest, cell.variant(), dimension).contains(cell.seed())) {
      return "a seed not in the plan";
    }
    Cell expected = protocol.cell(cell.dataset(), cell.variant(), plan.form(), cell.seed());
    if (!expected.equals(cell) || !entry.key().equals(cell.key())) {
      return "another output form";
    }
    if (!protocol.made(entry)) {
      return "a configuration other than the plan's";
    }
    return entry.failed() ? failure(entry) : objectionToScores(entry, plan, dimension);
  }

  private static String failure(LedgerEntry entry) {
    return entry.diverged() ? null : "failed by accident, to be run again";
  }

  private static String objectionToScores(LedgerEntry entry, ProofPlan plan, int dimension) {
    LedgerEntry.Test test = plan.scores(entry);
    if (test == null) {
      return "no scores on the set '%s'".formatted(plan.set());
    }
    boolean same =
        test.seed() != null
            && test.seed() == plan.test().seed()
            && test.trajectories() == plan.test().trajectories(dimension);
    if (!same) {
      return "scored on another test set";
    }
    return test.at(plan.step()) == null ? "no score at step %d".formatted(plan.step()) : null;
  }
}
