package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * {@code tensor} with {@code x-coordinate}, for two dimensions {@code y-coordinate}, and {@code
 * t-coordinate}. PDEBench's have one channel and no axis for it; ours put it last when there are
 * several. Whether there is a {@code y-coordinate} tells [b, t, x, y] from [b, t, x, channel].
 */
final class FlatLayout implements LayoutReader {
  private static final String X = "x-coordinate";
  private static final String Y = "y-coordinate";

  @Override
  public boolean matches(Hdf5Group group) {
    return group.hasDataset("tensor");
  }

  @Override
  public TrajectorySet read(Hdf5Group group, Map<String, Object> attributes) {
    if (group.hasDataset("nu") && !group.hasDataset("t-coordinate")) {
      throw group.error(
          "trajectories",
          "Darcy flow, which is not a time series ('nu' but no 't-coordinate')",
          "Use a data set that evolves in time.");
    }
    Slab tensor = group.dataset("tensor");
    long[] shape = tensor.shape();
    if (group.hasDataset("z-coordinate")) {
      throw threeDimensional(group);
    }
    int dimensions = group.hasDataset(Y) ? 2 : 1;
    int extra = shape.length - 2 - dimensions;
    if (extra != 0 && extra != 1) {
      throw group.error(
          dimensions == 1 ? "'tensor' [b, t, x(, c)]" : "'tensor' [b, t, x, y(, c)]",
          Shapes.text(shape) + " with " + (dimensions == 1 ? "no '" : "a '") + Y + "'",
          "Only one- and two-dimensional trajectories can be read.");
    }
    int channels = extra == 0 ? 1 : Math.toIntExact(shape[shape.length - 1]);
    String[] space = dimensions == 1 ? new String[] {X} : new String[] {X, Y};
    return new TrajectorySet(
        TrajectoryLayout.FLAT,
        names(channels, attributes.get("field")),
        List.of(Field.of(tensor, channels)),
        Axes.read(group, shape, attributes, "t-coordinate", space),
        attributes);
  }

  static UserError threeDimensional(Hdf5Group group) {
    return group.error(
        "trajectories in one or two dimensions",
        "three ('z-coordinate')",
        "Three-dimensional data cannot be read.");
  }

  /** From the attribute {@code field} ("u" or "u, v") if it fits, else u, v or numbered. */
  private static List<String> names(int channels, Object field) {
    if (field instanceof String text) {
      List<String> names = Arrays.stream(text.split(",")).map(String::strip).toList();
      if (names.size() == channels) {
        return names;
      }
    }
    return defaultNames(channels);
  }

  static List<String> defaultNames(int channels) {
    if (channels <= 2) {
      return List.of("u", "v").subList(0, channels);
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < channels; i++) {
      names.add("u" + i);
    }
    return names;
  }
}
