package io.tfsno.data;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** PDEBench's compressible Navier-Stokes files: one data set [b, t, x(, y)] per quantity. */
final class CompressibleFlowLayout implements LayoutReader {
  @Override
  public boolean matches(Hdf5Group group) {
    return group.hasDataset("density");
  }

  @Override
  public TrajectorySet read(Hdf5Group group, Map<String, Object> attributes) {
    if (group.hasDataset("z-coordinate") || group.hasDataset("Vz")) {
      throw FlatLayout.threeDimensional(group);
    }
    boolean plane = group.hasDataset("Vy");
    List<String> names =
        plane ? List.of("density", "pressure", "Vx", "Vy") : List.of("density", "pressure", "Vx");
    String[] space =
        plane ? new String[] {"x-coordinate", "y-coordinate"} : new String[] {"x-coordinate"};
    long[] shape = group.dataset("density").shape();
    if (shape.length != 2 + space.length) {
      throw group.error(
          "'density' [b, t, " + (plane ? "x, y]" : "x]"),
          Shapes.text(shape),
          "The file's data sets do not belong together.");
    }
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      Slab slab = group.dataset(name);
      if (!Arrays.equals(slab.shape(), shape)) {
        throw group.error(
            "'%s' of shape %s, as 'density'".formatted(group.path(name), Shapes.text(shape)),
            Shapes.text(slab.shape()),
            "The file's data sets do not belong together.");
      }
      fields.add(Field.of(slab, 1));
    }
    Axes axes = Axes.read(group, shape, attributes, "t-coordinate", space);
    return new TrajectorySet(TrajectoryLayout.COMPRESSIBLE_FLOW, names, fields, axes, attributes);
  }
}
