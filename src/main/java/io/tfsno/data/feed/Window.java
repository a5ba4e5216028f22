package io.tfsno.data.feed;

import java.util.Arrays;

/**
 * The states that one batch needs: a first state of each sample and n steps after it.
 *
 * @param rows where the first states stand in their set, {@code trajectory * steps + step}
 * @param steps that follow each of them
 */
public record Window(long[] rows, int steps) {

  /** The samples {@code first .. first+count-1} of it. */
  public Window part(int first, int count) {
    return new Window(Arrays.copyOfRange(rows, first, first + count), steps);
  }

  public int samples() {
    return rows.length;
  }
}
