package io.tfsno.data.feed;

import io.tfsno.data.InputScales;
import java.util.List;

/**
 * What a model is given of the conditions of a set.
 *
 * @param names of parameters, static fields and forcing
 * @param timed whether it is told the time of each state
 * @param scales how they are standardised
 */
public record GivenInputs(List<String> names, boolean timed, InputScales scales) {
  /** The states alone. */
  public static final GivenInputs NONE = new GivenInputs(List.of(), false, InputScales.NONE);

  public GivenInputs {
    names = List.copyOf(names);
  }

  /** The same, standardised by other scales. */
  public GivenInputs with(InputScales others) {
    return new GivenInputs(names, timed, others);
  }

  boolean isEmpty() {
    return names.isEmpty() && !timed;
  }
}
