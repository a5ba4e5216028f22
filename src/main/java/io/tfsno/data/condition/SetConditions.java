package io.tfsno.data.condition;

import io.tfsno.base.UserError;
import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.ChannelAttributes;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which conditions the trajectories of a set have. In the set's group they are
 *
 * <pre>
 *   parameters  [trajectory, parameter]                      float64
 *   static      [trajectory or 1, x(, y, z), channel]        float32
 *   forcing     [trajectory or 1, time, x(, y, z), channel]  float32
 *   phase       [trajectory]                                 float64
 * </pre>
 *
 * with their names in attributes that are called as the data sets are.
 *
 * @param parameters numbers that each trajectory has, such as a viscosity
 * @param statics fields that do not change with time, such as a permeability
 * @param forcings fields that change with time and are known in advance
 * @param phase whether trajectory i obeys a law that changes with time as it is at {@code t +
 *     phase_i}, instead of at t
 */
public record SetConditions(
    List<Channel> parameters, ConditionFields statics, ConditionFields forcings, boolean phase) {
  public static final String PARAMETERS = "parameters";
  public static final String STATIC = "static";
  public static final String FORCING = "forcing";
  public static final String PHASE = "phase";

  static final ChannelAttributes PARAMETER_NAMES =
      new ChannelAttributes(PARAMETERS, "parameter_units");
  static final ChannelAttributes STATIC_NAMES = new ChannelAttributes(STATIC, "static_units");
  static final ChannelAttributes FORCING_NAMES = new ChannelAttributes(FORCING, "forcing_units");

  public static final SetConditions NONE =
      new SetConditions(List.of(), ConditionFields.NONE, ConditionFields.NONE, false);

  public SetConditions {
    parameters = List.copyOf(parameters);
    List<String> names = new ArrayList<>();
    Stream.of(parameters, statics.fields(), forcings.fields())
        .forEach(channels -> names.addAll(Channel.names(channels)));
    if (new HashSet<>(names).size() != names.size()) {
      throw new UserError(
          "conditions with different names", String.join(", ", names), "Rename one of them.");
    }
  }

  /** Numbers alone. */
  public static SetConditions ofParameters(List<Channel> parameters) {
    return new SetConditions(parameters, ConditionFields.NONE, ConditionFields.NONE, false);
  }

  /** The same with a phase for each trajectory. */
  public SetConditions withPhase() {
    return new SetConditions(parameters, statics, forcings, true);
  }

  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Those over space: static fields, then forcing. */
  public List<Channel> fields() {
    return Stream.concat(statics.fields().stream(), forcings.fields().stream()).toList();
  }

  /** The names of all that a model can be given by name: parameters, static fields, forcing. */
  public List<String> names() {
    return Channel.names(Stream.concat(parameters.stream(), fields().stream()).toList());
  }

  /** Declares the conditions in the plan of a set's group. */
  public void declare(Hdf5Plan plan, long trajectories, int steps, Points points) {
    if (!parameters.isEmpty()) {
      plan.dataset(PARAMETERS, FloatType.FLOAT64, trajectories, parameters.size());
      PARAMETER_NAMES.of(parameters).forEach(plan::attribute);
    }
    if (!statics.isEmpty()) {
      plan.dataset(
          STATIC,
          FloatType.FLOAT32,
          channelLast(points.shape(statics.stored(trajectories)), statics.count()));
      STATIC_NAMES.of(statics.fields()).forEach(plan::attribute);
    }
    if (!forcings.isEmpty()) {
      plan.dataset(
          FORCING,
          FloatType.FLOAT32,
          channelLast(points.shape(forcings.stored(trajectories), steps), forcings.count()));
      FORCING_NAMES.of(forcings.fields()).forEach(plan::attribute);
    }
    if (phase) {
      plan.dataset(PHASE, FloatType.FLOAT64, trajectories);
    }
  }

  /** Declares the checksums of what was declared. */
  public void declareChecksums(Hdf5Plan plan) {
    if (!parameters.isEmpty()) {
      plan.checksums(PARAMETERS, 0);
    }
    if (!statics.isEmpty()) {
      plan.checksums(STATIC, 1);
    }
    if (!forcings.isEmpty()) {
      plan.checksums(FORCING, 2);
    }
    if (phase) {
      plan.checksums(PHASE, 0);
    }
  }

  static long[] channelLast(long[] shape, int channels) {
    long[] longer = Arrays.copyOf(shape, shape.length + 1);
    longer[shape.length] = channels;
    return longer;
  }
}
