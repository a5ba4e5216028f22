package io.tfsno.operator.sketch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Boxes one after the other, in lines that a page has room for: there, back, and there again. */
public final class Chain {
  private static final int LONGEST = 9;

  private Chain() {}

  /**
   * @param nodes in their order; where they stand does not matter yet
   * @param level what all of them have in common
   */
  public static Part of(String title, String level, List<Node> nodes) {
    int lines = (nodes.size() + LONGEST - 1) / LONGEST;
    int length = (nodes.size() + lines - 1) / lines;
    Part.Draft part = new Part.Draft();
    for (int i = 0; i < nodes.size(); i++) {
      int row = i / length;
      int along = i % length;
      Node placed = nodes.get(i).at(row, row % 2 == 0 ? along : length - 1 - along);
      if (i == 0) {
        part.add(placed);
      } else {
        part.then(placed);
      }
    }
    List<String> rows = new ArrayList<>(Collections.nCopies(lines, ""));
    rows.set(0, level);
    return part.done(title, rows);
  }
}
