package io.tfsno.operator.sketch;

import io.tfsno.operator.sketch.Arrow.Route;
import java.util.ArrayList;
import java.util.List;

/**
 * One picture: boxes on a grid, and arrows between them.
 *
 * @param rows what the rows of the grid have in common, such as their points; empty for nothing
 */
public record Part(String title, List<String> rows, List<Node> nodes, List<Arrow> arrows) {
  public Part {
    rows = List.copyOf(rows);
    nodes = List.copyOf(nodes);
    arrows = List.copyOf(arrows);
  }

  /** A picture that grows box by box. */
  public static final class Draft {
    private final List<Node> nodes = new ArrayList<>();
    private final List<Arrow> arrows = new ArrayList<>();

    public Draft add(Node node) {
      nodes.add(node);
      return this;
    }

    /** A box that the one added before leads to. */
    public Draft then(Node node) {
      return add(node).arrow(nodes.get(nodes.size() - 2).name(), node.name(), Route.STRAIGHT, "");
    }

    public Draft arrow(String from, String to, Route route, String label) {
      arrows.add(new Arrow(from, to, route, label));
      return this;
    }

    public Part done(String title, List<String> rows) {
      return new Part(title, rows, nodes, arrows);
    }
  }
}
