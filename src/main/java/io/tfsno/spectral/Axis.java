package io.tfsno.spectral;

import io.tfsno.base.UserError;

/**
 * One axis of a grid: evenly spaced points {@code x_j = j h}, counted from the first one.
 *
 * @param name x, y or z, or what a file calls it
 * @param length of the box along the axis: {@code points} spacings, whatever the boundary. A
 *     periodic field begins again after it; points between walls are centres of cells that fill it
 */
public record Axis(String name, int points, double length, Boundary boundary) {
  private static final int MOST_POINTS = 1 << 24;

  public Axis {
    if (name == null || name.isBlank()) {
      throw new UserError("a name for every axis", "none", "Call it x, y or z.");
    }
    if (points < 2 || points > MOST_POINTS) {
      throw new UserError(
          "2 to %d grid points along %s".formatted(MOST_POINTS, name),
          Integer.toString(points),
          points < 2 ? "Use a finer grid." : "Use a coarser grid.");
    }
    if (!(length > 0) || Double.isInfinite(length)) {
      throw new UserError(
          "a positive box length along " + name,
          Double.toString(length),
          "Give the distance after which the field begins again, or that between the walls.");
    }
    if (boundary == null) {
      throw new UserError("a boundary along " + name, "none", "Use periodic or wall.");
    }
  }

  public boolean periodic() {
    return boundary == Boundary.PERIODIC;
  }

  /** The distance h between neighbours. */
  public double spacing() {
    return length / points;
  }

  /** The points, the first at 0. */
  public double[] coordinates() {
    double[] x = new double[points];
    for (int j = 0; j < points; j++) {
      x[j] = j * spacing();
    }
    return x;
  }

  /** The physical wave number {@code 2 pi m / L} of an integer one. */
  public double wave(int m) {
    return 2 * Math.PI * m / length;
  }

  /** The same box with other points. */
  public Axis with(int otherPoints) {
    return otherPoints == points ? this : new Axis(name, otherPoints, length, boundary);
  }
}
