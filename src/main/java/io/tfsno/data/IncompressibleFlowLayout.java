package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * PDEBench's incompressible Navier-Stokes files: {@code velocity} [b, t, x, y, 2], {@code
 * particles} [b, t, x, y, 1] and times {@code t} [b, t]. They carry no coordinates; the box is the
 * unit square, with walls.
 */
final class IncompressibleFlowLayout implements LayoutReader {
  @Override
  public boolean matches(Hdf5Group group) {
    return group.hasDataset("velocity");
  }

  @Override
  public TrajectorySet read(SetSource source) {
    Hdf5Group group = source.group();
    Slab velocity = source.dataset("velocity");
    long[] shape = velocity.shape();
    if (shape.length != 5 || shape[4] != 2) {
      throw group.error(
          "'velocity' [b, t, x, y, 2]",
          Shapes.text(shape),
          "Only two-dimensional incompressible flow can be read.");
    }
    List<String> names = new ArrayList<>(List.of("Vx", "Vy"));
    List<Field> fields = new ArrayList<>(List.of(Field.of(velocity, 2)));
    if (source.has("particles")) {
      Slab particles = source.dataset("particles");
      long[] wanted = shape.clone();
      wanted[4] = 1;
      if (!Arrays.equals(particles.shape(), wanted)) {
        throw group.error(
            "'particles' of shape " + Shapes.text(wanted),
            Shapes.text(particles.shape()),
            "The file's data sets do not belong together.");
      }
      names.add("particles");
      fields.add(Field.of(particles, 1));
    }
    double[] times = Axes.times(source, "t", Math.toIntExact(shape[1]));
    Points points = Points.of(Math.toIntExact(shape[2]), Math.toIntExact(shape[3]));
    List<Boundary> boundaries = source.boundaries(2, Optional.of(Boundary.WALL));
    Grid grid = Grid.of(points, new double[] {1}, boundaries.toArray(Boundary[]::new));
    Axes axes = new Axes(shape[0], grid, times, Spacing.mean(times));
    return new TrajectorySet(
        TrajectoryLayout.INCOMPRESSIBLE_FLOW, Channel.named(names), fields, axes, source);
  }
}
