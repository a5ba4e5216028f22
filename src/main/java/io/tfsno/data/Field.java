package io.tfsno.data;

import io.tfsno.data.hdf5.Slab;
import java.util.Arrays;

/** Some channels of a trajectory set, stored together with the channel as the last axis. */
interface Field {
  int channels();

  /** Whether it holds all channels of its set and gives them as [b, t, channel, x(, y, z)]. */
  default boolean channelsFirst() {
    return false;
  }

  /** Reads a block ordered [b, t, x(, y, z), channel] into the start of {@code to}. */
  void read(long firstTrajectory, int count, int firstStep, int steps, float[] to);

  /**
   * Every n-th snapshot, from the first on. A trajectory at a time: what lies between is read and
   * left out.
   */
  record EveryNth(Field all, int n) implements Field {
    @Override
    public int channels() {
      return all.channels();
    }

    @Override
    public boolean channelsFirst() {
      return all.channelsFirst();
    }

    @Override
    public void read(long firstTrajectory, int count, int firstStep, int steps, float[] to) {
      int size = to.length / Math.max(1, count * steps);
      int span = steps == 0 ? 0 : (steps - 1) * n + 1;
      float[] block = new float[Math.multiplyExact(span, size)];
      for (int i = 0; i < count; i++) {
        all.read(firstTrajectory + i, 1, firstStep * n, span, block);
        for (int t = 0; t < steps; t++) {
          System.arraycopy(block, t * n * size, to, (i * steps + t) * size, size);
        }
      }
    }
  }

  /** The chosen trajectories of a field, in the order given. */
  record Some(Field all, long[] chosen) implements Field {
    @Override
    public int channels() {
      return all.channels();
    }

    @Override
    public boolean channelsFirst() {
      return all.channelsFirst();
    }

    /** Neighbours are read together. */
    @Override
    public void read(long firstTrajectory, int count, int firstStep, int steps, float[] to) {
      int size = to.length / Math.max(1, count);
      int first = Math.toIntExact(firstTrajectory);
      for (int at = 0; at < count; ) {
        int run = 1;
        while (at + run < count && chosen[first + at + run] == chosen[first + at] + run) {
          run++;
        }
        float[] block = new float[run * size];
        all.read(chosen[first + at], run, firstStep, steps, block);
        System.arraycopy(block, 0, to, at * size, block.length);
        at += run;
      }
    }
  }

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
