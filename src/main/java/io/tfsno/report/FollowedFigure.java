package io.tfsno.report;

import io.tfsno.base.Rounded;
import io.tfsno.eval.FollowedGate;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Scale;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The idea of the gate: a state changes, its spectrum moves, the filter follows. The last panel
 * shows how far, for what a gate does to all states alike is often much larger.
 */
public final class FollowedFigure {
  /** Below this share of the largest power there is nothing to see. */
  private static final double FAINT = 1e-8;

  /** From the first moment to the last. */
  private static final int[] MOMENTS = {0x62c7fa, 0x2f87ea, 0x6c3baa, 0x7c1024};

  private static final int STILL = 0x8a8d93;

  private FollowedFigure() {}

  /**
   * @param length of the box along x
   */
  public static Figure of(FollowedGate followed, double length) {
    String gate = "the gate of block %d".formatted(followed.block() + 1);
    LinePanel states = panel("The state changes", "x", "u(x)", Scale.LINEAR).xRange(0, length);
    LinePanel spectra = panel("its spectrum moves", "wave number k", "P(k)", Scale.LOG10);
    LinePanel gains = panel(gate + " follows", "wave number k", "gain w(k)", Scale.LINEAR);
    LinePanel changes =
        panel("by this much", "wave number k", "w(k) − mean over time", Scale.LINEAR);
    double[] k = waves(0, followed.still().length);
    double peak = 0;
    for (int i = 0; i < followed.times().length; i++) {
      int color = MOMENTS[i % MOMENTS.length];
      String name = "t = " + time(followed.times()[i]);
      double[] u = followed.cut()[i];
      double[] power = Arrays.copyOfRange(followed.power()[i], 1, k.length);
      peak = Math.max(peak, Arrays.stream(power).max().orElse(0));
      states.add(Series.of("", places(u.length, length), u).withColor(color));
      spectra.add(Series.of(name, waves(1, k.length), power).withColor(color));
      gains.add(Series.of("", k, followed.gain()[i]).withColor(color));
      changes.add(Series.of("", k, change(followed, i)).withColor(color));
    }
    gains.add(Series.of("mean over time", k, followed.still()).withColor(STILL).withDashes());
    changes.add(Series.of("", k, new double[k.length]).withColor(STILL).withDashes());
    return new Figure("")
        .columns(2)
        .panelSize(430, 250)
        .tagged()
        .add(states)
        .add(peak > 0 ? spectra.yRange(peak * FAINT, peak * 3) : spectra)
        .add(gains)
        .add(changes);
  }

  private static double[] change(FollowedGate followed, int moment) {
    return IntStream.range(0, followed.still().length)
        .mapToDouble(k -> followed.gain()[moment][k] - followed.still()[k])
        .toArray();
  }

  private static LinePanel panel(String title, String x, String y, Scale scale) {
    return new LinePanel(title).xAxis(x, Scale.LINEAR).yAxis(y, scale);
  }

  private static double[] places(int count, double length) {
    return IntStream.range(0, count).mapToDouble(i -> i * length / count).toArray();
  }

  private static double[] waves(int first, int end) {
    return IntStream.range(first, end).asDoubleStream().toArray();
  }

  private static String time(double t) {
    return Rounded.to(3, t).toPlainString();
  }
}
