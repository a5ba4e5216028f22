package io.tfsno.report.figure;

import io.tfsno.report.ink.Drawn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Panels in a grid, filled row by row, as one self-contained SVG. Sizes are in pixels of the SVG at
 * its natural size; it scales to any other.
 */
public final class Figure implements Drawn {
  private final String title;
  private final List<Panel> panels = new ArrayList<>();
  private int columns = 1;
  private double panelWidth = 420;
  private double panelHeight = 300;
  private String description = "";
  private boolean tagged;

  /** A blank title takes no room. */
  public Figure(String title) {
    this.title = title;
  }

  public Figure columns(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("expected at least 1 column, found " + count);
    }
    columns = count;
    return this;
  }

  /** The size of each cell, with its labels. */
  public Figure panelSize(double width, double height) {
    if (!(width >= 120 && height >= 100 && width <= 10_000 && height <= 10_000)) {
      throw new IllegalArgumentException(
          "expected panels of 120 x 100 to 10000 x 10000 pixels, found %s x %s"
              .formatted(width, height));
    }
    panelWidth = width;
    panelHeight = height;
    return this;
  }

  /** Marks the panels a, b, c, ... so that a text can refer to them. */
  public Figure tagged() {
    tagged = true;
    return this;
  }

  /** What the figure shows, for readers who cannot see it; the panels are described without it. */
  public Figure description(String text) {
    description = text;
    return this;
  }

  public Figure add(Panel panel) {
    panels.add(panel);
    return this;
  }

  @Override
  public String toSvg() {
    return new FigureLayout(panels, columns, panelWidth, panelHeight, tagged)
        .svg(title, description());
  }

  private String description() {
    return description.isBlank()
        ? panels.stream().map(Panel::summary).collect(Collectors.joining(" "))
        : description;
  }
}
