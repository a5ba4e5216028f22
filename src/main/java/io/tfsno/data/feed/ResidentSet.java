package io.tfsno.data.feed;

import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Lines;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;

/**
 * Trajectories held on a device, normalised, ready to be gathered into batches: {@code [trajectory
 * * steps, channel, x(, y, z)]}. Owns its memory: close it.
 */
public final class ResidentSet implements StateSource {
  private static final int CHUNK = 16;

  private final int trajectories;
  private final int steps;
  private final Tensor states;
  private final Device device;

  private ResidentSet(int trajectories, int steps, Tensor states, Device device) {
    this.trajectories = trajectories;
    this.steps = steps;
    this.states = states;
    this.device = device;
  }

  /**
   * Loads trajectories {@code first .. first+count-1}, resampled where the set has other points.
   */
  public static ResidentSet load(
      TrajectorySet set,
      long first,
      int count,
      Points points,
      Normaliser normaliser,
      Device device) {
    long[] shape = points.shape((long) count * set.steps(), set.channels());
    Tensor all = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, shape));
    for (int i = 0; i < count; i += CHUNK) {
      int part = Math.min(CHUNK, count - i);
      try (Scope scope = new Scope()) {
        long[] stored = set.grid().points().shape((long) part * set.steps(), set.channels());
        float[] values = set.read(first + i, part, 0, set.steps());
        NonFinite.refuse(set, values, first + i, 0, set.steps());
        Tensor fields = Tensor.of(values, stored);
        Tensor fitted = Resample.to(fields, set.grid(), points);
        all.narrow(0, (long) i * set.steps(), stored[0])
            .copyInPlace(normaliser.normalise(fitted).to(device));
      }
    }
    device.await(); // others may use the set, whose streams do not wait for this thread's
    return new ResidentSet(count, set.steps(), all, device);
  }

  /**
   * A set of states already in memory, {@code [trajectory * steps, channel, x(, y, z)]}; owns them.
   */
  public static ResidentSet of(Tensor states, int steps) {
    int trajectories = Math.toIntExact(states.size(0) / steps);
    return new ResidentSet(trajectories, steps, states, states.device());
  }

  @Override
  public int trajectories() {
    return trajectories;
  }

  @Override
  public int steps() {
    return steps;
  }

  /** Where the first states of all trajectories stand. */
  public long[] firstRows() {
    int[] all = new int[trajectories];
    for (int i = 0; i < trajectories; i++) {
      all[i] = i;
    }
    return rows(all, new int[trajectories]);
  }

  /**
   * The states so many steps after those at the given rows.
   *
   * @param rows integers on this set's device
   */
  public Tensor gather(Tensor rows, int offset) {
    // As lines of a matrix, which begins later by the offset: of states with more axes libtorch
    // gathers value by value.
    long[] shape = states.shape();
    Tensor later = states.view(shape[0], -1).narrow(0, offset, shape[0] - offset);
    shape[0] = rows.size(0);
    return Lines.some(later, rows).view(shape);
  }

  /**
   * The states of a batch whose first ones stand at the given rows.
   *
   * @param rows integers on this set's device
   */
  public BatchStates states(Tensor rows) {
    return new GatheredStates(this, rows);
  }

  @Override
  public BatchFeed feed() {
    return new ResidentFeed(this);
  }

  @Override
  public Tensor gather(int[] trajectory, int[] step, int offset) {
    long[] rows = rows(trajectory, step);
    return gather(Tensor.of(rows, rows.length).to(device), offset);
  }

  /** All trajectories at one step. */
  public Tensor at(int step) {
    long[] rows = firstRows();
    return gather(Tensor.of(rows, rows.length).to(device), step);
  }

  @Override
  public Device device() {
    return device;
  }

  @Override
  public void close() {
    states.close();
  }
}
