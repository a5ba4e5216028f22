package io.tfsno.report.network;

import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.sketch.Part;
import io.tfsno.operator.sketch.Sketch;
import io.tfsno.report.ink.Drawn;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parts of a sketch, one below the other. */
public final class NetworkFigure implements Drawn {
  private static final double BORDER = 14;
  private static final double HEADING = 34;
  private static final double BETWEEN = 18;

  private final Sketch sketch;

  public NetworkFigure(Sketch sketch) {
    this.sketch = sketch;
  }

  /** The network of a specification on such fields; empty for models that have no drawing. */
  public static Optional<NetworkFigure> of(OperatorSpec spec, FieldShape shape) {
    try (Operator declared = spec.declare(shape)) {
      return declared.sketch().map(NetworkFigure::new);
    }
  }

  List<PlacedPart> parts() {
    List<PlacedPart> placed = new ArrayList<>();
    double top = BORDER + HEADING;
    for (Part part : sketch.parts()) {
      PlacedPart next = new PlacedPart(part, BORDER, top);
      placed.add(next);
      top += next.height() + BETWEEN;
    }
    return placed;
  }

  @Override
  public String toSvg() {
    List<PlacedPart> parts = parts();
    double inside = parts.stream().mapToDouble(PlacedPart::width).max().orElse(0);
    double width = Math.max(inside, Text.width(sketch.title(), Text.HEADING)) + 2 * BORDER;
    double height = 2 * BORDER + HEADING - BETWEEN;
    for (PlacedPart part : parts) {
      height += part.height() + BETWEEN;
    }
    Svg svg = new Svg(sketch.title());
    svg.beginPage(width, height, sketch.title(), description());
    svg.text(sketch.title(), Text.HEADING, BORDER, BORDER + 16, "font-weight", "bold");
    for (int i = 0; i < parts.size(); i++) {
      svg.begin("g", "xml:space", "preserve"); // spaces behind raised digits
      parts.get(i).draw(svg, parts.size() == 1 ? "" : "(" + (char) ('a' + i) + ")");
      svg.end();
    }
    return svg.end().toString();
  }

  private String description() {
    return sketch.parts().stream()
        .map(part -> part.title() + ". " + words(part))
        .collect(Collectors.joining(" "));
  }

  private static String words(Part part) {
    return part.nodes().stream()
        .map(node -> String.join(" ", node.lines()))
        .collect(Collectors.joining("; ", "", "."));
  }
}
