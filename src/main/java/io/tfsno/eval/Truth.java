package io.tfsno.eval;

import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.feed.ConditionTensors;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.List;

/** Trajectories that forecasts are held against: read from their file, or held on a device. */
public final class Truth implements AutoCloseable {
  private final TrajectorySet set;
  private final ResidentSet resident;
  private final TrajectoryConditions conditions;

  private Truth(TrajectorySet set, ResidentSet resident, TrajectoryConditions conditions) {
    this.set = set;
    this.resident = resident;
    this.conditions = conditions;
  }

  /** Reads from an open file, step by step; nothing needs to be closed. */
  public static Truth in(TrajectorySet set) {
    return new Truth(set, null, set.conditions());
  }

  /**
   * Holds all trajectories of a set on a device, on their own grid. The file may be closed
   * afterwards; several threads may use it at once.
   */
  public static Truth resident(TrajectorySet set, Device device) {
    int count = Math.toIntExact(set.trajectories());
    return new Truth(
        set,
        ResidentSet.load(set, 0, count, set.grid().points(), Normaliser.NONE, device),
        set.conditions().held(count, set.steps()));
  }

  /** What the trajectories are. Their values come from {@link #fields}. */
  TrajectorySet set() {
    return set;
  }

  /** What the trajectories depend on, for a model that runs on these points. */
  ConditionTensors conditions(List<String> names, Points points) {
    return new ConditionTensors(set, conditions, names, points);
  }

  /** One step of the given trajectories, {@code [sample, channel, x(, y)]} on a device. */
  Tensor fields(int first, int count, int step, Device device) {
    if (resident == null) {
      float[] values = NonFinite.refuse(set, set.read(first, count, step, 1), first, step, 1);
      return Tensor.of(values, set.grid().points().shape(count, set.channels())).to(device);
    }
    int[] trajectory = new int[count];
    int[] steps = new int[count];
    for (int i = 0; i < count; i++) {
      trajectory[i] = first + i;
      steps[i] = step;
    }
    return resident.gather(trajectory, steps, 0);
  }

  @Override
  public void close() {
    if (resident != null) {
      resident.close();
    }
  }
}
