package io.tfsno.report.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.operator.Operator;
import io.tfsno.operator.SketchedModels;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.report.figure.Parsed;
import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class NetworkFigureTest {
  static Stream<SketchedModels.Model> models() {
    return SketchedModels.all();
  }

  @ParameterizedTest
  @MethodSource("models")
  void boxes_ofAnyNetwork_doNotTouch_andArrowsPassBesideThem(SketchedModels.Model model) {
    for (PlacedPart part : new NetworkFigure(sketch(model)).parts()) {
      List<Box> boxes = new ArrayList<>(part.boxes().values());
      List<ArrowLine> arrows = part.arrows();
      for (int i = 0; i < boxes.size(); i++) {
        for (Box other : boxes.subList(i + 1, boxes.size())) {
          assertThat(touch(boxes.get(i).grown(4), other.grown(4))).isFalse();
        }
        for (ArrowLine arrow : arrows) {
          Box inner = boxes.get(i).grown(-1);
          assertThat(segments(arrow)).noneMatch(segment -> touch(segment, inner));
          assertThat(!arrow.label().isEmpty() && touch(arrow.labelBox(), boxes.get(i))).isFalse();
        }
      }
      assertThat(arrows).allMatch(NetworkFigureTest::isAlongTheAxes);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void texts_ofAnyNetwork_stayOnThePage(SketchedModels.Model model) {
    Parsed svg = Parsed.of(new NetworkFigure(sketch(model)).toSvg());
    Element page = svg.document().getDocumentElement();
    double width = number(page, "width");
    double height = number(page, "height");
    assertThat(page.getAttribute("viewBox"))
        .isEqualTo("0 0 %s %s".formatted(page.getAttribute("width"), page.getAttribute("height")));
    NodeList texts = page.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      Element text = (Element) texts.item(i);
      double size = number(text, "font-size");
      double wide = Text.width(text.getTextContent(), size);
      boolean middle = text.getAttribute("text-anchor").equals("middle");
      double left = number(text, "x") - (middle ? wide / 2 : 0);
      assertThat(left).as(text.getTextContent()).isGreaterThanOrEqualTo(0);
      assertThat(left + wide).as(text.getTextContent()).isLessThanOrEqualTo(width);
      assertThat(number(text, "y")).isBetween(size, height - 0.2 * size);
    }
    NodeList boxes = page.getElementsByTagName("rect");
    for (int i = 0; i < boxes.getLength(); i++) {
      Element box = (Element) boxes.item(i);
      assertThat(number(box, "x") + number(box, "width")).isLessThanOrEqualTo(width);
      assertThat(number(box, "y") + number(box, "height")).isLessThanOrEqualTo(height);
    }
  }

  @Test
  void drawing_ofOneNetwork_isTheSameInAnyLocale() {
    SketchedModels.Model model = SketchedModels.tfsno().findFirst().orElseThrow();
    String expected = new NetworkFigure(sketch(model)).toSvg();
    assertThat(expected).contains("645,110").contains("<desc>").doesNotContain("url(");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(new NetworkFigure(sketch(model)).toSvg()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Sketch sketch(SketchedModels.Model model) {
    try (Operator declared = model.spec().declare(model.shape())) {
      return declared.sketch().orElseThrow();
    }
  }

  private static List<Box> segments(ArrowLine arrow) {
    List<Box> segments = new ArrayList<>();
    for (int i = 1; i < arrow.points().size(); i++) {
      Point a = arrow.points().get(i - 1);
      Point b = arrow.points().get(i);
      segments.add(
          new Box(
              Math.min(a.x(), b.x()),
              Math.min(a.y(), b.y()),
              Math.abs(a.x() - b.x()),
              Math.abs(a.y() - b.y())));
    }
    return segments;
  }

  private static boolean isAlongTheAxes(ArrowLine arrow) {
    return segments(arrow).stream()
        .allMatch(s -> Math.min(s.width(), s.height()) < 1e-6 && s.width() + s.height() > 8);
  }

  private static boolean touch(Box a, Box b) {
    return a.x() < b.right() && b.x() < a.right() && a.y() < b.bottom() && b.y() < a.bottom();
  }

  private static double number(Element element, String attribute) {
    String text = element.getAttribute(attribute);
    return text.isEmpty() ? 0 : Double.parseDouble(text);
  }
}
