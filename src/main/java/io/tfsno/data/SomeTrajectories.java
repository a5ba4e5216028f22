package io.tfsno.data;

/** The chosen trajectories of a field, in the order given. */
record SomeTrajectories(Field all, long[] chosen) implements Field {
  @Override
  public int channels() {
    return all.channels();
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
