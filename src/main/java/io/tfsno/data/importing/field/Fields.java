package io.tfsno.data.importing.field;

import io.tfsno.data.file.FileRun;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.Optional;

/**
 * Fields of trajectories, {@code [n, t, x, y, z, c]}, with an extent of 1 along axes that are not
 * there. Several threads may read at once.
 */
public interface Fields {
  /** The length of each axis, by {@link Role}. */
  long[] extent();

  List<Channel> channels();

  /** Reads a box into {@code to} from index {@code at} on, the channel fastest. */
  void read(long[] start, int[] count, float[] to, int at);

  /** As {@link io.tfsno.data.hdf5.Slab#run}, the channel fastest. */
  default Optional<FileRun> run(long[] start, int[] count) {
    return Optional.empty();
  }

  /** The axes as they stand in the file, the slowest first. */
  List<Role> order();

  /** What is decoded together, by {@link Role}. */
  long[] grain();
}
