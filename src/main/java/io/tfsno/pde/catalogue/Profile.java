package io.tfsno.pde.catalogue;

import io.tfsno.base.UserError;
import java.util.Arrays;
import java.util.Locale;

/** How finely a benchmark is solved. */
public enum Profile {
  /** The truth that models are measured against, on the original grid. */
  REFERENCE,
  /** What models train on, on the training grid. */
  FAST,
  /** For demos and tests. */
  QUICK;

  /** The profile of a name as users type it. */
  public static Profile named(String name) {
    return Arrays.stream(values())
        .filter(p -> p.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserError(
                    "a profile: reference, fast or quick", "'" + name + "'", "Try fast."));
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
