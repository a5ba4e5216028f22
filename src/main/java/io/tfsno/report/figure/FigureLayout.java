package io.tfsno.report.figure;

import io.tfsno.report.ink.Box;
import io.tfsno.report.ink.Insets;
import io.tfsno.report.ink.Svg;
import io.tfsno.report.ink.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Places panels so that all plot areas are equally large and line up along rows and columns: each
 * column gets the room its widest labels need, and what is left is shared.
 */
record FigureLayout(
    List<Panel> panels, int columns, double cellWidth, double cellHeight, boolean tagged) {
  private static final double BORDER = 6;
  private static final double HEADING = 30;
  private static final double SMALLEST_PLOT = 40;

  /** One column or row: where its plot areas start, and how long they are. */
  private record Span(double start, double length) {}

  /** The room before and after the plot area. */
  private record Room(double before, double after) {
    Room max(Room o) {
      return new Room(Math.max(before, o.before), Math.max(after, o.after));
    }
  }

  String svg(String title, String description) {
    List<Drawing> drawings =
        IntStream.range(0, panels.size())
            .mapToObj(i -> panels.get(i).prepare(new PanelPlace(cellWidth, cellHeight, tag(i))))
            .toList();
    double top = BORDER + (title.isBlank() ? 0 : HEADING);
    List<Room> across = rooms(drawings, true);
    List<Room> down = rooms(drawings, false);
    List<Span> cols = spans(across, cellWidth, BORDER);
    List<Span> rows = spans(down, cellHeight, top);
    double width = end(cols, across) + BORDER;
    double height = end(rows, down) + BORDER;

    Svg svg = new Svg(title + description);
    svg.beginPage(width, height, title, description);
    heading(svg, title, width / 2);
    for (int i = 0; i < drawings.size(); i++) {
      Span col = cols.get(i % columns);
      Span row = rows.get(i / columns);
      svg.begin("g");
      drawings.get(i).draw(svg, new Box(col.start, row.start, col.length, row.length));
      svg.end();
    }
    return svg.end().toString();
  }

  /** For each column or row, the most room that any of its panels needs. */
  private List<Room> rooms(List<Drawing> drawings, boolean across) {
    List<Room> rooms = new ArrayList<>();
    for (int i = 0; i < drawings.size(); i++) {
      Insets m = drawings.get(i).insets();
      Room room = across ? new Room(m.left(), m.right()) : new Room(m.top(), m.bottom());
      int at = across ? i % columns : i / columns;
      if (at == rooms.size()) {
        rooms.add(room);
      } else {
        rooms.set(at, rooms.get(at).max(room));
      }
    }
    return rooms.isEmpty() ? List.of(new Room(0, 0)) : rooms;
  }

  private static List<Span> spans(List<Room> rooms, double cell, double from) {
    double taken = rooms.stream().mapToDouble(r -> r.before + r.after).sum();
    double length = Math.max(SMALLEST_PLOT, cell - taken / rooms.size());
    List<Span> spans = new ArrayList<>();
    double at = from;
    for (Room r : rooms) {
      spans.add(new Span(at + r.before, length));
      at += r.before + length + r.after;
    }
    return spans;
  }

  private static double end(List<Span> spans, List<Room> rooms) {
    Span last = spans.get(spans.size() - 1);
    return last.start + last.length + rooms.get(rooms.size() - 1).after;
  }

  private static void heading(Svg svg, String title, double middle) {
    svg.text(
        title, Text.HEADING, middle, BORDER + 20, "text-anchor", "middle", "font-weight", "bold");
  }

  private String tag(int i) {
    return tagged ? "(" + (char) ('a' + i % 26) + ")" : "";
  }
}
