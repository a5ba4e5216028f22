package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.report.ink.Scale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinePanelTest {
  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

  static Stream<double[]> awkward() {
    return Stream.of(
        new double[] {},
        new double[] {3},
        new double[] {0, 0, 0},
        new double[] {-7e9, -7e9, -7e9},
        new double[] {NAN, INF, -INF, NAN},
        new double[] {1, NAN, 2, INF, 3, -INF, 4},
        new double[] {-1, 0, -2},
        new double[] {Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE},
        new double[] {Double.MIN_VALUE, Double.MIN_VALUE},
        new double[] {1, Math.nextUp(1.0)});
  }

  @ParameterizedTest
  @MethodSource("awkward")
  void draw_awkwardValues_leavesOnlyFiniteCoordinates(double[] values) {
    double[] index = IntStream.range(0, values.length).asDoubleStream().toArray();
    for (Scale scale : Scale.values()) {
      LinePanel panel = new LinePanel("p").xAxis("x", scale).yAxis("y", scale);
      panel.add(Series.of("s", index, values).withBand(values, values).withMarkers());
      panel.add(Series.of("t", values, index));
      String svg = new Figure("f").add(panel).toSvg();
      assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
      assertThat(Parsed.of(svg).texts()).contains("x", "y", "s", "t");
    }
  }

  @Test
  void draw_gapInTheData_breaksTheLine() {
    Series s = Series.of("", count(7), new double[] {1, 2, 3, NAN, 3, 2, 1});
    assertThat(Parsed.of(new LinePanel("").add(s)).lines()).hasSize(2);
  }

  @Test
  void draw_valuesNotPositiveOnALogAxis_areSkipped() {
    Series s = Series.of("", count(6), new double[] {1, 2, 0, -1, 2, 1});
    assertThat(Parsed.of(new LinePanel("").yAxis("", Scale.LOG10).add(s)).lines()).hasSize(2);
  }

  @Test
  void draw_pointBetweenGaps_isMarked() {
    Series s = Series.of("", count(3), new double[] {NAN, 2, NAN});
    Parsed svg = Parsed.of(new LinePanel("").add(s));
    assertThat(svg.lines()).isEmpty();
    assertThat(svg.all("path")).hasSize(1);
  }

  @Test
  void draw_increasingValues_riseOnTheScreen() {
    String d = Parsed.of(new LinePanel("").add(Series.of("", count(2), count(2)))).lines().get(0);
    double[] p =
        Stream.of(d.split("[ML ]"))
            .filter(s -> !s.isEmpty())
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertThat(p[2]).isGreaterThan(p[0]);
    assertThat(p[3]).isLessThan(p[1]);
  }

  @Test
  void draw_denselySampledCurve_staysSmall() {
    double[] x = IntStream.range(0, 200_000).asDoubleStream().toArray();
    String svg = new Figure("").add(new LinePanel("").add(Series.of("", x, x))).toSvg();
    assertThat(svg.length()).isLessThan(40_000);
  }

  @Test
  void legend_freeCorner_liesThereAndNotOnTheData() {
    double[] falling = IntStream.range(0, 50).mapToDouble(i -> 49 - i).toArray();
    Parsed svg = Parsed.of(new LinePanel("").add(Series.of("falling", count(50), falling)));
    double x = position(svg, "falling", "x");
    double y = position(svg, "falling", "y");
    assertThat(x).isGreaterThan(210);
    assertThat(y).isLessThan(150);
  }

  @Test
  void legend_dataEverywhere_liesBelowTheAxisLabel() {
    double[] noise = IntStream.range(0, 400).mapToDouble(i -> i % 2).toArray();
    LinePanel panel = new LinePanel("").xAxis("time", Scale.LINEAR);
    Parsed svg = Parsed.of(panel.add(Series.of("noise", count(400), noise)));
    assertThat(position(svg, "noise", "y")).isGreaterThan(position(svg, "time", "y"));
  }

  @Test
  void series_lengthsThatDiffer_sayWhichAndHowLong() {
    assertThatThrownBy(() -> Series.of("s", new double[3], new double[2]))
        .hasMessage("series 's': expected 3 values for y, one per x, found 2");
  }

  @Test
  void yRange_notPositiveOnALogAxis_isRefused() {
    LinePanel panel = new LinePanel("").yAxis("error", Scale.LOG10);
    assertThatThrownBy(() -> panel.yRange(0, 1)).hasMessageContaining("logarithmic axis 'error'");
    assertThatThrownBy(() -> panel.yRange(2, 1)).hasMessageContaining("lo < hi");
  }

  private static double position(Parsed svg, String text, String attribute) {
    return svg.all("text").stream()
        .filter(t -> t.getTextContent().equals(text))
        .mapToDouble(t -> Double.parseDouble(t.getAttribute(attribute)))
        .findFirst()
        .orElseThrow();
  }

  private static double[] count(int n) {
    return IntStream.range(0, n).asDoubleStream().toArray();
  }
}
