package io.tfsno.data.condition;

import io.tfsno.base.Names;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Some of the conditions of trajectories, in the order of their set. */
final class ChosenConditions implements TrajectoryConditions {
  private final TrajectoryConditions all;
  private final SetConditions declared;
  private final int[] parameters;
  private final int[] statics;
  private final int[] forcings;

  ChosenConditions(TrajectoryConditions all, List<String> names) {
    this.all = all;
    SetConditions there = all.declared();
    for (String name : names) {
      if (!there.names().contains(name)) {
        throw Names.unknown("condition", name, there.names());
      }
    }
    parameters = places(there.parameters(), names);
    statics = places(there.statics().fields(), names);
    forcings = places(there.forcings().fields(), names);
    declared =
        new SetConditions(
            at(parameters, there.parameters()),
            some(statics, there.statics()),
            some(forcings, there.forcings()),
            there.phase());
  }

  private static int[] places(List<Channel> channels, List<String> names) {
    Set<String> chosen = Set.copyOf(names);
    return IntStream.range(0, channels.size())
        .filter(i -> chosen.contains(channels.get(i).name()))
        .toArray();
  }

  private static List<Channel> at(int[] places, List<Channel> channels) {
    return IntStream.of(places).mapToObj(channels::get).toList();
  }

  private static ConditionFields some(int[] places, ConditionFields all) {
    return new ConditionFields(at(places, all.fields()), all.shared());
  }

  @Override
  public SetConditions declared() {
    return declared;
  }

  @Override
  public double[] parameters(long first, int count) {
    double[] from = all.parameters(first, count);
    int width = all.declared().parameters().size();
    double[] out = new double[count * parameters.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = from[i / parameters.length * width + parameters[i % parameters.length]];
    }
    return out;
  }

  @Override
  public double[] phases(long first, int count) {
    return all.phases(first, count);
  }

  @Override
  public float[] statics(long first, int count) {
    return statics.length == 0
        ? new float[0]
        : channels(all.statics(first, count), all.declared().statics().count(), count, statics);
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    return forcings.length == 0
        ? new float[0]
        : channels(
            all.forcings(first, count, firstStep, steps),
            all.declared().forcings().count(),
            count * steps,
            forcings);
  }

  private static float[] channels(float[] from, int width, int snapshots, int[] chosen) {
    int cells = from.length / (width * snapshots);
    float[] out = new float[snapshots * chosen.length * cells];
    for (int i = 0; i < snapshots * chosen.length; i++) {
      int place = i / chosen.length * width + chosen[i % chosen.length];
      System.arraycopy(from, place * cells, out, i * cells, cells);
    }
    return out;
  }
}
