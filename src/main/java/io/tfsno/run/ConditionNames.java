package io.tfsno.run;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.operator.Inputs;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Compares the conditions that a prediction is given, by name, with those that its model takes. The
 * advice of the messages is public, so that a command can name its flags instead.
 */
public final class ConditionNames {
  public static final String GIVE_VALUES = "Give each of them a value.";
  public static final String GIVE_FIELDS = "Give each of them as an array.";
  public static final String SAY_WHEN = "say when to start.";

  private ConditionNames() {}

  /** Refuses names that the model does not take, and those that it lacks. */
  public static void require(
      Inputs inputs, Collection<String> parameters, Collection<String> fields) {
    requireTaken(inputs, parameters, fields);
    requireGiven("parameter", Channel.names(inputs.parameters()), parameters, GIVE_VALUES);
    requireGiven("field", Channel.names(inputs.fields()), fields, GIVE_FIELDS);
  }

  /** Refuses names that the model does not take. */
  public static void requireTaken(
      Inputs inputs, Collection<String> parameters, Collection<String> fields) {
    requireTaken("parameter", parameters, Channel.names(inputs.parameters()));
    requireTaken("field", fields, Channel.names(inputs.fields()));
  }

  /** Refuses to start at no time where the model is told the time. */
  public static void requireTime(boolean timed, boolean given) {
    if (timed && !given) {
      throw new UserError(
          "the time of the first state",
          "none",
          "The law that this model learnt changes with time: " + SAY_WHEN);
    }
  }

  private static void requireTaken(String what, Iterable<String> given, List<String> taken) {
    for (String name : given) {
      if (taken.isEmpty()) {
        throw new UserError(
            "no %s, since the model takes none".formatted(what), name, "Leave it out.");
      }
      if (!taken.contains(name)) {
        throw Names.unknown(what, name, taken);
      }
    }
  }

  private static void requireGiven(
      String what, List<String> taken, Collection<String> given, String advice) {
    List<String> missing = new ArrayList<>(taken);
    missing.removeAll(given);
    if (!missing.isEmpty()) {
      throw new UserError(
          "the %s %s, which the model was trained with"
              .formatted(taken.size() == 1 ? what : what + "s", String.join(", ", taken)),
          missing.size() == taken.size() ? "none" : "no " + String.join(", ", missing),
          advice);
    }
  }
}
