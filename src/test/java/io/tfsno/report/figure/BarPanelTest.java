package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.report.ink.Palette;
import io.tfsno.report.ink.Scale;
import io.tfsno.report.ink.Svg;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarPanelTest {
  private static final List<String> GROUPS = List.of("E1", "E2", "E3");

  @Test
  void draw_linearAxis_barsAreAsLongAsTheirValues() {
    List<Double> heights = heights(new BarPanel("", GROUPS).add("", new double[] {1, 2, 4}));
    assertThat(heights).hasSize(3);
    assertThat(heights.get(1) / heights.get(0)).isBetween(1.98, 2.02);
    assertThat(heights.get(2) / heights.get(0)).isBetween(3.98, 4.02);
  }

  @Test
  void draw_missingAndUnshowableValues_leaveGaps() {
    double[] values = {Double.NaN, -1, 3};
    BarPanel panel = new BarPanel("", GROUPS).yAxis("y", Scale.LOG10);
    assertThat(heights(panel.add("", values, values, values))).hasSize(1);
    assertThat(new Figure("").add(panel).toSvg()).doesNotContain("NaN");
  }

  @Test
  void draw_noBarsAtAll_stillNamesTheGroups() {
    assertThat(Parsed.of(new BarPanel("", GROUPS)).texts()).containsAll(GROUPS);
    assertThat(Parsed.of(new BarPanel("empty", List.of())).texts()).contains("empty");
  }

  @Test
  void draw_longNames_areSlanted() {
    List<String> names =
        List.of("Kuramoto–Sivashinsky", "Navier–Stokes in two dimensions", "Korteweg–de Vries");
    Parsed svg = Parsed.of(new BarPanel("", names).add("", new double[] {1, 2, 3}));
    assertThat(svg.all("text"))
        .filteredOn(t -> names.contains(t.getTextContent()))
        .hasSize(3)
        .allSatisfy(t -> assertThat(t.getAttribute("transform")).startsWith("rotate(-35"));
  }

  @Test
  void add_wrongCount_saysHowMany() {
    assertThatThrownBy(() -> new BarPanel("", GROUPS).add("a", new double[2]))
        .hasMessageContaining("each of 3 groups, found 2, 2 and 2");
  }

  private static List<Double> heights(BarPanel panel) {
    String color = Svg.color(Palette.rgb(0));
    return Parsed.of(panel).all("rect").stream()
        .filter(r -> r.getAttribute("fill").equals(color))
        .map(r -> Double.parseDouble(r.getAttribute("height")))
        .toList();
  }
}
