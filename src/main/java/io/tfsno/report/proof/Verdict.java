package io.tfsno.report.proof;

import io.tfsno.eval.statistics.PairedRatio;

/** What may be said of a contender. */
public enum Verdict {
  /** The interval lies below 0, and both tests agree after Holm's correction. */
  BEATS("beats it"),
  /** The same the other way round. */
  LOSES("loses to it"),
  UNDECIDED("undecided"),
  /** Runs are missing, a model of few seeds challenges the rival, or there are too few pairs. */
  OPEN("open");

  private static final double LEVEL = 0.05;

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /**
   * @param adjusted the larger p-value of the two tests, after Holm's correction
   */
  static Verdict of(Duel duel, double adjusted) {
    PairedRatio ratio = duel.ratio();
    if (!duel.complete() || !duel.challengers().isEmpty() || Double.isNaN(adjusted)) {
      return OPEN;
    }
    if (adjusted > LEVEL) {
      return UNDECIDED;
    }
    return ratio.high() < 0 ? BEATS : ratio.low() > 0 ? LOSES : UNDECIDED;
  }
}
