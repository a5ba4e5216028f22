package io.tfsno.data.feed;

import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trajectories held on a device, normalised, ready to be gathered into batches: {@code [trajectory
 * * steps, channel, x(, y, z)]}. Owns its memory: close it.
 */
public final class ResidentSet implements StateSource {
  private static final int CHUNK = 16;

  private final int trajectories;
  private final int steps;
  private final Tensor states;
  private final RowCopies copies;
  private final ResidentConditions conditions;
  private final Map<Integer, Tensor> offsets = new ConcurrentHashMap<>();
  private final Device device;

  private ResidentSet(
      int trajectories, int steps, Tensor states, ResidentConditions conditions, Device device) {
    this.conditions = conditions;
    this.trajectories = trajectories;
    this.steps = steps;
    this.states = states;
    this.device = device;
    copies = RowCopies.of(Scope.unowned(() -> states.view(states.size(0), -1)));
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
    return load(set, first, count, points, normaliser, GivenInputs.NONE, device);
  }

  /** The same with what a model is given in addition to the states. */
  public static ResidentSet load(
      TrajectorySet set,
      long first,
      int count,
      Points points,
      Normaliser normaliser,
      GivenInputs given,
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
    int steps = set.steps();
    ResidentConditions conditions =
        ResidentConditions.load(
            set,
            first,
            count,
            points,
            given,
            (from, part, step) ->
                all.view(unfolded(count, steps, shape)).narrow(0, from, part).select(1, step),
            device);
    device.await(); // others may use the set, whose streams do not wait for this thread's
    return new ResidentSet(count, set.steps(), all, conditions, device);
  }

  /** {@code [trajectory, step, channel, x(, y, z)]}. */
  private static long[] unfolded(int trajectories, int steps, long... shape) {
    long[] unfolded = new long[shape.length + 1];
    unfolded[0] = trajectories;
    unfolded[1] = steps;
    System.arraycopy(shape, 1, unfolded, 2, shape.length - 1);
    return unfolded;
  }

  /**
   * A set of states already in memory, {@code [trajectory * steps, channel, x(, y, z)]}; owns them.
   */
  public static ResidentSet of(Tensor states, int steps) {
    int trajectories = Math.toIntExact(states.size(0) / steps);
    return new ResidentSet(trajectories, steps, states, null, states.device());
  }

  /** The same with parameters {@code [trajectory * steps, parameter]}; owns them too. */
  public static ResidentSet of(Tensor states, int steps, Tensor parameters) {
    int trajectories = Math.toIntExact(states.size(0) / steps);
    ResidentConditions conditions = ResidentConditions.ofParameters(parameters);
    return new ResidentSet(trajectories, steps, states, conditions, states.device());
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
   * The states {@code offset} steps after those at the given rows.
   *
   * @param rows integers on this set's device
   */
  public Tensor gather(Tensor rows, int offset) {
    long[] shape = states.shape();
    shape[0] = rows.size(0);
    return copies.at(rows, offset).view(shape);
  }

  /** As {@link BatchStates#first}, in one gathering. */
  Tensor first(Tensor rows, int count) {
    if (count == 1) {
      return gather(rows, 0);
    }
    long samples = rows.size(0);
    Tensor latestFirst =
        offsets.computeIfAbsent(
            count, n -> Scope.unowned(() -> Tensor.of(descending(n), 1, n).to(device)));
    Tensor all = rows.view(samples, 1).add(latestFirst).reshape(samples * count);
    long[] shape = states.shape();
    Tensor found = copies.at(all, 0);
    shape[0] = samples;
    shape[1] *= count;
    return found.view(shape);
  }

  private static long[] descending(int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = count - 1 - i;
    }
    return numbers;
  }

  /** What the states {@code offset} steps after those at the given rows depend on in addition. */
  public BatchConditions conditions(Tensor rows, int offset) {
    return conditions == null ? BatchConditions.NONE : conditions.at(rows, offset);
  }

  @Override
  public BatchConditions conditions(int[] trajectory, int[] step, int offset) {
    long[] rows = rows(trajectory, step);
    return conditions(Tensor.of(rows, rows.length).to(device), offset);
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
    copies.close();
    states.close();
    offsets.values().forEach(Tensor::close);
    if (conditions != null) {
      conditions.close();
    }
  }
}
