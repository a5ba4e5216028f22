package io.tfsno.data.feed;

import io.tfsno.data.InputScales;
import java.util.List;

/**
 * What a model is given of the conditions of a set.
 *
 * @param names of parameters, static fields and forcing
 * @param clock what it is told of the time of each state
 * @param scales how they are standardised
 * @param first what it is told of the first states of a trajectory; null for nothing
 */
public record GivenInputs(List<String> names, Clock clock, InputScales scales, FirstStates first) {
  /** The states alone. */
  public static final GivenInputs NONE = new GivenInputs(List.of(), Clock.NONE, InputScales.NONE);

  /** Of a model that remembers no states. */
  public GivenInputs(List<String> names, Clock clock, InputScales scales) {
    this(names, clock, scales, null);
  }

  public GivenInputs {
    names = List.copyOf(names);
  }

  /** The same, standardised by other scales. */
  public GivenInputs with(InputScales others) {
    return new GivenInputs(names, clock, others, first);
  }

  /** Whether it is told a time. */
  boolean timed() {
    return clock != Clock.NONE;
  }

  boolean isEmpty() {
    return names.isEmpty() && !timed() && first == null;
  }
}
