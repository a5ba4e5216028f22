package io.tfsno.report.proof;

import io.tfsno.eval.statistics.PairedRatio;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A proof as a table for other programs: one row for each rival or other on each equation. */
public final class ProofCsv {
  private static final List<String> HEAD =
      List.of(
          "equation",
          "contender",
          "rival",
          "best_in_validation",
          "step",
          "pairs",
          "ratio",
          "ratio_low",
          "ratio_high",
          "p_t",
          "p_flips",
          "p_holm",
          "verdict",
          "contender_mean",
          "rival_mean",
          "contender_median",
          "rival_median",
          "contender_p95",
          "rival_p95",
          "contender_above_one",
          "rival_above_one",
          "contender_diverged",
          "rival_diverged",
          "contender_validation",
          "rival_validation",
          "role",
          "rival_seeds");

  private ProofCsv() {}

  public static String of(Proof proof) {
    StringBuilder text = new StringBuilder(String.join(",", HEAD)).append('\n');
    for (Proof.Row row : proof.rows()) {
      for (Runs rival : row.duel().rivals()) {
        text.append(line(proof, row, rival, "rival")).append('\n');
      }
      List<Runs> challengers = row.duel().challengers();
      for (Runs other : row.duel().others()) {
        String role = challengers.contains(other) ? "challenger" : "other";
        text.append(line(proof, row, other, role)).append('\n');
      }
    }
    return text.toString();
  }

  private static String line(Proof proof, Proof.Row row, Runs rival, String role) {
    Duel duel = row.duel();
    Runs contender = duel.contender();
    PairedRatio ratio = duel.ratio(rival);
    boolean best = rival.equals(duel.rival());
    Stream<String> first =
        Stream.of(
            duel.equation(),
            contender.variant(),
            rival.variant(),
            Boolean.toString(best),
            Integer.toString(proof.plan().step()),
            Integer.toString(ratio.pairs()),
            number(Math.exp(ratio.mean())),
            number(Math.exp(ratio.low())),
            number(Math.exp(ratio.high())),
            number(ratio.byT()),
            number(ratio.byFlips()),
            best ? number(row.adjusted()) : "",
            best ? row.verdict().name().toLowerCase(Locale.ROOT) : "",
            number(contender.mean()),
            number(rival.mean()),
            number(contender.median()),
            number(rival.median()),
            number(contender.p95()),
            number(rival.p95()),
            number(contender.aboveOne()),
            number(rival.aboveOne()),
            Long.toString(contender.diverged()),
            Long.toString(rival.diverged()),
            number(contender.validation()),
            number(rival.validation()),
            role,
            Integer.toString(rival.seeds().size()));
    return first.collect(Collectors.joining(","));
  }

  /** To six digits; empty where there is none. */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return Double.isInfinite(value) ? "inf" : String.format(Locale.ROOT, "%.6g", value);
  }
}
