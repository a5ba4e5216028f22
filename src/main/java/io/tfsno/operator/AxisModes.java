package io.tfsno.operator;

import com.fasterxml.jackson.annotation.JsonValue;
import io.tfsno.base.UserError;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Kept wave numbers per sign: one count for all axes, or one for each. In a file {@code 16} or
 * {@code [12, 16]}.
 */
public record AxisModes(List<Integer> counts) {
  public AxisModes {
    counts = List.copyOf(Sizes.requirePresent("modes", counts));
    counts.forEach(m -> Sizes.requirePositive("modes", m));
    if (counts.isEmpty() || counts.size() > Points.MOST_AXES) {
      throw new UserError(
          "modes as one number or as one for each of at most %d axes".formatted(Points.MOST_AXES),
          counts.size() + " numbers",
          "Give one number for each axis of the grid.");
    }
  }

  public static AxisModes of(int... counts) {
    return new AxisModes(Arrays.stream(counts).boxed().toList());
  }

  /** The same count along all axes, for each level. */
  public static List<AxisModes> levels(List<Integer> ofEach) {
    return Sizes.requirePresent("modes", ofEach).stream().map(AxisModes::of).toList();
  }

  /** The half spectrum that a spectral layer keeps in a dimension. */
  public Modes half(int dimension) {
    if (counts.size() != 1 && counts.size() != dimension) {
      throw new UserError(
          "modes as one number or as one for each of %d axes".formatted(dimension),
          "modes " + this,
          "Give %d numbers, or one for all axes.".formatted(dimension));
    }
    return Modes.half(
        counts.size() == 1 ? Points.cube(dimension, counts.get(0)).perAxis() : counts);
  }

  /** The one count that serves all axes. */
  public int forAllAxes() {
    if (counts.stream().distinct().count() != 1) {
      throw new UserError(
          "the same modes along all axes", "modes " + this, "Give one number for all of them.");
    }
    return counts.get(0);
  }

  /**
   * Refuses more modes than an axis holds on a level that was halved some times: the Nyquist wave
   * is never kept.
   */
  public void requireOn(Grid finest, int halvings) {
    Modes modes = half(finest.dimension());
    Points points = finest.points().halved(halvings);
    for (int a = 0; a < finest.dimension(); a++) {
      Axis axis = finest.axis(a);
      int wanted = modes.axis(a).positive();
      int most = points.at(a) / 2;
      if (wanted > most) {
        throw new UserError(
            "at most %d modes along %s on %d points".formatted(most, axis.name(), points.at(a)),
            wanted + " modes",
            "Lower modes to %d or use a grid of at least %d points."
                .formatted(most, 2 * wanted * (1 << halvings)));
      }
    }
  }

  /** No more than a level holds that was halved some times; itself where it holds all. */
  public AxisModes within(Points finest, int halvings) {
    List<Integer> wanted =
        half(finest.dimension()).axes().stream().map(Modes.Axis::positive).toList();
    List<Integer> kept = new ArrayList<>();
    for (int a = 0; a < finest.dimension(); a++) {
      kept.add(Math.min(wanted.get(a), Math.max(1, finest.halved(halvings).at(a) / 2)));
    }
    if (kept.equals(wanted)) {
      return this;
    }
    return kept.stream().distinct().count() == 1 ? of(kept.get(0)) : new AxisModes(kept);
  }

  /** For JSON: one number where it serves all axes, else the list. */
  @JsonValue
  public Object document() {
    return counts.size() == 1 ? (Object) counts.get(0) : counts;
  }

  @Override
  public String toString() {
    return document().toString();
  }
}
