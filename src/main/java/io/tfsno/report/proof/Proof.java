package io.tfsno.report.proof;

import io.tfsno.bench.Declarations;
import io.tfsno.bench.Ledger;
import io.tfsno.bench.ProofPlan;
import io.tfsno.bench.Protocol;
import io.tfsno.eval.statistics.Holm;
import io.tfsno.run.Digest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What a ledger says about the claims of a frozen plan.
 *
 * @param label of the budget, protocol and test set
 * @param recipe what the protocol is called
 * @param digest SHA-256 of the plan's file
 * @param used entries that it rests on
 * @param leftOut how many it does not, by reason
 */
public record Proof(
    ProofPlan plan,
    String label,
    String recipe,
    String digest,
    int used,
    Map<String, Integer> leftOut,
    List<Row> rows) {

  /**
   * @param p the larger p-value of the two tests; NaN where the rival is challenged, so that Holm's
   *     correction of the others counts the equation and takes nothing from it
   * @param adjusted the same after Holm's correction over the equations
   */
  public record Row(Duel duel, double p, double adjusted, Verdict verdict) {}

  /**
   * @param results the folder that holds the ledger
   */
  public static Proof of(Path results, Path planFile) {
    Declarations declarations = new Declarations();
    ProofPlan plan = ProofPlan.read(planFile, declarations);
    Protocol protocol = plan.protocol(declarations);
    AdmittedEntries admitted = AdmittedEntries.of(new Ledger(results).all(), plan, protocol);
    List<Duel> duels = new ArrayList<>();
    plan.equations()
        .forEach(
            (equation, contest) -> {
              int dimension = declarations.dataset(equation).dimension();
              duels.add(Duel.of(equation, contest, plan, dimension, admitted.used()));
            });
    return new Proof(
        plan,
        protocol.budget(),
        protocol.recipe().title(),
        Digest.sha256(planFile),
        admitted.used().size(),
        admitted.leftOut(),
        rows(duels, plan.claims()));
  }

  private static List<Row> rows(List<Duel> duels, int claims) {
    double[] p =
        duels.stream()
            .mapToDouble(d -> d.challengers().isEmpty() ? d.ratio().p() : Double.NaN)
            .toArray();
    double[] family = Arrays.copyOf(p, claims);
    Arrays.fill(family, p.length, claims, Double.NaN);
    double[] adjusted = Holm.adjust(family);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Duel duel = duels.get(i);
      rows.add(new Row(duel, p[i], adjusted[i], Verdict.of(duel, adjusted[i])));
    }
    return rows;
  }

  /** Equations whose runs were scored on different files, though of one seed and size. */
  public List<String> mixedData() {
    return rows.stream().map(Row::duel).filter(Proof::mixed).map(Duel::equation).toList();
  }

  private static boolean mixed(Duel duel) {
    return duel.all().stream()
            .flatMap(runs -> runs.seeds().values().stream())
            .filter(e -> !e.failed())
            .map(e -> String.valueOf(duel.contender().plan().scores(e).data()))
            .distinct()
            .count()
        > 1;
  }
}
