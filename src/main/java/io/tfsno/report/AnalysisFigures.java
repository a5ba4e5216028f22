package io.tfsno.report;

import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.BandCalibration.Band;
import io.tfsno.eval.GainMap;
import io.tfsno.eval.StabilityReport;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.HeatPanel;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.figure.TwinPanel;
import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Pictures of what the gates of a model do, and of how small changes grow in it. */
public final class AnalysisFigures {
  private static final int POWER = Palette.rgb(0);
  private static final int GAIN = Palette.rgb(4);

  /** Below this share of the largest power there is nothing to see. */
  private static final double FAINT = 1e-10;

  private AnalysisFigures() {}

  /**
   * A panel for each block, as the paper draws it: mean power over wave numbers on the left, mean
   * gain on the right, and the effective bandwidth shaded, with at least 1 % of the largest power.
   */
  public static Figure calibration(List<BandCalibration> blocks) {
    Figure figure = new Figure("").columns(2).panelSize(440, 250);
    for (BandCalibration block : blocks) {
      double peak = block.bands().stream().mapToDouble(Band::power).max().orElse(1);
      TwinPanel panel =
          new TwinPanel(
                  "Block %d, %s".formatted(block.block() + 1, correlation(block)),
                  "wave number k",
                  series("power", block, Band::power, POWER),
                  series("gain", block, Band::weight, GAIN))
              .leftAxis("P(k)", Scale.LOG10)
              .rightAxis("w(k)", Scale.LINEAR)
              .shadedName("effective bandwidth");
      shade(panel, block);
      figure.add(peak > 0 ? panel.leftRange(peak * 1e-8, peak * 3) : panel);
    }
    return figure;
  }

  private static void shade(TwinPanel panel, BandCalibration block) {
    List<Band> bands = block.bands();
    for (int from = 0; from < bands.size(); from++) {
      int to = from;
      while (to < bands.size() && bands.get(to).effective()) {
        to++;
      }
      if (to > from) {
        panel.shade(bands.get(from).k() - 0.5, bands.get(to - 1).k() + 0.5);
        from = to;
      }
    }
  }

  private static String correlation(BandCalibration block) {
    return Double.isNaN(block.pearson())
        ? "R undefined"
        : String.format(Locale.ROOT, "R = %.2f", block.pearson());
  }

  private static Series series(
      String name, BandCalibration block, ToDoubleFunction<Band> value, int color) {
    double[] k = block.bands().stream().mapToDouble(Band::k).toArray();
    double[] y = block.bands().stream().mapToDouble(value).toArray();
    return Series.of(name, k, y).withColor(color).withMarkers();
  }

  /**
   * A row for each block, steps upwards and wave numbers to the right: the power of the state, the
   * mean gain of the gate, and the largest singular value of the block as a linear operator.
   */
  public static Figure gains(List<GainMap> blocks) {
    Figure figure = new Figure("").columns(3).panelSize(330, 230);
    addGains(figure, blocks);
    return figure;
  }

  private static void addGains(Figure figure, List<GainMap> blocks) {
    for (GainMap block : blocks) {
      String name = "Block " + (block.block() + 1);
      double peak = stream(block.power()).max().orElse(1);
      double low = stream(block.power()).filter(p -> p > 0).min().orElse(peak * FAINT);
      figure.add(
          map(name + ": power of the state", block.power())
              .valueRange(Math.max(low, peak * FAINT), peak)
              .colorBar("P(k)", Scale.LOG10));
      double swing = Math.max(1e-4, stream(block.gain()).map(g -> Math.abs(g - 1)).max().orElse(0));
      figure.add(
          map(name + ": mean gain", block.gain())
              .colors(ColorMap.DIVERGING)
              .valueRange(1 - swing, 1 + swing)
              .colorBar("mean of 1 + δ", Scale.LINEAR));
      figure.add(
          map(name + ": largest gain", block.norm()).colorBar("‖(1 + δ) Φ₀ + W‖", Scale.LINEAR));
    }
  }

  private static HeatPanel map(String title, double[][] values) {
    return HeatPanel.of(title, values)
        .xAxis("wave number k", -0.5, values[0].length - 0.5)
        .yAxis("step", -0.5, values.length - 0.5);
  }

  private static DoubleStream stream(double[][] values) {
    return Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite);
  }

  /** How small changes grow, above the gains of every block. */
  public static Figure stability(StabilityReport report, List<GainMap> blocks) {
    double[] at = report.examined().stream().mapToDouble(Integer::doubleValue).toArray();
    double[] steps = IntStream.rangeClosed(1, report.horizon()).asDoubleStream().toArray();
    Figure figure =
        new Figure("")
            .columns(3)
            .panelSize(330, 230)
            .add(
                new LinePanel("Amplification in one step")
                    .xAxis("step", Scale.LINEAR)
                    .yAxis("|change out| / |change in|", Scale.LINEAR)
                    .add(Series.of("random", at, report.step().measured()).withMarkers())
                    .add(Series.of("worst found", at, report.step().worst()).withMarkers()))
            .add(
                new LinePanel("Growth of a random change")
                    .xAxis("steps since the start", Scale.LINEAR)
                    .yAxis("factor since the start", Scale.LOG10)
                    .add(Series.of("mean over rollouts", steps, report.step().growth())));
    if (!report.blocks().isEmpty()) {
      figure.add(ofBlocks(report));
    }
    addGains(figure, blocks);
    return figure;
  }

  private static LinePanel ofBlocks(StabilityReport report) {
    double[] number = report.blocks().stream().mapToDouble(b -> b.block() + 1).toArray();
    LinePanel panel =
        new LinePanel("Blocks: bound and measured")
            .xAxis("block", Scale.LINEAR)
            .yAxis("amplification", Scale.LOG10);
    panel.add(column("bound", number, report, StabilityReport.Block::bound));
    panel.add(column("worst found", number, report, StabilityReport.Block::worst));
    return panel.add(column("random", number, report, StabilityReport.Block::measured));
  }

  private static Series column(
      String name,
      double[] number,
      StabilityReport report,
      ToDoubleFunction<StabilityReport.Block> value) {
    return Series.of(name, number, report.blocks().stream().mapToDouble(value).toArray())
        .withMarkers();
  }
}
