package io.tfsno.data;

import io.tfsno.data.hdf5.Hdf5Writer;
import java.util.Arrays;

/**
 * Puts snapshots of a set into their places in a file, with the channel last as the file has it.
 */
public final class SnapshotWriter {
  private final Hdf5Writer writer;
  private final FlatSet set;

  public SnapshotWriter(Hdf5Writer writer, FlatSet set) {
    this.writer = writer;
    this.set = set;
  }

  /**
   * Writes one step of consecutive trajectories, {@code [trajectory, channel, x(, y, z)]}; numbers
   * are rounded if the set is float32.
   *
   * @param first index of the first trajectory
   */
  public void write(long first, int step, double[] values) {
    int size = set.snapshotSize();
    for (int i = 0; i < values.length / size; i++) {
      double[] one = Arrays.copyOfRange(values, i * size, (i + 1) * size);
      long position = ((first + i) * set.steps() + step) * size;
      writer.write(set.path("tensor"), position, channelLast(one));
    }
  }

  private double[] channelLast(double[] snapshot) {
    int channels = set.fields().size();
    if (channels == 1) {
      return snapshot;
    }
    int cells = snapshot.length / channels;
    double[] out = new double[snapshot.length];
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < cells; i++) {
        out[i * channels + c] = snapshot[c * cells + i];
      }
    }
    return out;
  }
}
