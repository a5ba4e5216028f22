package io.tfsno.data;

import io.tfsno.data.condition.StoredConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.ChannelAttributes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import java.util.List;
import java.util.Optional;

/**
 * {@code tensor} with {@code x-coordinate}, {@code t-coordinate}, and {@code y-coordinate} and
 * {@code z-coordinate} for more dimensions. PDEBench's have one channel and no axis for it; ours
 * put it last when there are several. The coordinates tell [b, t, x, y] from [b, t, x, channel].
 *
 * <p>Ours carry a {@code format_version} and are periodic unless they say otherwise. PDEBench's
 * (advection, Burgers, reaction-diffusion) are all one-dimensional and periodic. Anybody else's
 * have to say.
 */
final class FlatLayout implements LayoutReader {
  @Override
  public boolean matches(Hdf5Group group) {
    return group.hasDataset("tensor");
  }

  @Override
  public TrajectorySet read(SetSource source) {
    Hdf5Group group = source.group();
    if (source.has("nu") && !source.has("t-coordinate")) {
      throw group.error(
          "trajectories",
          "Darcy flow, which is not a time series ('nu' but no 't-coordinate')",
          "Use a data set that evolves in time.");
    }
    FormatVersion.requireKnown(group, source.attributes());
    source.requireChecksums();
    Slab tensor = source.dataset("tensor");
    long[] shape = tensor.shape();
    List<String> space = CoordinateNames.of(source, "-coordinate");
    int extra = shape.length - 2 - space.size();
    if (extra != 0 && extra != 1) {
      throw group.error(
          "'tensor' [b, t, %s(, c)]".formatted(CoordinateNames.axes(space)),
          Shapes.text(shape) + CoordinateNames.end(space, "-coordinate"),
          "Each of 1 to 3 spatial axes has coordinates; channels may stand last.");
    }
    int channels = extra == 0 ? 1 : Math.toIntExact(shape[shape.length - 1]);
    boolean documented =
        source.attributes().containsKey(FormatVersion.ATTRIBUTE)
            || (space.size() == 1 && extra == 0);
    List<Boundary> boundaries =
        source.boundaries(
            space.size(), documented ? Optional.of(Boundary.PERIODIC) : Optional.empty());
    Axes axes = Axes.read(source, source, shape, boundaries, "t-coordinate", space);
    TrajectoryConditions conditions =
        StoredConditions.in(
            group,
            source.attributes(),
            source::dataset,
            axes.trajectories,
            axes.times.length,
            axes.grid.points());
    return new TrajectorySet(
        TrajectoryLayout.FLAT,
        ChannelAttributes.FIELDS.read(group, source.attributes(), channels),
        List.of(Field.of(tensor, channels)),
        axes,
        conditions,
        source);
  }
}
