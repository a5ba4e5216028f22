package io.tfsno.data.feed;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.Arrays;
import java.util.List;

/**
 * Conditions of trajectories as tensors in physical units on the CPU, on the points of a model.
 * Null where the chosen conditions hold nothing of a kind.
 */
public final class ConditionTensors {
  private final TrajectorySet set;
  private final TrajectoryConditions chosen;
  private final double[] times;
  private final Grid grid;
  private final Points points;

  /**
   * @param names of the conditions to read
   * @param points to resample fields to, where the set has others
   */
  public ConditionTensors(TrajectorySet set, List<String> names, Points points) {
    this(set, set.conditions(), names, points);
  }

  /**
   * @param conditions of the set, such as those held in memory
   */
  public ConditionTensors(
      TrajectorySet set, TrajectoryConditions conditions, List<String> names, Points points) {
    this.set = set;
    chosen = conditions.choose(names);
    times = set.times();
    grid = set.grid();
    this.points = points;
  }

  public SetConditions declared() {
    return chosen.declared();
  }

  TrajectoryConditions chosen() {
    return chosen;
  }

  /** {@code [trajectory, parameter]}. */
  public Tensor parameters(long first, int count) {
    int width = declared().parameters().size();
    return width == 0
        ? null
        : Tensor.of(chosen.parameters(first, count), count, width).to(DType.FLOAT32);
  }

  /** The time of one step of each trajectory by a clock, {@code [trajectory]}. */
  public Tensor time(Clock clock, long first, int count, int step) {
    return switch (clock) {
      case NONE -> null;
      case LAW -> later(chosen.phases(first, count), times[step]);
      case ELAPSED -> later(new double[count], times[step] - times[0]);
    };
  }

  private static Tensor later(double[] starts, double by) {
    return Tensor.of(Arrays.stream(starts).map(start -> start + by).toArray(), starts.length)
        .to(DType.FLOAT32);
  }

  /** {@code [trajectory, field, x(, y, z)]}. */
  Tensor statics(long first, int count) {
    return fitted(chosen.statics(first, count), first, count, 1, declared().statics());
  }

  /** {@code [trajectory and step, field, x(, y, z)]}. */
  Tensor forcings(long first, int count, int firstStep, int steps) {
    float[] values = chosen.forcings(first, count, firstStep, steps);
    return fitted(values, first, count, steps, declared().forcings());
  }

  /** All fields at one step, static ones first, {@code [trajectory, field, x(, y, z)]}. */
  public Tensor fields(long first, int count, int step) {
    Tensor fixed = statics(first, count);
    Tensor moving = forcings(first, count, step, 1);
    if (fixed == null || moving == null) {
      return fixed == null ? moving : fixed;
    }
    return Tensor.cat(1, fixed, moving);
  }

  private Tensor fitted(float[] values, long first, int count, int steps, ConditionFields fields) {
    if (fields.count() == 0) {
      return null;
    }
    requireFinite(values, first, steps, fields);
    Tensor stored = Tensor.of(values, grid.points().shape(count * steps, fields.count()));
    return Resample.to(stored, grid, points);
  }

  /** One value that is not a number would look like a model that diverges. */
  private void requireFinite(float[] values, long first, int steps, ConditionFields fields) {
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        int sample = i / grid.cells() / fields.count();
        throw new UserError(
            "finite numbers in the fields that a model is given",
            "%s in '%s' of trajectory %d"
                .formatted(
                    values[i],
                    fields.fields().get(i / grid.cells() % fields.count()).name(),
                    set.number(first + sample / steps)),
            "Leave the trajectory out, or generate it again.");
      }
    }
  }
}
