package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.report.ink.ColorMap;
import io.tfsno.report.ink.Scale;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class HeatPanelTest {
  private static final double[][] CORNERS = {{0, 1, 2}, {3, 4, 5}};

  @Test
  void image_byDefault_hasRowZeroAtTheBottom() throws IOException {
    BufferedImage image = image(HeatPanel.of("", CORNERS));
    assertThat(image.getWidth()).isEqualTo(3);
    assertThat(image.getHeight()).isEqualTo(2);
    assertThat(image.getRGB(0, 1) & 0xffffff).isEqualTo(ColorMap.SEQUENTIAL.rgb(0));
    assertThat(image.getRGB(2, 0) & 0xffffff).isEqualTo(ColorMap.SEQUENTIAL.rgb(1));
  }

  @Test
  void image_rowZeroOnTop_isTurnedTogetherWithItsAxis() throws IOException {
    HeatPanel panel = HeatPanel.of("", 2, 3, new double[] {0, 1, 2, 3, 4, 5}).yAxis("y", 0, 8);
    BufferedImage image = image(panel.rowZeroOnTop());
    assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(ColorMap.SEQUENTIAL.rgb(0));
    assertThat(height(Parsed.of(panel), "0")).isLessThan(height(Parsed.of(panel), "8"));
  }

  @Test
  void image_symmetric_showsZeroInTheMiddleColour() throws IOException {
    HeatPanel panel = HeatPanel.of("", new double[][] {{-1, 0, 5}});
    BufferedImage image = image(panel.colors(ColorMap.DIVERGING).symmetric());
    assertThat(image.getRGB(1, 0) & 0xffffff).isEqualTo(ColorMap.DIVERGING.rgb(0.5));
    assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(ColorMap.DIVERGING.rgb(0.4));
  }

  @Test
  void image_logarithmicColours_spreadDecadesEvenly() throws IOException {
    HeatPanel panel = HeatPanel.of("", new double[][] {{-1, 1e-4, 1e-2, 1}});
    BufferedImage image = image(panel.colorBar("error", Scale.LOG10));
    assertThat(image.getRGB(0, 0)).isEqualTo(image.getRGB(1, 0));
    assertThat(image.getRGB(2, 0) & 0xffffff).isEqualTo(ColorMap.SEQUENTIAL.rgb(0.5));
  }

  @Test
  void image_missingAndInfiniteValues_areGreyAndAtTheEnds() throws IOException {
    double inf = Double.POSITIVE_INFINITY;
    HeatPanel panel = HeatPanel.of("", new double[][] {{Double.NaN, inf, -inf, 0, 1}});
    BufferedImage image = image(panel);
    assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(ColorMap.MISSING);
    assertThat(image.getRGB(1, 0)).isEqualTo(image.getRGB(4, 0));
    assertThat(image.getRGB(2, 0)).isEqualTo(image.getRGB(3, 0));
    assertThat(new Figure("").add(panel).toSvg())
        .doesNotContain("\"NaN")
        .doesNotContain("Infinity");
  }

  @Test
  void image_hugeField_isAveragedDown() throws IOException {
    BufferedImage image = image(HeatPanel.of("", 3, 2500, new double[7500]));
    assertThat(image.getWidth()).isLessThanOrEqualTo(HeatImage.MOST_PIXELS);
    assertThat(image.getHeight()).isEqualTo(3);
  }

  @Test
  void image_coarseField_keepsItsCellsCrisp() {
    Element image = Parsed.of(HeatPanel.of("", CORNERS)).all("image").get(0);
    assertThat(image.getAttribute("style")).isEqualTo("image-rendering:pixelated");
    assertThat(image.getAttribute("preserveAspectRatio")).isEqualTo("none");
  }

  @Test
  void equalAspect_wideDomain_isDrawnWide() {
    HeatPanel panel = HeatPanel.of("", CORNERS).xAxis("x", 0, 6).yAxis("y", 0, 2).equalAspect();
    Element image = Parsed.of(panel).all("image").get(0);
    double width = Double.parseDouble(image.getAttribute("width"));
    assertThat(width / Double.parseDouble(image.getAttribute("height"))).isBetween(2.98, 3.02);
  }

  @Test
  void constantField_anyValue_isDrawnWithAColourBar() {
    for (double c : new double[] {0, 3, -1e300, Double.NaN, Double.MIN_VALUE}) {
      Parsed svg = Parsed.of(HeatPanel.of("", new double[][] {{c, c}}));
      assertThat(svg.all("image")).hasSize(2);
    }
    assertThat(Parsed.of(HeatPanel.of("", CORNERS).withoutColorBar()).all("image")).hasSize(1);
  }

  private static double height(Parsed svg, String label) {
    return svg.all("text").stream()
        .filter(
            t -> t.getTextContent().equals(label) && t.getAttribute("text-anchor").equals("end"))
        .mapToDouble(t -> Double.parseDouble(t.getAttribute("y")))
        .findFirst()
        .orElseThrow();
  }

  private static BufferedImage image(HeatPanel panel) throws IOException {
    String href = Parsed.of(panel).all("image").get(0).getAttribute("href");
    byte[] png = Base64.getDecoder().decode(href.substring(href.indexOf(',') + 1));
    return ImageIO.read(new ByteArrayInputStream(png));
  }
}
