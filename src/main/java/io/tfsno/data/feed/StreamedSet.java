package io.tfsno.data.feed;

import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;

/**
 * Trajectories that stay in their file: for sets larger than memory. Only the states of the next
 * few batches are held. Owns the open file.
 */
public final class StreamedSet implements StateSource {
  private final TrajectoryFile file;
  private final TrajectorySet set;
  private final int count;
  private final Points points;
  private final Normaliser normaliser;
  private final Device device;

  /**
   * @param count trajectories to use, the first ones
   * @param points to resample to, where the set has others
   */
  public StreamedSet(
      TrajectoryFile file,
      TrajectorySet set,
      int count,
      Points points,
      Normaliser normaliser,
      Device device) {
    this.file = file;
    this.set = set;
    this.count = count;
    this.points = points;
    this.normaliser = normaliser;
    this.device = device;
  }

  /**
   * Reads the states of a window, {@code [step, sample, channel, x(, y, z)]} on the CPU. Any thread
   * may call it.
   */
  Tensor read(Window window) {
    int states = window.steps() + 1;
    int samples = window.samples();
    int size = set.channels() * set.grid().cells();
    float[] all = new float[states * samples * size];
    for (int i = 0; i < samples; i++) {
      long row = window.rows()[i];
      float[] sample = set.read(row / set.steps(), 1, (int) (row % set.steps()), states);
      for (int t = 0; t < states; t++) {
        System.arraycopy(sample, t * size, all, (t * samples + i) * size, size);
      }
    }
    long[] stored = set.grid().points().shape((long) states * samples, set.channels());
    Tensor fitted = Resample.to(Tensor.of(all, stored), set.grid(), points);
    Tensor ready = normaliser.normalise(fitted);
    long[] shape = ready.shape();
    long[] split = new long[shape.length + 1];
    split[0] = states;
    split[1] = samples;
    System.arraycopy(shape, 1, split, 2, shape.length - 1);
    return ready.view(split);
  }

  /** The shape of the memory that {@link #read} fills. */
  long[] shape(int samples, int steps) {
    return points.shape(steps + 1, samples, set.channels());
  }

  @Override
  public int trajectories() {
    return count;
  }

  @Override
  public int steps() {
    return set.steps();
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public Tensor gather(int[] trajectory, int[] step, int offset) {
    try (Scope scope = new Scope()) {
      long[] rows = rows(trajectory, step);
      for (int i = 0; i < rows.length; i++) {
        rows[i] += offset;
      }
      return scope.keep(read(new Window(rows, 0)).select(0, 0).to(device));
    }
  }

  @Override
  public BatchFeed feed() {
    return new StreamedFeed(this);
  }

  @Override
  public void close() {
    file.close();
  }
}
