package io.tfsno.data;

import io.tfsno.data.hdf5.Hdf5Group;
import java.util.List;

/**
 * Knows one way to arrange trajectories in a file. A new way is one more class and one line here.
 */
interface LayoutReader {
  /** Asked in this order; the first that matches reads the set. */
  List<LayoutReader> ALL =
      List.of(
          new FlatLayout(),
          new CompressibleFlowLayout(),
          new IncompressibleFlowLayout(),
          new GroupedLayout());

  /** Whether the group holds a set of this layout, judged by the names of its members alone. */
  boolean matches(Hdf5Group group);

  /** Reads the set's description. */
  TrajectorySet read(SetSource source);
}
