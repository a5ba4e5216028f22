package io.tfsno.eval.rollout;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.feed.Clock;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A file that predictions start from: an array {@code [state, channel, x(, y, z)]}, with a history
 * or a context of F states {@code [state, F, channel, x(, y, z)]}, or the first F steps of a set
 * with its conditions. Forcing is read from it as it is needed.
 */
final class StartFile implements AutoCloseable {
  private final Path path;
  private final FieldShape shape;
  private final ModelCard card;
  private final Clock clock;
  private final TrajectoryFile hdf5;

  private StartFile(Path path, TrainedModel model, TrajectoryFile hdf5) {
    this.path = path;
    this.card = model.card();
    this.shape = card.shape();
    this.clock = model.clock();
    this.hdf5 = hdf5;
  }

  static StartFile open(Path path, TrainedModel model) {
    if (path.getFileName().toString().endsWith(".npy")) {
      return new StartFile(path, model, null);
    }
    // Only states are taken from it: what is at their edges, the model knows.
    List<Boundary> anything = List.of(model.card().shape().grid().axis(0).boundary());
    return new StartFile(path, model, TrajectoryFile.open(path, anything));
  }

  RolloutStart read() {
    return hdf5 == null ? ofArray() : ofSet(hdf5.setOrFirst("test"));
  }

  private RolloutStart ofArray() {
    NpyArray array = Npy.read(path);
    int history = shape.inputs().observed();
    int[] found = array.shape();
    int[] one = found;
    if (history > 1 && found.length == shape.dimension() + 3 && found[1] == history) {
      one = Arrays.copyOfRange(found, 1, found.length);
      one[0] = found[0];
    } else if (history > 1) {
      throw misshapen(found);
    }
    requireFields(found, one);
    long[] stored = Arrays.stream(found).asLongStream().toArray();
    Tensor all = finite(path, Tensor.of(array.floats(), stored));
    List<Tensor> states =
        history == 1
            ? List.of(all)
            : IntStream.range(0, history).mapToObj(i -> all.select(1, i).contiguous()).toList();
    return start(states, Map.of(), Map.of(), timesOfArray(found[0]));
  }

  private RolloutStart ofSet(TrajectorySet set) {
    int count = Math.toIntExact(set.trajectories());
    Points points = set.grid().points();
    int[] found =
        Arrays.stream(points.shape(count, set.channels())).mapToInt(Math::toIntExact).toArray();
    requireFields(found, found);
    int history = shape.inputs().observed();
    if (set.steps() < history) {
      throw new UserError(
          "%s: expected %d snapshots to start from, found %d. Start from a longer set."
              .formatted(path, history, set.steps()));
    }
    List<Tensor> states =
        IntStream.range(0, history)
            .mapToObj(step -> finite(path, set.fields(0, count, step)))
            .toList();
    Map<String, double[]> parameters = new LinkedHashMap<>();
    Map<String, KnownField> fields = new LinkedHashMap<>();
    take(set, count, parameters, fields);
    if (history > 1 || fields.values().stream().anyMatch(KnownField::changes)) {
      requireInterval(set.dt());
    }
    return start(states, parameters, fields, timesOf(set, count));
  }

  private double[] timesOf(TrajectorySet set, int count) {
    boolean elapsed = clock == Clock.ELAPSED;
    double[] starts = elapsed ? new double[count] : set.conditions().phases(0, count);
    double[] at = set.times();
    double present = at[shape.inputs().observed() - 1] - (elapsed ? at[0] : 0);
    return Arrays.stream(starts).map(start -> start + present).toArray();
  }

  /** An array does not say when its states were; those that are there may have been the first. */
  private double[] timesOfArray(int count) {
    if (clock != Clock.ELAPSED) {
      return null;
    }
    double[] times = new double[count];
    Arrays.fill(times, card.observedTime());
    return times;
  }

  /** What the set has of the conditions that the model takes. */
  private void take(
      TrajectorySet set,
      int count,
      Map<String, double[]> parameters,
      Map<String, KnownField> fields) {
    Inputs inputs = shape.inputs();
    SetConditions declared = set.conditions().declared();
    Points points = set.grid().points();
    for (Channel channel : inputs.parameters()) {
      if (Channel.names(declared.parameters()).contains(channel.name())) {
        parameters.put(channel.name(), only(set, channel).parameters(0, count));
      }
    }
    for (Channel channel : inputs.fields()) {
      if (Channel.names(declared.statics().fields()).contains(channel.name())) {
        fields.put(channel.name(), KnownField.still(only(set, channel), count, points));
      } else if (Channel.names(declared.forcings().fields()).contains(channel.name())) {
        int present = inputs.observed() - 1;
        fields.put(
            channel.name(),
            KnownField.forcing(only(set, channel), count, points, present, set.steps()));
      }
    }
  }

  private static TrajectoryConditions only(TrajectorySet set, Channel channel) {
    return set.conditions().choose(List.of(channel.name()));
  }

  /**
   * @param states the oldest first
   */
  private RolloutStart start(
      List<Tensor> states,
      Map<String, double[]> parameters,
      Map<String, KnownField> fields,
      double[] times) {
    List<Tensor> latestFirst = new ArrayList<>(states);
    Collections.reverse(latestFirst);
    Inputs inputs = shape.inputs();
    Tensor[] earlier = latestFirst.stream().limit(inputs.history()).skip(1).toArray(Tensor[]::new);
    return new RolloutStart(
        latestFirst.get(0),
        earlier.length == 0 ? null : Tensor.cat(1, earlier),
        inputs.remembers() ? states.subList(0, inputs.context().states()) : List.of(),
        parameters,
        fields,
        times);
  }

  private void requireInterval(double found) {
    double dt = card.dt();
    if (Math.abs(dt - found) > 1e-6 * dt) {
      throw new UserError(
          "%s: expected snapshots %.6g apart, one step of the model, found %.6g."
                  .formatted(path, dt, found)
              + " Start from a set with that interval.");
    }
  }

  /**
   * @param found the shape in the file
   * @param one the same without the states of a history
   */
  private void requireFields(int[] found, int[] one) {
    boolean fits =
        one.length == shape.dimension() + 2
            && one[0] >= 1
            && one[1] == shape.channels()
            && Arrays.stream(one, 2, one.length).allMatch(n -> n >= 4);
    if (!fits) {
      throw misshapen(found);
    }
  }

  private UserError misshapen(int[] found) {
    int history = shape.inputs().observed();
    String axes =
        Stream.concat(
                Stream.of("batch", history > 1 ? Integer.toString(history) : ""),
                Stream.concat(
                    Stream.of(Integer.toString(shape.channels())),
                    shape.grid().axes().stream().map(Axis::name)))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    boolean sees = history == shape.inputs().history();
    String what = sees ? " (a history of %d states)" : " (a context of %d states)";
    String why = history > 1 ? what.formatted(history) : "";
    return new UserError(
        "%s: expected fields [%s]%s, found %s. Save them in that shape."
            .formatted(path, axes, why, Arrays.toString(found)));
  }

  static Tensor finite(Path input, Tensor fields) {
    if (!fields.allFinite()) {
      throw new UserError(
          input + ": expected finite numbers, found NaN or infinity. Clean the fields first.");
    }
    return fields;
  }

  @Override
  public void close() {
    if (hdf5 != null) {
      hdf5.close();
    }
  }
}
