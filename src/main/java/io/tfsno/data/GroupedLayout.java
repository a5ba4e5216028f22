package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.ChannelAttributes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PDEBench's diffusion-sorption, diffusion-reaction and shallow-water files: one group of digits
 * per trajectory, in it {@code data} [t, x(, y, z), channel] and {@code grid/x}, {@code grid/y},
 * {@code grid/z}, {@code grid/t}, all between walls. Grid and attributes are taken from the first;
 * the others must only have its shape, which is checked when they are read, since there may be ten
 * thousand.
 */
final class GroupedLayout implements LayoutReader {
  @Override
  public boolean matches(Hdf5Group group) {
    return names(group).stream()
        .findFirst()
        .filter(n -> group.group(n).hasDataset("data"))
        .isPresent();
  }

  @Override
  public TrajectorySet read(SetSource source) {
    Hdf5Group group = source.group();
    List<String> names = names(group);
    Map<String, Object> merged = new TreeMap<>(source.attributes());
    merged.putAll(group.group(names.get(0)).attributes());
    SetSource first = source.inside(names.get(0), merged);
    long[] shape = first.dataset("data").shape();
    SetSource grid = first.inside("grid", merged);
    List<String> space = CoordinateNames.of(grid, "");
    if (shape.length != space.size() + 2) {
      throw group.error(
          "'%s' [t, %s, c], as its grid has %2$s"
              .formatted(first.group().path("data"), CoordinateNames.axes(space)),
          Shapes.text(shape),
          "The data and its grid do not belong together.");
    }
    long[] flat = new long[shape.length];
    flat[0] = names.size();
    System.arraycopy(shape, 0, flat, 1, shape.length - 1);
    int channels = Math.toIntExact(shape[shape.length - 1]);
    // The only such file with one channel in two dimensions is shallow water: the height.
    boolean height = channels == 1 && space.size() == 2 && !merged.containsKey("field");
    List<Boundary> boundaries = first.boundaries(space.size(), Optional.of(Boundary.WALL));
    return new TrajectorySet(
        TrajectoryLayout.GROUPED,
        height
            ? Channel.named(List.of("h"))
            : ChannelAttributes.FIELDS.read(group, merged, channels),
        List.of(new Trajectories(group, names, shape)),
        Axes.read(source, grid, flat, boundaries, "t", space),
        first);
  }

  private static List<String> names(Hdf5Group group) {
    return group.groupNames().stream().filter(n -> n.matches("[0-9]+")).toList();
  }

  /** One data set per trajectory. */
  private static final class Trajectories implements Field {
    private final Hdf5Group group;
    private final List<String> names;
    private final long[] shape;

    Trajectories(Hdf5Group group, List<String> names, long[] shape) {
      this.group = group;
      this.names = names;
      this.shape = shape;
    }

    @Override
    public int channels() {
      return Math.toIntExact(shape[shape.length - 1]);
    }

    @Override
    public void read(long firstTrajectory, int count, int firstStep, int steps, float[] to) {
      int[] box = Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
      box[0] = steps;
      long[] start = new long[box.length];
      start[0] = firstStep;
      int size = Math.toIntExact(Shapes.size(Shapes.longs(box)));
      for (int i = 0; i < count; i++) {
        Hdf5Group trajectory = group.group(names.get(Math.toIntExact(firstTrajectory + i)));
        Slab data = trajectory.dataset("data");
        if (!Arrays.equals(data.shape(), shape)) {
          throw group.error(
              "'%s' of shape %s, as the first"
                  .formatted(trajectory.path("data"), Shapes.text(shape)),
              Shapes.text(data.shape()),
              "Remove the group or make the file again.");
        }
        data.read(start, box, to, i * size);
      }
    }
  }
}
