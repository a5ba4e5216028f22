package io.tfsno.data.condition;

import io.tfsno.data.file.Shapes;
import io.tfsno.data.hdf5.ChannelAttributes;
import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.data.hdf5.Slab;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Conditions that stand in the group of their set. */
public final class StoredConditions implements TrajectoryConditions {
  private final SetConditions declared;
  private final int cells;
  private final double[] parameters;
  private final double[] phases;
  private final Slab statics;
  private final Slab forcings;

  private StoredConditions(
      SetConditions declared,
      int cells,
      double[] parameters,
      double[] phases,
      Slab statics,
      Slab forcings) {
    this.declared = declared;
    this.cells = cells;
    this.parameters = parameters;
    this.phases = phases;
    this.statics = statics;
    this.forcings = forcings;
  }

  /**
   * The conditions in a group, checked against the set they belong to.
   *
   * @param dataset gives a data set of the group, and notes that it is used
   */
  public static TrajectoryConditions in(
      Hdf5Group group,
      Map<String, Object> attributes,
      Function<String, Slab> dataset,
      long trajectories,
      int steps,
      Points points) {
    Reading reading = new Reading(group, attributes, dataset);
    Slab parameters = reading.slab(SetConditions.PARAMETERS);
    Slab statics = reading.slab(SetConditions.STATIC);
    Slab forcings = reading.slab(SetConditions.FORCING);
    Slab phase = reading.slab(SetConditions.PHASE);
    if (parameters == null && statics == null && forcings == null && phase == null) {
      return NoConditions.INSTANCE;
    }
    List<Channel> numbers =
        reading.channels(SetConditions.PARAMETERS, parameters, SetConditions.PARAMETER_NAMES);
    ConditionFields fixed =
        reading.fields(SetConditions.STATIC, statics, SetConditions.STATIC_NAMES);
    ConditionFields moving =
        reading.fields(SetConditions.FORCING, forcings, SetConditions.FORCING_NAMES);
    reading.require(SetConditions.PARAMETERS, parameters, trajectories, numbers.size());
    reading.require(
        SetConditions.STATIC,
        statics,
        SetConditions.channelLast(points.shape(fixed.stored(trajectories)), fixed.count()));
    reading.require(
        SetConditions.FORCING,
        forcings,
        SetConditions.channelLast(
            points.shape(moving.stored(trajectories), steps), moving.count()));
    reading.require(SetConditions.PHASE, phase, trajectories);
    return new StoredConditions(
        new SetConditions(numbers, fixed, moving, phase != null),
        points.cells(),
        reading.finite(SetConditions.PARAMETERS, parameters),
        reading.finite(SetConditions.PHASE, phase),
        statics,
        forcings);
  }

  @Override
  public SetConditions declared() {
    return declared;
  }

  @Override
  public double[] parameters(long first, int count) {
    int size = declared.parameters().size();
    int from = Math.toIntExact(first * size);
    return Arrays.copyOfRange(parameters, from, from + count * size);
  }

  @Override
  public double[] phases(long first, int count) {
    int from = Math.toIntExact(first);
    return phases.length == 0 ? new double[count] : Arrays.copyOfRange(phases, from, from + count);
  }

  @Override
  public float[] statics(long first, int count) {
    return fields(statics, declared.statics(), first, count);
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    return fields(forcings, declared.forcings(), first, count, firstStep, steps);
  }

  /**
   * @param time the first step and the number of steps, where there is an axis of time
   */
  private float[] fields(Slab slab, ConditionFields what, long first, int count, int... time) {
    if (slab == null) {
      return new float[0];
    }
    if (what.shared()) {
      return repeated(box(slab, what.count(), 0, 1, time), count);
    }
    return box(slab, what.count(), first, count, time);
  }

  private float[] box(Slab slab, int channels, long first, int count, int... time) {
    long[] shape = slab.shape();
    long[] start = new long[shape.length];
    int[] box = Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
    start[0] = first;
    box[0] = count;
    if (time.length > 0) {
      start[1] = time[0];
      box[1] = time[1];
    }
    float[] stored =
        new float[Math.toIntExact(Arrays.stream(box).asLongStream().reduce(1, (a, b) -> a * b))];
    slab.read(start, box, stored, 0);
    return channelFirst(stored, channels);
  }

  private float[] channelFirst(float[] stored, int channels) {
    float[] out = new float[stored.length];
    for (int from = 0; from < stored.length; from++) {
      int snapshot = from / (cells * channels);
      int cell = from / channels % cells;
      out[(snapshot * channels + from % channels) * cells + cell] = stored[from];
    }
    return out;
  }

  private static float[] repeated(float[] one, int count) {
    float[] out = new float[Math.multiplyExact(one.length, count)];
    for (int i = 0; i < count; i++) {
      System.arraycopy(one, 0, out, i * one.length, one.length);
    }
    return out;
  }

  private record Reading(
      Hdf5Group group, Map<String, Object> attributes, Function<String, Slab> dataset) {
    /** The data set, or null if there is none of the name. */
    Slab slab(String name) {
      return group.hasDataset(name) ? dataset.apply(name) : null;
    }

    List<Channel> channels(String name, Slab slab, ChannelAttributes names) {
      if (slab == null) {
        return List.of();
      }
      long[] shape = slab.shape();
      int count = Math.toIntExact(shape[shape.length - 1]);
      if (!names.names(attributes, count)) {
        throw group.error(
            "an attribute '%s' with %d names, one for each column of '%s'"
                .formatted(names.names(), count, group.path(name)),
            String.valueOf(attributes.get(names.names())),
            "Name them, separated by commas.");
      }
      return names.read(group, attributes, count);
    }

    ConditionFields fields(String name, Slab slab, ChannelAttributes names) {
      return slab == null
          ? ConditionFields.NONE
          : new ConditionFields(channels(name, slab, names), slab.shape()[0] == 1);
    }

    void require(String name, Slab slab, long... expected) {
      if (slab != null && !Arrays.equals(slab.shape(), expected)) {
        throw group.error(
            "'%s' %s, to fit the trajectories".formatted(group.path(name), Shapes.text(expected)),
            Shapes.text(slab.shape()),
            "Write one entry for each trajectory, or one for all of a field.");
      }
    }

    double[] finite(String name, Slab slab) {
      double[] values = slab == null ? new double[0] : slab.readAll();
      for (int i = 0; i < values.length; i++) {
        if (!Double.isFinite(values[i])) {
          throw group.error(
              "finite numbers in '%s'".formatted(group.path(name)),
              "%s at position %d".formatted(values[i], i),
              "Correct it, or leave the trajectory out.");
        }
      }
      return values;
    }
  }
}
