package io.tfsno.data;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.Hdf5Layout;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Sample files and small files made on the spot, for the tests of the reader. */
public final class TrajectoryFiles {
  private TrajectoryFiles() {}

  /** Files of other programs, one of each kind that is read. */
  static List<String> samples() {
    return List.of(
        "pdebench_1d_burgers_sample.hdf5",
        "pdebench_1d_burgers_contiguous_sample.hdf5",
        "pdebench_2d_diff_react_sample.hdf5",
        "pdebench_2d_diff_react_lzf_sample.h5",
        "pdebench_ns_incom_sample.h5",
        "hdf5_filter_masks.h5",
        "hdf5_latest_format.h5",
        "hdf5_checksums.h5");
  }

  public static Path sample(String name) {
    try {
      return Path.of(TrajectoryFiles.class.getResource("/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a file in which element i of each data set is i, but for coordinates: i / N. */
  public static Path make(Path file, Hdf5Plan plan) {
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      new Hdf5Layout(plan)
          .datasets()
          .forEach(
              (path, placed) -> {
                int size = (int) Shapes.size(placed.dataset().shape);
                boolean space = path.matches(".*[xyz]-coordinate");
                double[] values = new double[size];
                Arrays.setAll(values, i -> space ? (double) i / size : i);
                writer.write(path, 0, values);
              });
      writer.seal();
    }
    return file;
  }

  /** {@code tensor} of the given shape with its coordinates, periodic. */
  public static Hdf5Plan flat(Hdf5Plan plan, boolean twoDimensional, long... shape) {
    return flat(plan.attribute("boundary", "periodic"), twoDimensional ? 2 : 1, shape);
  }

  /**
   * {@code tensor} of the given shape with its coordinates; it does not say what is at its ends.
   */
  static Hdf5Plan flat(Hdf5Plan plan, int dimension, long... shape) {
    plan.dataset("tensor", FloatType.FLOAT32, shape);
    plan.dataset("t-coordinate", FloatType.FLOAT32, shape[1]);
    for (int axis = 0; axis < dimension; axis++) {
      plan.dataset("xyz".charAt(axis) + "-coordinate", FloatType.FLOAT32, shape[2 + axis]);
    }
    return plan;
  }
}
