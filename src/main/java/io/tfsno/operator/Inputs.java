package io.tfsno.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * What an operator is given in addition to the present state of its fields. All of it reaches the
 * network as further channels.
 *
 * @param history states that the operator sees, the present one included
 * @param fields known fields: static ones, and forcing at the time of the state
 * @param parameters numbers of each trajectory, constant over the grid
 * @param time how the time of the state is told; null if it is not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Inputs(int history, List<Channel> fields, List<Channel> parameters, TimeSpec time) {
  /** The state alone. */
  public static final Inputs NONE = new Inputs(1, List.of(), List.of(), null);

  private static final int LONGEST = 64;

  public Inputs {
    fields = List.copyOf(fields);
    parameters = List.copyOf(parameters);
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
  }

  public static Inputs ofHistory(int history) {
    return new Inputs(history, List.of(), List.of(), null);
  }

  public static Inputs ofParameters(String... names) {
    return new Inputs(1, List.of(), Channel.named(List.of(names)), null);
  }

  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Names of what must be given for every trajectory. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    parameters.forEach(channel -> names.add(channel.name()));
    fields.forEach(channel -> names.add(channel.name()));
    return names;
  }

  /** Channels in addition to those of the state. */
  public int channels(int stateChannels) {
    return varying(stateChannels) + numbers();
  }

  /** Those of them that vary over the grid. */
  public int varying(int stateChannels) {
    return (history - 1) * stateChannels + fields.size();
  }

  /** Numbers of each sample that are the same everywhere. */
  public int numbers() {
    return parameters.size() + (time == null ? 0 : time.size());
  }
}
