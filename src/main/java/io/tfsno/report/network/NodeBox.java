package io.tfsno.report.network;

import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;

/** A box with its words: the first line strong, the others small, marks in colours below. */
record NodeBox(Node node) {
  private static final double STRONG = 13;
  private static final double SMALL = 11;
  private static final double STRONG_LINE = 17;
  private static final double SMALL_LINE = 14.5;
  private static final double MARK_LINE = 18;
  private static final double PAD_X = 11;
  private static final double PAD_Y = 7;
  private static final double JUNCTION = 24;

  double width() {
    if (node.kind() == Kind.JUNCTION) {
      return JUNCTION;
    }
    double widest = 0;
    for (int i = 0; i < node.lines().size(); i++) {
      // Bold letters are wider.
      double bold = i == 0 ? 1.15 : 1;
      widest = Math.max(widest, bold * Text.width(node.lines().get(i), size(i)));
    }
    for (Node.Mark mark : node.marks()) {
      widest = Math.max(widest, markWidth(mark));
    }
    return widest + 2 * PAD_X;
  }

  double height() {
    if (node.kind() == Kind.JUNCTION) {
      return JUNCTION;
    }
    double lines = STRONG_LINE + (node.lines().size() - 1) * SMALL_LINE;
    double marks = node.marks().isEmpty() ? 0 : 4 + node.marks().size() * MARK_LINE;
    return lines + marks + 2 * PAD_Y;
  }

  private static double size(int line) {
    return line == 0 ? STRONG : SMALL;
  }

  private static double markWidth(Node.Mark mark) {
    return Text.width(mark.text(), SMALL) + 14;
  }

  void draw(Svg svg, Box box) {
    Shade shade = Shade.of(node.kind());
    svg.begin("g");
    outline(svg, box, shade);
    double middle = box.x() + box.width() / 2;
    if (node.kind() == Kind.JUNCTION) {
      svg.text(
          node.lines().get(0),
          16,
          middle,
          box.y() + box.height() / 2 + 5.5,
          "text-anchor",
          "middle");
    } else {
      double bottom = lines(svg, middle, box.y() + PAD_Y);
      marks(svg, middle, bottom + 4);
    }
    svg.end();
  }

  private void outline(Svg svg, Box box, Shade shade) {
    if (node.kind() == Kind.NOTE) {
      svg.boxed("rect", box, "fill", "#ffffff");
      return;
    }
    boolean round = node.kind() == Kind.JUNCTION || node.kind() == Kind.FIELD;
    svg.boxed(
        "rect",
        box,
        "rx",
        round ? Math.min(16, box.height() / 2) : 5,
        "fill",
        shade.inside(),
        "stroke",
        shade.line(),
        "stroke-width",
        1.3);
  }

  /** Writes the lines and returns where they end. */
  private double lines(Svg svg, double middle, double top) {
    double y = top;
    for (int i = 0; i < node.lines().size(); i++) {
      double height = i == 0 ? STRONG_LINE : SMALL_LINE;
      boolean bold = i == 0 && node.kind() != Kind.NOTE;
      svg.text(
          node.lines().get(i),
          size(i),
          middle,
          y + 0.74 * height,
          "text-anchor",
          "middle",
          "font-weight",
          bold ? "bold" : "normal");
      y += height;
    }
    return y;
  }

  private void marks(Svg svg, double middle, double top) {
    double y = top;
    for (Node.Mark mark : node.marks()) {
      double width = markWidth(mark);
      Box pill = new Box(middle - width / 2, y, width, MARK_LINE - 3);
      svg.boxed("rect", pill, "rx", pill.height() / 2, "fill", Shade.of(mark.kind()).line());
      svg.text(
          mark.text(),
          SMALL,
          middle,
          y + 0.75 * pill.height(),
          "text-anchor",
          "middle",
          "fill",
          "#ffffff");
      y += MARK_LINE;
    }
  }
}
