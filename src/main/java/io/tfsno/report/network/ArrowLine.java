package io.tfsno.report.network;

import io.tfsno.operator.sketch.Arrow;
import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;
import java.util.List;

/**
 * The way of an arrow from the edge of one box to that of another: one line, or two.
 *
 * @param pointed whether it has a head
 */
record ArrowLine(List<Point> points, String label, boolean pointed) {
  static final double LABEL = 11;

  private static final String INK = "#44484f";
  private static final double HEAD = 7;
  private static final double HALF = 3.4;

  static ArrowLine between(Box a, Box b, Arrow arrow, boolean pointed) {
    Point from = middle(a);
    Point to = middle(b);
    List<Point> whole =
        switch (arrow.route()) {
          case STRAIGHT -> List.of(from, to);
          case ROW_FIRST -> List.of(from, new Point(to.x(), from.y()), to);
          case COLUMN_FIRST -> List.of(from, new Point(from.x(), to.y()), to);
        };
    Point[] cut = whole.toArray(Point[]::new);
    int last = cut.length - 1;
    cut[0] = edge(a, cut[0], cut[1]);
    cut[last] = edge(b, cut[last], cut[last - 1]);
    return new ArrowLine(List.of(cut), arrow.label(), pointed);
  }

  private static Point middle(Box box) {
    return new Point(box.x() + box.width() / 2, box.y() + box.height() / 2);
  }

  /** Where the line from the middle of a box towards a point along an axis leaves the box. */
  private static Point edge(Box box, Point middle, Point towards) {
    if (Math.abs(towards.x() - middle.x()) > Math.abs(towards.y() - middle.y())) {
      return new Point(towards.x() > middle.x() ? box.right() : box.x(), middle.y());
    }
    return new Point(middle.x(), towards.y() > middle.y() ? box.bottom() : box.y());
  }

  void draw(Svg svg) {
    StringBuilder path = new StringBuilder();
    Point tip = points.get(points.size() - 1);
    Point before = points.get(points.size() - 2);
    double length = Math.hypot(tip.x() - before.x(), tip.y() - before.y());
    double ux = (tip.x() - before.x()) / length;
    double uy = (tip.y() - before.y()) / length;
    for (int i = 0; i < points.size(); i++) {
      Point p = points.get(i);
      boolean last = pointed && i == points.size() - 1;
      path.append(i == 0 ? 'M' : 'L')
          .append(Svg.number(last ? p.x() - HEAD * ux : p.x()))
          .append(' ')
          .append(Svg.number(last ? p.y() - HEAD * uy : p.y()));
    }
    svg.leaf(
        "path",
        "d",
        path,
        "fill",
        "none",
        "stroke",
        INK,
        "stroke-width",
        1.3,
        "stroke-linejoin",
        "round");
    if (pointed) {
      head(svg, tip, ux, uy);
    }
    label(svg);
  }

  private static void head(Svg svg, Point tip, double ux, double uy) {
    double x = tip.x() - HEAD * ux;
    double y = tip.y() - HEAD * uy;
    String path =
        "M%s %sL%s %sL%s %sZ"
            .formatted(
                Svg.number(tip.x()),
                Svg.number(tip.y()),
                Svg.number(x - HALF * uy),
                Svg.number(y + HALF * ux),
                Svg.number(x + HALF * uy),
                Svg.number(y - HALF * ux));
    svg.leaf("path", "d", path, "fill", INK);
  }

  /** Next to an upright line, above a level one. */
  private void label(Svg svg) {
    Box box = labelBox();
    svg.text(label, LABEL, box.x(), box.y() + 0.8 * LABEL, "fill", INK);
  }

  Box labelBox() {
    Point a = points.get(0);
    Point b = points.get(1);
    double x = (a.x() + b.x()) / 2;
    double y = (a.y() + b.y()) / 2;
    double width = Text.width(label, LABEL);
    return Math.abs(a.x() - b.x()) < Math.abs(a.y() - b.y())
        ? new Box(x + 5, y - LABEL / 2, width, LABEL)
        : new Box(x - width / 2, y - LABEL - 4, width, LABEL);
  }
}
