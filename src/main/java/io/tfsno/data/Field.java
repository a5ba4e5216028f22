package io.tfsno.data;

import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;

/** Some channels of a trajectory set, stored together with the channel as the last axis. */
interface Field {
  int channels();

  /** Reads a block ordered [b, t, x(, y, z), channel] into the start of {@code to}. */
  void read(long firstTrajectory, int count, int firstStep, int steps, float[] to);

  /** A field that is one data set [b, t, x(, y, z)(, channel)]. */
  static Field of(Slab slab, int channels) {
    return new Field() {
      @Override
      public int channels() {
        return channels;
      }

      @Override
      public void read(long firstTrajectory, int count, int firstStep, int steps, float[] to) {
        long[] shape = slab.shape();
        long[] start = new long[shape.length];
        int[] box =
            Arrays.stream(shape).mapToInt(n -> (int) Math.min(n, Integer.MAX_VALUE)).toArray();
        start[0] = firstTrajectory;
        start[1] = firstStep;
        box[0] = count;
        box[1] = steps;
        slab.read(start, box, to, 0);
      }
    };
  }
}
