package io.tfsno.data.feed;

/** What a model is told of the time of a state. */
public enum Clock {
  /** Nothing. */
  NONE,
  /** The time of the law: that of the snapshot and the phase of its trajectory. */
  LAW,
  /** The time since the first snapshot of its trajectory, whatever the phase. */
  ELAPSED;

  /**
   * @param timed whether it is told a time at all
   * @param elapsed whether that counts from the first snapshot
   */
  public static Clock of(boolean timed, boolean elapsed) {
    return timed ? (elapsed ? ELAPSED : LAW) : NONE;
  }
}
