package io.tfsno.report;

import io.tfsno.eval.statistics.MeanInterval;
import io.tfsno.eval.statistics.PairedRatio;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which of the runs scored on one set is better, and how certain that is, in two sentences. */
final class Headline {
  private final RunView best;
  private final RunView next;
  private final double[] logs;

  private Headline(RunView best, RunView next) {
    this.best = best;
    this.next = next;
    List<Double> a = best.evaluation().scores().last();
    List<Double> b = next.evaluation().scores().last();
    logs =
        IntStream.range(0, a.size())
            .mapToDouble(i -> PairedRatio.log(a.get(i), b.get(i)))
            .toArray();
  }

  /**
   * Of the two best by their mean error at the last step; empty for a run alone. Runs that are told
   * more than the others are yardsticks, and left out.
   */
  static String of(List<RunView> group) {
    if (group.size() < 2) {
      return "";
    }
    Set<String> common = new TreeSet<>(group.get(0).told());
    group.forEach(run -> common.retainAll(run.told()));
    List<RunView> equals = group.stream().filter(run -> run.told().equals(common)).toList();
    List<RunView> compared = equals.size() < 2 ? group : equals;
    List<RunView> ranked = compared.stream().sorted(Comparator.comparing(Headline::error)).toList();
    String yardsticks =
        group.stream()
            .filter(run -> !compared.contains(run))
            .map(run -> yardstick(run, common))
            .collect(Collectors.joining());
    return new Headline(ranked.get(0), ranked.get(1)).text() + yardsticks;
  }

  private static String yardstick(RunView run, Set<String> common) {
    Set<String> more = new TreeSet<>(run.told());
    more.removeAll(common);
    return " %s is a yardstick: it is told %s.".formatted(run.name(), String.join(", ", more));
  }

  /** One that leaves the finite numbers is worse than all that do not. */
  private static double error(RunView run) {
    double mean = run.evaluation().scores().at(run.evaluation().horizon()).l2().mean();
    int lost = run.evaluation().scores().nonFinite();
    return lost > 0 || Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
  }

  private String text() {
    MeanInterval ratio = MeanInterval.of(logs);
    int steps = best.evaluation().horizon();
    long smaller = IntStream.range(0, logs.length).filter(i -> logs[i] < 0).count();
    String numbers =
        "%s of the error of %s after %d steps%s, as a geometric mean over %d test trajectories, and the smaller error on %.0f %% of them"
            .formatted(
                number(ratio.mean()),
                next.name(),
                steps,
                Double.isNaN(ratio.low())
                    ? ""
                    : ", 95 %% interval %s to %s"
                        .formatted(number(ratio.low()), number(ratio.high())),
                logs.length,
                100.0 * smaller / logs.length);
    String verdict =
        ratio.high() < 0
            ? "%s is better: it has %s.".formatted(best.name(), numbers)
            : "%s and %s cannot be told apart by these trajectories: %s has %s."
                .formatted(best.name(), next.name(), best.name(), numbers);
    return verdict
        + " This holds for these trainings only: another seed may order the models differently, which tfsno bench can tell.";
  }

  private static String number(double log) {
    return String.format(Locale.ROOT, "%.3g", Math.exp(log));
  }
}
