package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.report.ink.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class FigureTest {
  private static final String AWKWARD = "a < b & \"c\" > 'd' ω λ 𝒩 ]]> \u0001 \ud800";

  @Test
  void toSvg_awkwardLabels_isWellFormedAndKeepsThem() {
    Parsed svg =
        Parsed.of(
            new Figure(AWKWARD)
                .description(AWKWARD)
                .add(
                    new LinePanel(AWKWARD)
                        .xAxis(AWKWARD, Scale.LINEAR)
                        .yAxis("‖u‖₂² in 10⁻³", Scale.LINEAR)
                        .add(Series.of(AWKWARD, new double[] {0, 1}, new double[] {1, 2}))));
    String kept = "a < b & \"c\" > 'd' ω λ 𝒩 ]]> \ufffd \ufffd";
    assertThat(svg.texts()).filteredOn(t -> t.equals(kept)).hasSize(4);
    assertThat(svg.texts()).contains("‖u‖22 in 10−3");
    assertThat(svg.all("desc").get(0).getTextContent()).isEqualTo(kept);
  }

  @Test
  void toSvg_always_isSelfContainedAndDescribed() {
    Figure figure = sample();
    Element root = Parsed.of(figure).root();
    assertThat(root.getAttribute("viewBox"))
        .isEqualTo("0 0 " + root.getAttribute("width") + " " + root.getAttribute("height"));
    assertThat(root.getAttribute("font-family")).endsWith("sans-serif");
    assertThat(Parsed.of(figure).all("title").get(0).getTextContent()).isEqualTo("Sample");
    assertThat(Parsed.of(figure).all("desc").get(0).getTextContent()).contains("curve", "field");
    assertThat(Parsed.of(figure).all("image"))
        .allSatisfy(i -> assertThat(i.getAttribute("href")).startsWith("data:image/png;base64,"));
  }

  @Test
  void toSvg_sameInput_givesTheSameBytesInAnyLocale() {
    Locale before = Locale.getDefault();
    String expected = sample().toSvg();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(sample().toSvg()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void toSvg_panelsWithDifferentLabels_haveEqualPlotAreas() {
    Figure figure = new Figure("").columns(2);
    for (double size : new double[] {1, 1e-9, 1e5, 12345.678}) {
      figure.add(HeatPanel.of("field", new double[][] {{0, size}}).yAxis("y", 0, size));
    }
    Parsed svg = Parsed.of(figure);
    assertThat(svg.all("image").stream().filter(i -> i.getAttribute("style").contains("pixelated")))
        .hasSize(4)
        .allSatisfy(
            i -> {
              Element first = svg.all("image").get(0);
              assertThat(Double.parseDouble(i.getAttribute("width")))
                  .isCloseTo(Double.parseDouble(first.getAttribute("width")), within(0.02));
              assertThat(i.getAttribute("height")).isEqualTo(first.getAttribute("height"));
            });
  }

  @Test
  void toSvg_withoutPanels_isStillAFigure() {
    assertThat(Parsed.of(new Figure("nothing yet")).texts()).containsExactly("nothing yet");
  }

  @Test
  void toSvg_tagged_lettersThePanels() {
    assertThat(Parsed.of(sample().tagged()).texts()).contains("(a)", "(b)");
  }

  @Test
  void write_missingFolder_isMadeAndTheTextIsUtf8(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("deep/er/figure.svg");
    new Figure("ω₀ ≈ 1").write(file);
    assertThat(Files.readString(file, StandardCharsets.UTF_8))
        .isEqualTo(new Figure("ω₀ ≈ 1").toSvg());
  }

  @Test
  void settings_outOfBounds_sayWhatWasExpected() {
    assertThatThrownBy(() -> new Figure("").columns(0)).hasMessageContaining("at least 1 column");
    assertThatThrownBy(() -> new Figure("").panelSize(Double.NaN, 300))
        .hasMessageContaining("found NaN x 300.0");
  }

  private static Figure sample() {
    double[] x = {0, 0.5, 1};
    return new Figure("Sample")
        .columns(2)
        .add(
            new LinePanel("curve")
                .yAxis("y", Scale.LOG10)
                .add(Series.of("s", x, new double[] {1, 0.1, 0.01}).withMarkers()))
        .add(HeatPanel.of("field", new double[][] {{0, 0.25}, {0.5, 1}}));
  }
}
