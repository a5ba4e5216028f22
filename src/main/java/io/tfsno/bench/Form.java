package io.tfsno.bench;

import java.util.Locale;

/** What the network of a cell gives. */
public enum Form {
  /** The next state, as in the paper. */
  DIRECT,
  /** The change of the state: {@code predictDelta}. */
  DELTA;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
