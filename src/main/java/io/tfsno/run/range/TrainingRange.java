package io.tfsno.run.range;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.data.NonFinite;
import io.tfsno.data.TrajectorySet;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.context.CodeNumber;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the states of a training set lie, and the numbers of its trajectories.
 *
 * @param fields one for each channel
 * @param parameters of the model, in its order; empty where there are none or nobody has looked
 * @param context numbers that the model observes of the first states, in its order; empty likewise
 * @param hidden parameters of the trajectories that the model is not given, by name; empty likewise
 * @param burnIn time between the initial states of the equation and the first of the trajectories;
 *     null where nobody says
 */
public record TrainingRange(
    List<FieldRange> fields,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Band> parameters,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Band> context,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Band> hidden,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double burnIn) {
  private static final int MOST_STATES = 1024;
  private static final int FEWEST_STATES = 16;
  private static final int MOST_VALUES = 1 << 24;
  private static final int SNAPSHOTS = 16;

  /** Numbers that are read together: 2 MiB as they are transformed. */
  private static final int READ_TOGETHER = 1 << 18;

  public TrainingRange {
    fields = List.copyOf(fields);
    parameters = parameters == null ? List.of() : List.copyOf(parameters);
    context = context == null ? List.of() : List.copyOf(context);
    hidden = hidden == null ? Map.of() : new TreeMap<>(hidden);
  }

  /** Of the states alone. */
  public TrainingRange(List<FieldRange> fields) {
    this(fields, null, null, null, null);
  }

  /**
   * What of the numbers of a trajectory the training has not seen; nothing where nobody has looked.
   *
   * @param shape of the model
   * @param ofParameters in physical units
   * @param ofContext what the model observes of the first states
   */
  public List<Unseen> unseen(FieldShape shape, double[] ofParameters, double[] ofContext) {
    List<Unseen> all = new ArrayList<>();
    if (!parameters.isEmpty()) {
      List<Channel> names = shape.inputs().parameters();
      Unseen.add(all, Channel.names(names), parameters, ofParameters);
    }
    if (!context.isEmpty()) {
      List<CodeNumber> numbers =
          CodeNumber.of(shape.inputs().context().withLearnt(null), shape.grid());
      Unseen.add(all, numbers.stream().map(CodeNumber::text).toList(), context, ofContext);
    }
    return all;
  }

  /** The same with the numbers that a model is given of each trajectory. */
  public TrainingRange with(List<Band> ofParameters, List<Band> ofContext) {
    return new TrainingRange(fields, ofParameters, ofContext, hidden, burnIn);
  }

  /** The same with what the model is not given of them. */
  public TrainingRange hiding(Map<String, Band> parametersOfSet, Double timeLeftOut) {
    return new TrainingRange(fields, parameters, context, parametersOfSet, timeLeftOut);
  }

  /**
   * Of some of the first trajectories of a set, spread evenly over them and over time.
   *
   * @param trajectories to choose from
   */
  public static TrainingRange of(TrajectorySet set, long trajectories) {
    int perState = set.channels() * set.grid().cells();
    int states = Math.max(FEWEST_STATES, Math.min(MOST_STATES, MOST_VALUES / perState));
    int snapshots = Math.min(SNAPSHOTS, set.steps());
    long looked = Math.max(1, Math.min(trajectories, states / snapshots));
    List<Seen> seen = new ArrayList<>();
    for (int c = 0; c < set.channels(); c++) {
      seen.add(new Seen());
    }
    int all = Math.toIntExact(looked * snapshots);
    int together = Math.max(1, Math.min(all, READ_TOGETHER / perState));
    try (StateReader reader = new StateReader(set.grid())) {
      for (int first = 0; first < all; first += together) {
        float[] values = new float[Math.min(together, all - first) * perState];
        for (int at = 0; at < values.length; at += perState) {
          int state = first + at / perState;
          int t = state % snapshots;
          int step = snapshots == 1 ? 0 : t * (set.steps() - 1) / (snapshots - 1);
          long number = state / snapshots * trajectories / looked;
          float[] one = NonFinite.refuse(set, set.read(number, 1, step, 1), number, step, 1);
          System.arraycopy(one, 0, values, at, perState);
        }
        List<FieldReading> readings = reader.read(values);
        for (int i = 0; i < readings.size(); i++) {
          seen.get(i % seen.size()).add(readings.get(i));
        }
      }
    }
    return new TrainingRange(seen.stream().map(Seen::range).toList());
  }

  /**
   * Reads a state on a grid, field by field.
   *
   * @param values {@code [channel, x(, y, z)]}
   */
  public static List<FieldReading> read(float[] values, Grid grid) {
    try (StateReader reader = new StateReader(grid)) {
      return reader.read(values);
    }
  }

  /** What has been seen of one field so far. */
  private static final class Seen {
    private Band mean;
    private Band deviation;
    private double[] power = {};

    void add(FieldReading field) {
      mean = mean == null ? new Band(field.mean(), field.mean()) : mean.and(field.mean());
      double d = field.deviation();
      deviation = deviation == null ? new Band(d, d) : deviation.and(d);
      if (field.shells() != null) {
        power = power.length == 0 ? new double[field.shells().length] : power;
        for (int s = 0; s < power.length; s++) {
          power[s] = Math.max(power[s], field.shells()[s]);
        }
      }
    }

    FieldRange range() {
      List<Double> shells = new ArrayList<>();
      for (double p : power) {
        shells.add((double) (float) p);
      }
      return new FieldRange(mean, deviation, shells);
    }
  }
}
