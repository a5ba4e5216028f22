package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.symmetry.Symmetries;
import io.tfsno.spectral.Channel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What one step depends on in addition to the present state. A component that an operator does not
 * ask for may be null.
 *
 * @param history earlier states, the latest first, {@code [sample, (F - 1) channels, x(, y, z)]}
 * @param fields known fields at the time of the state, {@code [sample, field, x(, y, z)]}
 * @param parameters {@code [sample, parameter]}
 * @param time of the state, {@code [sample]}
 * @param context numbers of each trajectory's first states, {@code [sample, number]}, as {@link
 *     Operator#observe} gives them
 */
public record Conditions(
    Tensor history, Tensor fields, Tensor parameters, Tensor time, Tensor context) {
  /** Nothing is given. */
  public static final Conditions NONE = new Conditions(null, null, null, null);

  /** For operators that remember nothing. */
  public Conditions(Tensor history, Tensor fields, Tensor parameters, Tensor time) {
    this(history, fields, parameters, time, null);
  }

  public static Conditions ofTime(Tensor time) {
    return new Conditions(null, null, null, time);
  }

  public static Conditions ofParameters(Tensor parameters) {
    return new Conditions(null, null, parameters, null);
  }

  public static Conditions ofHistory(Tensor history) {
    return new Conditions(history, null, null, null);
  }

  public static Conditions ofContext(Tensor context) {
    return new Conditions(null, null, null, null, context);
  }

  /** Those of several states, in their order; all have the same components. */
  public static Conditions together(List<Conditions> each) {
    return new Conditions(
        joined(each, Conditions::history),
        joined(each, Conditions::fields),
        joined(each, Conditions::parameters),
        joined(each, Conditions::time),
        joined(each, Conditions::context));
  }

  private static Tensor joined(List<Conditions> each, Function<Conditions, Tensor> part) {
    return part.apply(each.get(0)) == null
        ? null
        : Tensor.cat(0, each.stream().map(part).toArray(Tensor[]::new));
  }

  /** The same on a device. */
  public Conditions to(Device device) {
    return new Conditions(
        history == null ? null : history.to(device),
        fields == null ? null : fields.to(device),
        parameters == null ? null : parameters.to(device),
        time == null ? null : time.to(device),
        context == null ? null : context.to(device));
  }

  /** Those of what symmetries make of the states. */
  Conditions images(Symmetries symmetries) {
    return new Conditions(
        history == null ? null : symmetries.images(history),
        fields == null ? null : symmetries.mirrorImages(fields),
        parameters == null ? null : symmetries.repeated(parameters),
        time == null ? null : symmetries.repeated(time),
        context);
  }

  public Conditions withHistory(Tensor earlier) {
    return new Conditions(earlier, fields, parameters, time, context);
  }

  public Conditions withFields(Tensor others) {
    return new Conditions(history, others, parameters, time, context);
  }

  public Conditions withContext(Tensor numbers) {
    return new Conditions(history, fields, parameters, time, numbers);
  }

  /** The history after a step from {@code state}, whose successor is the present state then. */
  public Tensor historyAfter(Tensor state) {
    long channels = state.size(1);
    return history == null || history.size(1) == channels
        ? state
        : Tensor.cat(1, state, history.narrow(1, 0, history.size(1) - channels));
  }

  /** Refuses to go on where something that is asked for is not given, or not for these states. */
  public void require(Inputs inputs, boolean timed, Tensor u) {
    long samples = u.size(0);
    requireShape("parameters", Channel.names(inputs.parameters()), parameters, samples);
    requireShape("fields", Channel.names(inputs.fields()), fields, samples);
    if (inputs.history() > 1) {
      long expected = (inputs.history() - 1) * u.size(1);
      if (history == null || history.size(0) != samples || history.size(1) != expected) {
        throw new UserError(
            "%d states before the present one".formatted(inputs.history() - 1),
            history == null ? "none" : "a history " + Arrays.toString(history.shape()),
            "This model was trained with model.history %d: start from %d consecutive states."
                .formatted(inputs.history(), inputs.history()));
      }
    }
    if (inputs.remembers()) {
      requireContext(inputs.context(), samples);
    }
    if (timed && (time == null || time.count() != samples)) {
      throw new UserError(
          "the time of each of the %d states".formatted(samples),
          time == null ? "none" : time.count() + " of them",
          "The law that this model learnt changes with time: say when to start.");
    }
  }

  private void requireContext(ContextSpec asked, long samples) {
    if (context == null || context.size(0) != samples) {
      throw new UserError(
          "what the first %d states of each of %d trajectories say"
              .formatted(asked.states(), samples),
          context == null ? "nothing" : "that of %d trajectories".formatted(context.size(0)),
          "This model was trained with model.context: start from %d consecutive states."
              .formatted(asked.states()));
    }
  }

  private static void requireShape(String what, List<String> names, Tensor given, long samples) {
    if (names.isEmpty()) {
      return;
    }
    if (given == null || given.size(0) != samples || given.size(1) != names.size()) {
      throw new UserError(
          "the %s %s of each of the %d states".formatted(what, String.join(", ", names), samples),
          given == null ? "none" : Arrays.toString(given.shape()),
          "This model was trained with them: give them.");
    }
  }
}
