package io.tfsno.data.importing;

import io.tfsno.base.UserError;
import io.tfsno.data.Boundaries;
import java.util.Arrays;
import java.util.Optional;

/**
 * What only the user can say about a file. The sentence ends the message of a refusal; whoever has
 * flags adds the one to use.
 */
public enum Need {
  AXES("Say what each axis of the array stands for: N, T, X, Y, Z or C."),
  FIELDS("Name the variables to import."),
  DATASET("Name the array to import."),
  INTERVAL("State the time between snapshots."),
  LENGTH("State the length of the box, for all axes or one for each."),
  BOUNDARY(Boundaries.STATE_IT),
  EVEN("Have the fields interpolated onto an even grid or clock.");

  private final String sentence;

  Need(String sentence) {
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }

  /** What is missing, if that is why something was refused. */
  public static Optional<Need> of(UserError error) {
    return Arrays.stream(values())
        .filter(need -> error.getMessage().endsWith(need.sentence))
        .findFirst();
  }
}
