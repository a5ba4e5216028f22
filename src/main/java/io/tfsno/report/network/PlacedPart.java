package io.tfsno.report.network;

import io.tfsno.operator.sketch.Arrow;
import io.tfsno.operator.sketch.Kind;
import io.tfsno.operator.sketch.Node;
import io.tfsno.operator.sketch.Part;
import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * A picture with a place for everything: columns as wide and rows as high as what stands in them,
 * boxes in the middle of both.
 */
final class PlacedPart {
  private static final double COLUMN_GAP = 26;
  private static final double ROW_GAP = 32;
  private static final double BAND = 11;
  private static final double TITLE = 30;
  private static final double ROW_NAME = 11;

  private final Part part;
  private final double left;
  private final double top;
  private final List<Double> widths;
  private final List<Double> heights;
  private final double names;

  PlacedPart(Part part, double left, double top) {
    this.part = part;
    this.left = left;
    this.top = top;
    widths = largest(Node::column, NodeBox::width);
    heights = largest(Node::row, NodeBox::height);
    double widest =
        part.rows().stream().mapToDouble(name -> Text.width(name, ROW_NAME)).max().orElse(0);
    names = widest == 0 ? 0 : widest + 3 * BAND;
  }

  private List<Double> largest(ToIntFunction<Node> at, ToDoubleFunction<NodeBox> size) {
    List<Double> all = new ArrayList<>();
    for (Node node : part.nodes()) {
      while (all.size() <= at.applyAsInt(node)) {
        all.add(0.0);
      }
      int i = at.applyAsInt(node);
      all.set(i, Math.max(all.get(i), size.applyAsDouble(new NodeBox(node))));
    }
    return all;
  }

  double width() {
    double boxes = start(widths, widths.size(), COLUMN_GAP) - COLUMN_GAP;
    return Math.max(names + boxes + BAND, Text.width(part.title(), Text.TITLE) + TITLE);
  }

  double height() {
    return TITLE + BAND + start(heights, heights.size(), ROW_GAP) - ROW_GAP + BAND;
  }

  private static double start(List<Double> sizes, int index, double gap) {
    return sizes.subList(0, index).stream().mapToDouble(size -> size + gap).sum();
  }

  /** Every box by its name. */
  Map<String, Box> boxes() {
    Map<String, Box> boxes = new LinkedHashMap<>();
    for (Node node : part.nodes()) {
      NodeBox drawn = new NodeBox(node);
      Box row = row(node.row());
      double x = left + names + start(widths, node.column(), COLUMN_GAP);
      double spare = widths.get(node.column()) - drawn.width();
      boxes.put(
          node.name(),
          new Box(
              x + spare / 2,
              row.y() + (row.height() - drawn.height()) / 2,
              drawn.width(),
              drawn.height()));
    }
    return boxes;
  }

  /** The stretch of the page that a row of the grid takes. */
  private Box row(int row) {
    double y = top + TITLE + BAND + start(heights, row, ROW_GAP);
    return new Box(left, y, width(), heights.get(row));
  }

  List<ArrowLine> arrows() {
    Map<String, Box> boxes = boxes();
    Set<String> words =
        part.nodes().stream()
            .filter(node -> node.kind() == Kind.NOTE)
            .map(Node::name)
            .collect(Collectors.toSet());
    List<ArrowLine> lines = new ArrayList<>();
    for (Arrow arrow : part.arrows()) {
      Box to = boxes.get(arrow.to());
      boolean pointed = !words.contains(arrow.to());
      lines.add(ArrowLine.between(boxes.get(arrow.from()), to, arrow, pointed));
    }
    return lines;
  }

  void draw(Svg svg, String tag) {
    svg.text(tag, Text.TITLE + 1, left, top + 15, "font-weight", "bold");
    double indent = tag.isBlank() ? 0 : Text.width(tag, Text.TITLE + 1) + 8;
    svg.text(part.title(), Text.TITLE, left + indent, top + 15);
    for (int i = 0; i < part.rows().size(); i++) {
      Box row = row(i);
      svg.boxed(
          "rect",
          new Box(row.x(), row.y() - BAND, row.width(), row.height() + 2 * BAND),
          "rx",
          6,
          "fill",
          "#f5f6f8");
      svg.text(
          part.rows().get(i),
          ROW_NAME,
          row.x() + BAND,
          row.y() + row.height() / 2 + 4,
          "fill",
          "#5a5e66");
    }
    arrows().forEach(line -> line.draw(svg));
    Map<String, Box> boxes = boxes();
    part.nodes().forEach(node -> new NodeBox(node).draw(svg, boxes.get(node.name())));
  }
}
