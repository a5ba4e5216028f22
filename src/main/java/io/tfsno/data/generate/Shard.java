package io.tfsno.data.generate;

import io.tfsno.base.UserError;

/**
 * One of several parts of a data set that are made apart, on any machine, in any order. Parts begin
 * at even indices: trajectories 2j and 2j + 1 share the arrays of the solver, so that a part holds
 * the very numbers that the whole has.
 *
 * @param number from 1 to {@code of}
 */
public record Shard(int number, int of) {
  public static final Shard WHOLE = new Shard(1, 1);

  public Shard {
    if (of < 1 || number < 1 || number > of) {
      throw wrong(number + "/" + of);
    }
  }

  /** A shard as people write it, such as 3/16. */
  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == 2) {
        return new Shard(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
      }
    } catch (NumberFormatException e) {
      throw wrong("'" + text + "'");
    }
    throw wrong("'" + text + "'");
  }

  private static UserError wrong(String found) {
    return new UserError("a shard i/n with i from 1 to n", found, "Write for example 3/16.");
  }

  public boolean isWhole() {
    return of == 1;
  }

  /** The index of the first trajectory of a set with that many. */
  long first(long count) {
    return begin(count, number - 1);
  }

  /** How many trajectories of a set with that many belong to this part. */
  long size(long count) {
    return begin(count, number) - begin(count, number - 1);
  }

  private long begin(long count, int parts) {
    long pairs = (count + 1) / 2;
    return Math.min(count, 2 * (pairs * parts / of));
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
