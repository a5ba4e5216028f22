package io.tfsno.data.condition;

import io.tfsno.spectral.Channel;
import java.util.List;

/**
 * Fields that are given and not predicted.
 *
 * @param fields what they are, in order; empty if there are none
 * @param shared whether all trajectories have the same ones, stored once
 */
public record ConditionFields(List<Channel> fields, boolean shared) {
  public static final ConditionFields NONE = new ConditionFields(List.of(), false);

  public ConditionFields {
    fields = List.copyOf(fields);
    Channel.requireDifferent(Channel.names(fields));
  }

  /** Fields of every trajectory's own. */
  public static ConditionFields of(List<Channel> fields) {
    return new ConditionFields(fields, false);
  }

  public boolean isEmpty() {
    return fields.isEmpty();
  }

  public int count() {
    return fields.size();
  }

  /** The length of the first axis of what is stored. */
  long stored(long trajectories) {
    return shared ? 1 : trajectories;
  }
}
