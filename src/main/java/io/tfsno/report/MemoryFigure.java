package io.tfsno.report;

import io.tfsno.eval.MemoryStudy;
import io.tfsno.eval.MemoryTrace;
import io.tfsno.operator.context.CodeNumber;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.LinePanel;
import io.tfsno.report.figure.Series;
import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** How a code goes with what is hidden, and what it does to the gates. */
final class MemoryFigure {
  private MemoryFigure() {}

  static Figure of(Remembered memory) {
    Figure figure = new Figure("").columns(2).panelSize(440, 270);
    if (memory.study().hidden().isEmpty()) {
      figure.add(codes(memory));
    } else {
      MemoryStudy.Hidden hidden = memory.study().hidden().get(0);
      figure.add(correlations(memory.study(), hidden));
      hidden.best().ifPresent(number -> figure.add(scatter(memory.study(), hidden, number)));
    }
    for (int block = 0; block < memory.traces().get(0).blocks().size(); block++) {
      for (int step = 0; step < memory.traces().get(0).steps().size(); step++) {
        figure.add(gains(memory, block, step));
      }
    }
    return figure;
  }

  static String caption(Remembered memory) {
    String code =
        "The code that the model makes of the first states of each test trajectory, compared with the parameters it is not told. Unless the code is learnt, 0 is the mean of the training trajectories and 1 one standard deviation.";
    return memory.traces().get(0).blocks().isEmpty()
        ? code
        : code
            + " Below, the gains of the gates in rollouts: solid with the code of the trajectory, dashed with the mean code at the same state. The second table has the root mean square of their difference over wave numbers.";
  }

  private static LinePanel correlations(MemoryStudy study, MemoryStudy.Hidden hidden) {
    LinePanel panel =
        new LinePanel("Correlation of each number with " + hidden.channel().name())
            .xAxis("number of the code", Scale.LINEAR)
            .yAxis("Pearson's r", Scale.LINEAR)
            .yRange(-1, 1);
    addGroups(panel, study.numbers(), hidden.correlation());
    return panel;
  }

  /** Without anything to compare it with, the code itself. */
  private static LinePanel codes(Remembered memory) {
    LinePanel panel =
        new LinePanel("The code of trajectory 0")
            .xAxis("number of the code", Scale.LINEAR)
            .yAxis("deviations from the mean", Scale.LINEAR);
    addGroups(panel, memory.study().numbers(), memory.study().codes()[0]);
    return panel;
  }

  private static void addGroups(LinePanel panel, List<CodeNumber> numbers, double[] values) {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < numbers.size(); i++) {
      groups.computeIfAbsent(numbers.get(i).group(), g -> new ArrayList<>()).add(i);
    }
    groups.forEach(
        (group, members) ->
            panel.add(
                Series.of(
                        group,
                        members.stream().mapToDouble(i -> i + 1).toArray(),
                        members.stream().mapToDouble(i -> values[i]).toArray())
                    .withMarkers()));
  }

  /** One point for each trajectory: gaps between them, so that no line is drawn. */
  private static LinePanel scatter(MemoryStudy study, MemoryStudy.Hidden hidden, int number) {
    int count = study.codes().length;
    double[] x = new double[2 * count];
    double[] y = new double[2 * count];
    for (int i = 0; i < count; i++) {
      x[2 * i] = hidden.values()[i];
      y[2 * i] = study.codes()[i][number];
      x[2 * i + 1] = Double.NaN;
      y[2 * i + 1] = Double.NaN;
    }
    String title =
        String.format(
            Locale.ROOT,
            "%s, r = %.2f",
            study.numbers().get(number).text(),
            hidden.correlation()[number]);
    return new LinePanel(title)
        .xAxis(name(hidden), Scale.LINEAR)
        .yAxis("number of the code", Scale.LINEAR)
        .add(Series.of("", x, y).withMarkers().withColor(Palette.rgb(3)));
  }

  private static String name(MemoryStudy.Hidden hidden) {
    String unit = hidden.channel().unit();
    return unit.isEmpty()
        ? hidden.channel().name()
        : "%s (%s)".formatted(hidden.channel().name(), unit);
  }

  private static LinePanel gains(Remembered memory, int block, int step) {
    MemoryTrace first = memory.traces().get(0);
    LinePanel panel =
        new LinePanel(
                "Block %d, step %d"
                    .formatted(first.blocks().get(block).block() + 1, Remembered.step(first, step)))
            .xAxis("wave number k", Scale.LINEAR)
            .yAxis("mean of 1 + δ", Scale.LINEAR);
    for (int i = 0; i < memory.traces().size(); i++) {
      MemoryTrace trace = memory.traces().get(i);
      MemoryTrace.Block gates = trace.blocks().get(block);
      // One legend serves all blocks.
      String name = block == 0 ? memory.label(trace) : "";
      String mean = block == 0 ? name + ", mean code" : "";
      panel.add(curve(name, gates.own()[step]).withColor(Palette.rgb(i)));
      panel.add(curve(mean, gates.mean()[step]).withColor(Palette.rgb(i)).withDashes());
    }
    return panel;
  }

  private static Series curve(String name, double[] gain) {
    return Series.of(name, IntStream.range(0, gain.length).asDoubleStream().toArray(), gain);
  }
}
