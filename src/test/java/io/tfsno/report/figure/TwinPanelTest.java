package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.report.ink.Scale;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class TwinPanelTest {
  private static final double[] K = IntStream.range(0, 5).asDoubleStream().toArray();

  private static TwinPanel panel(double[] left, double[] right) {
    return new TwinPanel(
            "both",
            "k",
            Series.of("power", K, left).withColor(0x112233),
            Series.of("gain", K, right).withColor(0x445566))
        .leftAxis("P", Scale.LINEAR)
        .rightAxis("w", Scale.LINEAR)
        .shadedName("wide");
  }

  @Test
  void curves_ofDifferentSizes_fillTheSameHeight() {
    double[] small = {0, 1, 2, 3, 4};
    double[] large = {0, 1e6, 2e6, 3e6, 4e6};
    Parsed svg = Parsed.of(panel(small, large));
    // Proportional values have one shape, each on its own axis.
    assertThat(svg.lines()).hasSize(2 + 2); // and the samples in the legend
    assertThat(svg.lines().get(0)).isEqualTo(svg.lines().get(1));
    assertThat(svg.texts()).contains("k", "P", "w", "power", "gain").doesNotContain("wide");
  }

  @Test
  void labels_ofBothAxes_standOnTheirSides() {
    Parsed svg = Parsed.of(panel(K, K));
    assertThat(x(svg, "P")).isLessThan(x(svg, "k"));
    assertThat(x(svg, "w")).isGreaterThan(x(svg, "k"));
    double width = Double.parseDouble(svg.root().getAttribute("width"));
    assertThat(x(svg, "w")).isLessThan(width);
  }

  @Test
  void shades_lieWhereTheCommonAxisSays() {
    Parsed svg = Parsed.of(panel(K, K).shade(1, 2).shade(3, 3.5));
    List<Element> shades =
        svg.all("rect").stream().filter(r -> r.getAttribute("fill").equals("#dff0e5")).toList();
    assertThat(shades).hasSize(3); // and the sample in the legend
    double first = number(shades.get(0), "width");
    assertThat(number(shades.get(1), "width")).isCloseTo(first / 2, within(0.02));
    assertThat(number(shades.get(1), "x") - number(shades.get(0), "x"))
        .isCloseTo(2 * first, within(0.02));
    assertThat(svg.texts()).contains("wide");
  }

  private static double x(Parsed svg, String text) {
    return svg.all("text").stream()
        .filter(t -> t.getTextContent().equals(text))
        .mapToDouble(t -> number(t, "x"))
        .findFirst()
        .orElseThrow();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
