package io.tfsno.operator.sketch;

import java.util.List;

/**
 * A box at a place of a grid.
 *
 * @param name by which arrows find it; where it has weights, what their names begin with
 * @param row from the top, 0 first
 * @param column from the left, 0 first
 * @param lines what it says, the most important first
 * @param marks what it has in addition
 */
public record Node(
    String name, int row, int column, Kind kind, List<String> lines, List<Mark> marks) {
  /** A word in the colour of a kind. */
  public record Mark(Kind kind, String text) {}

  public Node {
    lines = List.copyOf(lines);
    marks = List.copyOf(marks);
  }

  public Node(String name, int row, int column, Kind kind, String... lines) {
    this(name, row, column, kind, List.of(lines), List.of());
  }

  /** The same box elsewhere. */
  public Node at(int otherRow, int otherColumn) {
    return new Node(name, otherRow, otherColumn, kind, lines, marks);
  }
}
