package io.tfsno.report.figure;

import io.tfsno.report.ink.Point;
import io.tfsno.report.ink.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Geometry of polylines in pixels. */
final class Curve {
  /** Points closer than this to the one before cannot be told apart. */
  private static final double THIN = 0.25;

  private Curve() {}

  /** The unbroken stretches of a sequence in which some points are missing. */
  static List<List<Point>> runs(int size, IntFunction<Optional<Point>> at) {
    List<List<Point>> runs = new ArrayList<>();
    List<Point> run = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Optional<Point> p = at.apply(i);
      if (p.isPresent()) {
        run.add(p.get());
      } else if (!run.isEmpty()) {
        runs.add(run);
        run = new ArrayList<>();
      }
    }
    if (!run.isEmpty()) {
      runs.add(run);
    }
    return runs;
  }

  /** SVG path data, without points that would make the file longer and the line no better. */
  static String path(List<Point> run) {
    StringBuilder d = new StringBuilder();
    Point last = null;
    for (int i = 0; i < run.size(); i++) {
      Point p = run.get(i);
      if (last == null || i == run.size() - 1 || distance(last, p) >= THIN) {
        d.append(last == null ? 'M' : 'L').append(Svg.number(p.x())).append(' ');
        d.append(Svg.number(p.y()));
        last = p;
      }
    }
    return d.toString();
  }

  /** Points along the line at most {@code step} apart. */
  static List<Point> sampled(List<Point> run, double step) {
    List<Point> out = new ArrayList<>();
    Point last = null;
    for (Point p : run) {
      if (last != null) {
        int pieces = (int) Math.ceil(distance(last, p) / step);
        for (int k = 1; k < pieces; k++) {
          double t = (double) k / pieces;
          out.add(new Point(last.x() + t * (p.x() - last.x()), last.y() + t * (p.y() - last.y())));
        }
      }
      out.add(p);
      last = p;
    }
    return out;
  }

  private static double distance(Point a, Point b) {
    return Math.hypot(a.x() - b.x(), a.y() - b.y());
  }
}
