package io.tfsno.data.importing.field;

import java.util.List;

/** What an axis of an array stands for; in the order in which our files have them. */
public enum Role {
  /** The number of the trajectory. */
  N(0),
  /** Time. */
  T(1),
  X(2),
  Y(3),
  Z(4),
  /** The channel. */
  C(5);

  /** How many there are: every box of numbers has one extent for each. */
  public static final int COUNT = values().length;

  /** The axes of space, in order. */
  public static final List<Role> SPACE = List.of(X, Y, Z);

  private final int place;

  Role(int place) {
    this.place = place;
  }

  /** Where it stands among the extents of a box. */
  public int place() {
    return place;
  }

  public boolean isSpace() {
    return SPACE.contains(this);
  }
}
