package io.tfsno.spectral;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * How many points a grid has along each of its one to three axes. What depends on the box is in
 * {@link Grid}; a tensor of values only knows this much of its grid.
 */
public record Points(List<Integer> perAxis) {
  public static final int MOST_AXES = 3;

  public Points {
    perAxis = List.copyOf(perAxis);
    if (perAxis.isEmpty() || perAxis.size() > MOST_AXES) {
      throw new UserError(
          "fields of 1 to %d dimensions".formatted(MOST_AXES),
          perAxis.size() + " dimensions",
          "Take slices of the fields, or average over an axis.");
    }
  }

  public static Points of(int... perAxis) {
    return new Points(Arrays.stream(perAxis).boxed().toList());
  }

  /** The same number along each axis. */
  public static Points cube(int dimension, int points) {
    int[] all = new int[dimension];
    Arrays.fill(all, points);
    return of(all);
  }

  /** Those of a tensor {@code [..., x(, y, z)]}. */
  public static Points of(Tensor field, int dimension) {
    int[] all = new int[dimension];
    for (int axis = 0; axis < dimension; axis++) {
      all[axis] = Math.toIntExact(field.size(axis - dimension));
    }
    return of(all);
  }

  public int dimension() {
    return perAxis.size();
  }

  public int at(int axis) {
    return perAxis.get(axis);
  }

  /** Points along the last axis. */
  public int last() {
    return at(dimension() - 1);
  }

  /** Points of one field. */
  public int cells() {
    return perAxis.stream().reduce(1, Math::multiplyExact);
  }

  /** Whether all axes have the same number. */
  public boolean equalAlongAxes() {
    return perAxis.stream().allMatch(n -> n == last());
  }

  /** Other numbers, axis by axis. */
  public Points map(IntUnaryOperator ofEach) {
    return new Points(perAxis.stream().map(ofEach::applyAsInt).toList());
  }

  /**
   * As many as are asked for: one number stands for all axes, 0 for what is there.
   *
   * @param asked one number, or one for each axis
   */
  public Points asked(List<Integer> asked) {
    if (asked.size() != 1 && asked.size() != dimension()) {
      throw new UserError(
          "1 number of points or %d, one for each axis".formatted(dimension()),
          asked.toString(),
          "Correct the resolution.");
    }
    List<Integer> points = new ArrayList<>();
    for (int axis = 0; axis < dimension(); axis++) {
      int wish = asked.get(asked.size() == 1 ? 0 : axis);
      points.add(wish == 0 ? at(axis) : wish);
    }
    return new Points(points);
  }

  /** Half as many along each axis, rounded up, so often. */
  public Points halved(int times) {
    return map(n -> (n + (1 << times) - 1) >> times);
  }

  /** The shape of a tensor: the given axes, then those of the grid. */
  public long[] shape(long... lead) {
    long[] shape = Arrays.copyOf(lead, lead.length + dimension());
    for (int axis = 0; axis < dimension(); axis++) {
      shape[lead.length + axis] = at(axis);
    }
    return shape;
  }

  /** Every point's place along each axis, the last axis fastest: {@code [axis][cell]}. */
  public int[][] indices() {
    int cells = cells();
    int[][] at = new int[dimension()][cells];
    int stride = 1;
    for (int axis = dimension() - 1; axis >= 0; axis--) {
      for (int cell = 0; cell < cells; cell++) {
        at[axis][cell] = cell / stride % at(axis);
      }
      stride *= at(axis);
    }
    return at;
  }

  /** As people write it: {@code 64 x 96}. */
  public String text() {
    return perAxis.stream().map(String::valueOf).collect(Collectors.joining(" x "));
  }

  /** For JSON: one number where it serves all axes, else the list. */
  @JsonValue
  public Object document() {
    return equalAlongAxes() ? (Object) last() : perAxis;
  }

  /** The numbers as an array. */
  public int[] toArray() {
    return perAxis.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public String toString() {
    return text();
  }
}
