package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * PDEBench's compressible Navier-Stokes files: one data set [b, t, x(, y, z)] per quantity. The
 * name of the file says {@code periodic}, or {@code trans} for open ends.
 */
final class CompressibleFlowLayout implements LayoutReader {
  @Override
  public boolean matches(Hdf5Group group) {
    return group.hasDataset("density");
  }

  @Override
  public TrajectorySet read(SetSource source) {
    Hdf5Group group = source.group();
    int dimension = source.has("Vz") ? 3 : source.has("Vy") ? 2 : 1;
    List<String> names = new ArrayList<>(List.of("density", "pressure"));
    names.addAll(List.of("Vx", "Vy", "Vz").subList(0, dimension));
    List<String> space = CoordinateNames.of(dimension, "-coordinate");
    long[] shape = source.dataset("density").shape();
    if (shape.length != 2 + dimension) {
      throw group.error(
          "'density' [b, t, %s], as there is '%s'"
              .formatted(CoordinateNames.axes(space), names.get(names.size() - 1)),
          Shapes.text(shape),
          "The file's data sets do not belong together.");
    }
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      Slab slab = source.dataset(name);
      if (!Arrays.equals(slab.shape(), shape)) {
        throw group.error(
            "'%s' of shape %s, as 'density'".formatted(group.path(name), Shapes.text(shape)),
            Shapes.text(slab.shape()),
            "The file's data sets do not belong together.");
      }
      fields.add(Field.of(slab, 1));
    }
    List<Boundary> boundaries = source.boundaries(dimension, inName(source.fileName()));
    Axes axes = Axes.read(source, source, shape, boundaries, "t-coordinate", space);
    return new TrajectorySet(
        TrajectoryLayout.COMPRESSIBLE_FLOW, Channel.named(names), fields, axes, source);
  }

  private static Optional<Boundary> inName(String file) {
    List<String> words = Arrays.asList(file.toLowerCase(Locale.ROOT).split("[^a-z]+"));
    return words.contains("periodic")
        ? Optional.of(Boundary.PERIODIC)
        : words.contains("trans") ? Optional.of(Boundary.WALL) : Optional.empty();
  }
}
