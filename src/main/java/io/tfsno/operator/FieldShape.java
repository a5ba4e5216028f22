package io.tfsno.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.operator.symmetry.Symmetries;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;

/**
 * The fields an operator maps: {@code [sample, channel, x(, y, z)]}.
 *
 * @param grid where they live; an operator may run on other grids of the same box
 * @param fields their components, in order
 * @param inputs what the operator is given in addition to them
 */
public record FieldShape(
    Grid grid,
    List<Channel> fields,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = FieldShape.NoInputs.class)
        Inputs inputs) {
  public FieldShape {
    inputs = inputs == null ? Inputs.NONE : inputs;
    if (fields.isEmpty()) {
      throw new UserError("at least 1 channel", "0", "A field has components.");
    }
    fields = List.copyOf(fields);
    Channel.requireDifferent(Channel.names(fields));
  }

  /** Fields whose present state is all that an operator sees. */
  public FieldShape(Grid grid, List<Channel> fields) {
    this(grid, fields, Inputs.NONE);
  }

  /** Unnamed channels on a periodic cube. */
  public FieldShape(int dimension, int points, int channels, double length) {
    this(
        Grid.periodic(Points.cube(dimension, points), length),
        channels < 1 ? List.of() : Channel.unnamed(channels));
  }

  public int dimension() {
    return grid.dimension();
  }

  public Points points() {
    return grid.points();
  }

  /** Number of components. */
  public int channels() {
    return fields.size();
  }

  /** Grid points of one field. */
  public int cells() {
    return grid.cells();
  }

  /** The same fields on other points. */
  public FieldShape on(Points points) {
    return new FieldShape(grid.with(points), fields, inputs);
  }

  /** The same fields for an operator that is given more, or less, in addition to them. */
  public FieldShape with(Inputs others) {
    return new FieldShape(grid, fields, others);
  }

  /** What predictions commute with; null for nothing. */
  public Symmetries symmetries() {
    List<String> named = inputs.symmetry();
    return named.isEmpty() ? null : new Symmetries(named, grid.axes(), Channel.names(fields));
  }

  /** Channels that a network sees: those of the fields, and those of its other inputs. */
  public int channelsIn() {
    return channels() + inputs.channels(channels(), dimension());
  }

  /** Leaves out of files what most models do not have, so that older programs read them. */
  static final class NoInputs {
    @Override
    public boolean equals(Object value) {
      return Inputs.NONE.equals(value);
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /** The shape of a tensor of some states, {@code [sample, channel, x(, y, z)]}. */
  public long[] states(int samples) {
    return points().shape(samples, channels());
  }

  /** For messages: {@code u, v on 64 x 64 points on a box of 1 x 1}. */
  public String text() {
    String names = String.join(", ", Channel.names(fields));
    return names + " on " + grid.text();
  }
}
