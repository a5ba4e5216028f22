package io.tfsno.data.parts;

import java.util.Arrays;

/** The trajectories of several parts, numbered through. */
public final class Numbering {
  private final long[] starts;

  /** Some consecutive trajectories of one part. */
  @FunctionalInterface
  public interface Piece {
    /**
     * @param first the first of them, as the part numbers them
     * @param before how many of those asked for stand in earlier pieces
     */
    void of(int part, long first, int count, int before);
  }

  /**
   * @param counts trajectories of each part, at least one
   */
  public Numbering(long... counts) {
    starts = new long[counts.length + 1];
    for (int i = 0; i < counts.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], counts[i]);
    }
  }

  public long trajectories() {
    return starts[starts.length - 1];
  }

  /** Where consecutive trajectories stand, piece by piece. */
  public void pieces(long first, int count, Piece piece) {
    for (int done = 0; done < count; ) {
      long at = first + done;
      int found = Arrays.binarySearch(starts, at);
      int part = found >= 0 ? found : -found - 2;
      int here = (int) Math.min(count - done, starts[part + 1] - at);
      piece.of(part, at - starts[part], here, done);
      done += here;
    }
  }
}
