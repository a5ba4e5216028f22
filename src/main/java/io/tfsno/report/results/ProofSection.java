package io.tfsno.report.results;

import io.tfsno.eval.statistics.PairedRatio;
import io.tfsno.operator.Ends;
import io.tfsno.report.proof.Duel;
import io.tfsno.report.proof.Proof;
import io.tfsno.report.proof.Runs;
import io.tfsno.report.proof.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The part "Who beats whom" of the page about a ledger. */
final class ProofSection {
  private static final String NONE = "–";
  private static final double SMALLEST_P = 1e-4;

  private final Proof proof;
  private final PageBuilder page;

  ProofSection(Proof proof, PageBuilder page) {
    this.proof = proof;
    this.page = page;
  }

  void compose() {
    page.heading(2, "Who beats whom");
    int step = proof.plan().step();
    page.paragraph(
        "%s: relative L2 error at step %d%s, under `%s` (%s). Plan: SHA-256 %s."
            .formatted(
                proof.plan().title(),
                step,
                scored(),
                proof.label(),
                proof.recipe(),
                proof.digest()));
    page.paragraph(sources());
    page.paragraph(
        "On each equation the contender meets the rival that is best in validation, by the median over seeds of the ratio of validation errors; test errors choose nothing. The ratio is the geometric mean of contender / rival over n seeds, both trained with the same seed, with its 95 %% t-interval; below 1 the contender is better. The p values are those of the two-sided t-test, of the exact sign-flip test over all 2^n signs, and the larger of the two after Holm's correction over %s. With fewer than %d pairs there is neither an interval nor a p. A run that diverged, in training or in a test rollout by step %d, counts as %.0f times the other's error, and no ratio counts as more; two diverged runs count as equal. `beats it`: the interval lies below 1 and the corrected p is at most 0.05. `open`: runs of the plan are missing, or a model with few seeds is better in validation than the best rival."
            .formatted(family(), PairedRatio.FEWEST, step, PairedRatio.WORST));
    page.grid(verdicts());
    proof.rows().forEach(row -> row.duel().challengers().forEach(c -> challenged(row.duel(), c)));
    page.paragraph(
        "The rollouts behind these ratios: mean, median and 95th percentile over test trajectories and the share of rollouts with an error above 1, each averaged over seeds. Diverged runs are left out of the mean only. Bold marks the contender and its best rival."
            + others());
    page.grid(rollouts());
    missing();
  }

  private String scored() {
    String set = proof.plan().set();
    return set == null ? "" : " on the sets `%s`".formatted(set);
  }

  private String family() {
    int own = proof.rows().size();
    int all = proof.plan().claims();
    return own == all
        ? "the %d equations".formatted(own)
        : "%d equations, those of plans that belong to this one included".formatted(all);
  }

  /** Models without any run would be rows of dashes. */
  private void missing() {
    String models =
        proof.rows().stream()
            .map(Proof.Row::duel)
            .filter(duel -> !untrained(duel).isEmpty())
            .map(duel -> "%s: %s".formatted(duel.equation(), String.join(", ", untrained(duel))))
            .collect(Collectors.joining("; "));
    if (!models.isEmpty()) {
      page.paragraph("Models of the plan that are not trained yet: %s.".formatted(models));
    }
  }

  private static List<String> untrained(Duel duel) {
    return duel.all().stream().filter(r -> r.seeds().isEmpty()).map(Runs::title).toList();
  }

  private void challenged(Duel duel, Runs challenger) {
    Set<Long> shared = new HashSet<>(challenger.seeds().keySet());
    shared.retainAll(duel.rival().seeds().keySet());
    page.paragraph(
        "%s is open: %s is better in validation than %s, the best of the rivals (median ratio %s over %s). Train this model with all seeds and move it to the rivals."
            .formatted(
                duel.equation(),
                challenger.title(),
                duel.rival().title(),
                ResultTable.number(Math.exp(challenger.validationAgainst(duel.rival()))),
                Ends.counted(shared.size(), "shared seed")));
  }

  private String others() {
    boolean any = proof.rows().stream().anyMatch(row -> !row.duel().others().isEmpty());
    return any
        ? " Models marked (few seeds) were trained with the first seeds of the plan only. They cannot be the rival, and decide nothing unless one is better than the rival in validation."
        : "";
  }

  private String sources() {
    int others = proof.leftOut().values().stream().mapToInt(n -> n).sum();
    String reasons =
        proof.leftOut().entrySet().stream()
            .map(each -> "%d: %s".formatted(each.getValue(), each.getKey()))
            .collect(Collectors.joining("; ", " (", ")"));
    String text =
        "The verdicts use %d entries of the ledger. %d are left out%s."
            .formatted(proof.used(), others, others == 0 ? "" : reasons);
    return proof.mixedData().isEmpty()
        ? text
        : text
            + " Warning: on %s, runs were scored on different files with the same seed and size."
                .formatted(String.join(", ", proof.mixedData()));
  }

  private PageBuilder.Grid verdicts() {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    for (Proof.Row row : proof.rows()) {
      Duel duel = row.duel();
      PairedRatio ratio = duel.ratio();
      boolean claimed = row.verdict() == Verdict.BEATS;
      rows.add(
          List.of(
              PageBuilder.Item.of(duel.equation()),
              PageBuilder.Item.of(duel.contender().title()),
              PageBuilder.Item.of(duel.rival() == null ? NONE : duel.rival().title()),
              PageBuilder.Item.of(Integer.toString(ratio.pairs())),
              new PageBuilder.Item(ratio(ratio), claimed, ""),
              PageBuilder.Item.of(p(ratio.byT())),
              PageBuilder.Item.of(p(ratio.byFlips())),
              PageBuilder.Item.of(p(row.adjusted())),
              new PageBuilder.Item(verdict(row), claimed, "")));
    }
    return new PageBuilder.Grid(
        List.of(
            "Equation",
            "Contender",
            "Best rival by validation",
            "n",
            "Ratio [95 %]",
            "p (t)",
            "p (sign flips)",
            "p (Holm)",
            "Verdict"),
        rows);
  }

  private static String verdict(Proof.Row row) {
    Duel duel = row.duel();
    if (!duel.complete()) {
      return "%s: %d of %d runs".formatted(row.verdict().words(), duel.found(), duel.planned());
    }
    String titles = duel.challengers().stream().map(Runs::title).collect(Collectors.joining(", "));
    return titles.isEmpty()
        ? row.verdict().words()
        : "%s: %s better in validation".formatted(row.verdict().words(), titles);
  }

  private static String ratio(PairedRatio ratio) {
    if (ratio.pairs() == 0) {
      return NONE;
    }
    String mean = ResultTable.number(Math.exp(ratio.mean()));
    return Double.isNaN(ratio.low())
        ? mean
        : "%s [%s, %s]"
            .formatted(
                mean,
                ResultTable.number(Math.exp(ratio.low())),
                ResultTable.number(Math.exp(ratio.high())));
  }

  private static String p(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return value < SMALLEST_P ? "<0.0001" : String.format(Locale.ROOT, "%.4f", value);
  }

  private PageBuilder.Grid rollouts() {
    List<List<PageBuilder.Item>> rows = new ArrayList<>();
    for (Proof.Row row : proof.rows()) {
      Duel duel = row.duel();
      duel.all().stream()
          .filter(runs -> !runs.seeds().isEmpty())
          .forEach(runs -> rows.add(rollouts(duel, runs)));
    }
    return new PageBuilder.Grid(
        List.of(
            "Equation",
            "Model",
            "Seeds",
            "Diverged",
            "Validation error",
            "Mean",
            "Median",
            "95th percentile",
            "Above 1"),
        rows);
  }

  private static List<PageBuilder.Item> rollouts(Duel duel, Runs runs) {
    boolean compared = runs.equals(duel.contender()) || runs.equals(duel.rival());
    double above = runs.aboveOne();
    return List.of(
        PageBuilder.Item.of(duel.equation()),
        new PageBuilder.Item(
            runs.title(), compared, duel.others().contains(runs) ? " (few seeds)" : ""),
        PageBuilder.Item.of(Integer.toString(runs.seeds().size())),
        PageBuilder.Item.of(Long.toString(runs.diverged())),
        PageBuilder.Item.of(number(runs.validation())),
        PageBuilder.Item.of(number(runs.mean())),
        PageBuilder.Item.of(number(runs.median())),
        PageBuilder.Item.of(number(runs.p95())),
        PageBuilder.Item.of(
            Double.isNaN(above) ? NONE : String.format(Locale.ROOT, "%.1f %%", 100 * above)));
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return Double.isInfinite(value) ? "∞" : ResultTable.number(value);
  }
}
