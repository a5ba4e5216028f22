package io.tfsno.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operator is given in addition to the present state of its fields. All of it reaches the
 * network as further channels, but for a context that is meant for gates.
 *
 * @param history states that the operator sees, the present one included
 * @param fields known fields: static ones, and forcing at the time of the state
 * @param parameters numbers of each trajectory, constant over the grid
 * @param time how the time of the state is told; null if it is not
 * @param context what is remembered of the first states of a trajectory; null for nothing
 * @param guard how much larger than in training waves of a prediction may become ({@link
 *     ShellGuard}), which is given by the training; null for any size
 * @param conserved names of the fields whose means stay what they are ({@link KeptMeans})
 * @param drift whether predictions move with what is known of the trajectory ({@link
 *     io.tfsno.nn.Drift})
 * @param symmetry what predictions commute with ({@link io.tfsno.operator.symmetry.Symmetries})
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Inputs(
    int history,
    List<Channel> fields,
    List<Channel> parameters,
    TimeSpec time,
    ContextSpec context,
    Double guard,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> conserved,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean drift,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> symmetry) {
  /** The state alone. */
  public static final Inputs NONE = new Inputs(1, List.of(), List.of(), null);

  private static final int LONGEST = 64;
  private static final double LARGEST_GUARD = 1000;

  public Inputs {
    fields = List.copyOf(fields);
    parameters = List.copyOf(parameters);
    conserved = conserved == null ? List.of() : List.copyOf(conserved);
    symmetry = symmetry == null ? List.of() : List.copyOf(symmetry);
    if (history < 1 || history > LONGEST) {
      throw new UserError(
          "model.history from 1 to " + LONGEST,
          Integer.toString(history),
          "1 is the present state alone.");
    }
    List<String> names = new ArrayList<>();
    fields.forEach(channel -> names.add(channel.name()));
    parameters.forEach(channel -> names.add(channel.name()));
    Channel.requireDifferent(names);
    if (guard != null && !(guard >= 1 && guard <= LARGEST_GUARD)) {
      throw new UserError(
          "model.guard from 1 to %.0f".formatted(LARGEST_GUARD),
          guard.toString(),
          "Try 1.5, or leave it out.");
    }
  }

  /** Of an operator that remembers nothing. */
  public Inputs(int history, List<Channel> fields, List<Channel> parameters, TimeSpec time) {
    this(history, fields, parameters, time, null);
  }

  /** Of an operator whose predictions are what its network says. */
  public Inputs(
      int history,
      List<Channel> fields,
      List<Channel> parameters,
      TimeSpec time,
      ContextSpec context) {
    this(history, fields, parameters, time, context, null, List.of(), false, List.of());
  }

  public static Inputs ofHistory(int history) {
    return new Inputs(history, List.of(), List.of(), null);
  }

  public static Inputs ofParameters(String... names) {
    return new Inputs(1, List.of(), Channel.named(List.of(names)), null);
  }

  public static Inputs ofContext(ContextSpec context) {
    return new Inputs(1, List.of(), List.of(), null, context);
  }

  public static Inputs guarded(double margin) {
    return new Inputs(1, List.of(), List.of(), null, null, margin, List.of(), false, List.of());
  }

  public static Inputs conserving(String... fields) {
    return new Inputs(1, List.of(), List.of(), null, null, null, List.of(fields), false, List.of());
  }

  public Inputs drifting() {
    return new Inputs(history, fields, parameters, time, context, guard, conserved, true, symmetry);
  }

  public Inputs symmetric(String... symmetries) {
    List<String> named = List.of(symmetries);
    return new Inputs(history, fields, parameters, time, context, guard, conserved, drift, named);
  }

  /** Whether nothing is given in addition to the state. */
  public boolean isEmpty() {
    return new Inputs(history, fields, parameters, time, context).equals(NONE);
  }

  /** Names of what must be given for every trajectory. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    parameters.forEach(channel -> names.add(channel.name()));
    fields.forEach(channel -> names.add(channel.name()));
    return names;
  }

  /** True states that a rollout needs before its first step, the present one included. */
  public int observed() {
    return context == null ? history : Math.max(history, context.states());
  }

  /** Whether the numbers of a context must be given. */
  public boolean remembers() {
    return context != null && context.used();
  }

  /** Channels in addition to those of the state. */
  public int channels(int stateChannels, int dimension) {
    return varying(stateChannels) + numbers(dimension);
  }

  /** Those of them that vary over the grid. */
  public int varying(int stateChannels) {
    return (history - 1) * stateChannels + fields.size();
  }

  /** Numbers of each sample that are the same everywhere. */
  public int numbers(int dimension) {
    return parameters.size()
        + (time == null ? 0 : time.size())
        + (contextChannels() ? context.code(dimension) : 0);
  }

  /** Whether the code of a context is among them. */
  boolean contextChannels() {
    return context != null && context.to().channels();
  }
}
