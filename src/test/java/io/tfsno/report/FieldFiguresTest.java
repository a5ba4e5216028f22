package io.tfsno.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.ProgressListener;
import io.tfsno.data.SyntheticSets;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.operator.Inputs;
import io.tfsno.report.figure.Figure;
import io.tfsno.report.figure.Parsed;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.train.TinyRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PerTestScope.class)
class FieldFiguresTest {
  private static final int STATES = 11;

  @TempDir private Path folder;

  private static Figure figure(Grid grid, String slice, String... names) {
    List<Sample.Fields> fields = new ArrayList<>();
    for (String name : names) {
      double[][] values = new double[STATES][grid.cells()];
      for (int i = 0; i < grid.cells(); i++) {
        values[1][i] = i;
      }
      fields.add(new Sample.Fields(new Channel(name), values, values));
    }
    double[][] power = new double[STATES][1];
    Sample sample = new Sample(grid, slice, 0.1, 0, fields, power, power);
    return FieldFigures.of(
        new RunView(
            "net",
            "",
            "set.h5",
            Inputs.NONE,
            null,
            null,
            sample,
            null,
            List.of(),
            List.of(),
            null,
            Map.of()));
  }

  private static List<String> texts(Figure figure) {
    return Parsed.of(figure.toSvg()).texts();
  }

  @Test
  void severalFields_haveARowEach_withTheirNames() {
    List<String> texts = texts(figure(Grid.periodic(Points.of(8), 2), "", "density", "pressure"));
    assertThat(texts)
        .contains("density: Truth", "density: net", "density: Error of net")
        .contains("pressure: Truth", "pressure: net", "pressure: Error of net");
  }

  @Test
  void rectangle_isDrawnWithBothLengths() {
    List<String> texts = texts(figure(Grid.periodic(Points.of(4, 6), 1, 3), "", "u"));
    assertThat(texts).contains("Truth, step 1", "net, step 10", "Error, step 10");
    assertThat(texts).contains("3").doesNotContain("u: Truth, step 1");
  }

  @Test
  void slice_ofABody_standsInTheTitle() {
    List<String> texts = texts(figure(Grid.periodic(Points.of(4, 4), 1), "z = 0.5", "heat"));
    assertThat(texts).contains("Truth, step 1, z = 0.5");
  }

  @Test
  void colours_ofAFieldAwayFromZero_areAboutItsMean() {
    Span pressure = Span.of(new double[][] {{99, 100, 101, Double.NaN}});
    assertThat(pressure.middle()).isCloseTo(100, within(1e-9));
    assertThat(pressure.bound()).isCloseTo(1, within(1e-9));
    assertThat(Span.of(new double[][] {{-1, 0.5, 2}})).isEqualTo(new Span(0, 2));
    assertThat(Span.of(new double[][] {{0, 0}})).isEqualTo(new Span(0, 1));
  }

  @Test
  void report_ofTwoFields_showsBoth() {
    Path data =
        SyntheticSets.write(
            folder.resolve("pair.h5"),
            SyntheticSets.flat(6, 12, 2, 1, 16),
            (b, t, c, cell) -> 5 * c + Math.sin(2 * Math.PI * (cell / 16.0 + 0.1 * b + 0.02 * t)));
    Path run = folder.resolve("run");
    TinyRuns.train(run, TinyRuns.FNO.replace("epochs: 6", "epochs: 1"), data);

    String page = HtmlReport.of(run, Device.CPU, ProgressListener.NONE);

    assertThat(page).contains("u0: Truth", "u0: Error of tiny", "u1: Truth", "u1: Error of tiny");
    assertThat(page)
        .contains("<th>VRMSE</th><th>field</th><th>step 1</th><th>step 10</th><th>steps 1–")
        .contains("<tr><th>tiny</th><td>u0</td>", "<tr><th>tiny</th><td>u1</td>")
        .contains("<tr><th>copying the start</th><td>u1</td>");
  }

  @Test
  void error_isPredictionMinusTruth() {
    Sample.Fields fields =
        new Sample.Fields(new Channel("u"), new double[][] {{1, 2}}, new double[][] {{1.5, 1}});
    assertThat(Arrays.deepToString(fields.error())).isEqualTo("[[0.5, -1.0]]");
  }
}
