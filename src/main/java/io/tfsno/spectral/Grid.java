package io.tfsno.spectral;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a field lives: one to three axes, each with its points, its length and its boundary.
 *
 * <pre>{@code
 * Grid line = Grid.periodic(Points.of(256), 1);
 * Grid box = Grid.periodic(Points.of(64, 96), 1, 1.5);
 * Grid finer = box.with(Points.of(128, 192));
 * }</pre>
 */
public record Grid(List<Axis> axes) {
  private static final List<String> NAMES = List.of("x", "y", "z");

  public Grid {
    axes = List.copyOf(axes);
    new Points(axes.stream().map(Axis::points).toList());
    if (new HashSet<>(axes.stream().map(Axis::name).toList()).size() != axes.size()) {
      throw new UserError(
          "axes with different names",
          axes.stream().map(Axis::name).collect(Collectors.joining(", ")),
          "Rename one.");
    }
  }

  /**
   * A periodic box with axes x, y, z.
   *
   * @param lengths one for each axis, or one for all
   */
  public static Grid periodic(Points points, double... lengths) {
    Boundary[] all = new Boundary[points.dimension()];
    Arrays.fill(all, Boundary.PERIODIC);
    return of(points, lengths, all);
  }

  /** A box with axes x, y, z; one length or one boundary given stands for all axes. */
  public static Grid of(Points points, double[] lengths, Boundary... boundaries) {
    List<Axis> axes = new ArrayList<>();
    for (int a = 0; a < points.dimension(); a++) {
      axes.add(
          new Axis(
              NAMES.get(a),
              points.at(a),
              lengths.length == 1 ? lengths[0] : lengths[a],
              boundaries.length == 1 ? boundaries[0] : boundaries[a]));
    }
    return new Grid(axes);
  }

  public int dimension() {
    return axes.size();
  }

  public Axis axis(int index) {
    return axes.get(index);
  }

  public Points points() {
    return new Points(axes.stream().map(Axis::points).toList());
  }

  /** Length of the box along each axis. */
  public double[] lengths() {
    return axes.stream().mapToDouble(Axis::length).toArray();
  }

  /** For JSON: one length where it serves all axes, else the list. */
  public Object lengthDocument() {
    double[] all = lengths();
    boolean one = Arrays.stream(all).allMatch(l -> l == all[0]);
    return one ? (Object) all[0] : Arrays.stream(all).boxed().toList();
  }

  public double longest() {
    return Arrays.stream(lengths()).max().orElseThrow();
  }

  /** Points of one field. */
  public int cells() {
    return points().cells();
  }

  /** Whether the field begins again along every axis. */
  public boolean periodic() {
    return axes.stream().allMatch(Axis::periodic);
  }

  /** Whether all axes have the same points and the same length. */
  @JsonIgnore
  public boolean isCube() {
    return axes.stream()
        .allMatch(a -> a.points() == axis(0).points() && a.length() == axis(0).length());
  }

  /** The same box with other points. */
  public Grid with(Points points) {
    if (points.dimension() != dimension()) {
      throw new UserError(
          "points for %d axes".formatted(dimension()), points.text(), "Give one number for each.");
    }
    List<Axis> others = new ArrayList<>();
    for (int a = 0; a < dimension(); a++) {
      others.add(axes.get(a).with(points.at(a)));
    }
    return new Grid(others);
  }

  /** Points, lengths and what is not periodic, as people write them. */
  public String text() {
    String lengths =
        axes.stream()
            .map(a -> "%.6g".formatted(a.length()).replaceAll("\\.?0+$", ""))
            .collect(Collectors.joining(" x "));
    String walls =
        axes.stream().filter(a -> !a.periodic()).map(Axis::name).collect(Collectors.joining(", "));
    return "%s points on a box of %s%s"
        .formatted(points().text(), lengths, walls.isEmpty() ? "" : ", walls along " + walls);
  }
}
