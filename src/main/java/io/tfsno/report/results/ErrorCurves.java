package io.tfsno.report.results;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Relative errors against the step, one curve for each model. */
final class ErrorCurves {
  private ErrorCurves() {}

  /**
   * @param models the entries of each by its title; those that failed are left out
   * @return null where nothing is there to draw
   */
  static LinePanel of(String title, Map<String, List<LedgerEntry>> models) {
    LinePanel panel =
        new LinePanel(title).xAxis("step", Scale.LINEAR).yAxis("relative L₂ error", Scale.LOG10);
    double[] copying = null;
    for (Map.Entry<String, List<LedgerEntry>> model : models.entrySet()) {
      List<LedgerEntry.Test> tests =
          model.getValue().stream().filter(e -> !e.failed()).map(e -> e.tests().get(0)).toList();
      if (!tests.isEmpty()) {
        double[] mean = mean(tests.stream().map(LedgerEntry.Test::l2).toList());
        panel.add(Series.of(model.getKey(), steps(mean.length), mean));
        copying = tests.get(0).copying();
      }
    }
    if (copying == null) {
      return null;
    }
    return panel.add(
        Series.of("copying the start", steps(copying.length), copying)
            .withDashes()
            .withColor(Palette.INK));
  }

  private static double[] mean(List<double[]> curves) {
    int length = curves.stream().mapToInt(c -> c.length).min().orElseThrow();
    return IntStream.range(0, length)
        .mapToDouble(i -> curves.stream().mapToDouble(c -> c[i]).average().orElseThrow())
        .toArray();
  }

  private static double[] steps(int count) {
    return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
  }
}
