package io.tfsno.train;

import io.tfsno.data.feed.Window;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.group.ProcessGroup;

/**
 * The ranks of a training, as its loop sees them: each batch is divided among them, and all make
 * the same update of the same weights. Everything that chance decides is drawn for all by each of
 * them alike, so that the number of ranks changes rounding only.
 */
final class Team {
  private final ProcessGroup group;

  Team(ProcessGroup group) {
    this.group = group;
  }

  static Team alone() {
    return new Team(ProcessGroup.alone());
  }

  /**
   * The samples of one rank. There is always one: a rank without any computes the first with share
   * 0, so that all ranks do the same work in the same order.
   *
   * @param share of its samples in all; 0 if it has none
   */
  record Slice(int first, int count, double share) {}

  boolean isAlone() {
    return group.size() == 1;
  }

  int size() {
    return group.size();
  }

  /** Whether this rank writes files and speaks to the user. */
  boolean leads() {
    return group.settings().leads();
  }

  /** This rank's part of n samples. */
  Slice slice(int samples) {
    return slice(samples, group.settings().rank(), size());
  }

  static Slice slice(int samples, int rank, int ranks) {
    int from = (int) ((long) rank * samples / ranks);
    int to = (int) ((rank + 1L) * samples / ranks);
    return to > from
        ? new Slice(from, to - from, (double) (to - from) / samples)
        : new Slice(0, 1, 0);
  }

  /** This rank's part of a batch, without its share. */
  Window part(Window whole) {
    Slice slice = slice(whole.samples());
    return isAlone() ? whole : whole.part(slice.first, slice.count);
  }

  /** Adds up what each rank has. */
  void addUp(Tensor values) {
    group.sumInPlace(values);
  }

  /** The sums over all ranks. */
  double[] sum(double... values) {
    return group.sum(values);
  }

  /** Takes over the values of the rank that leads. */
  void follow(Tensor values) {
    group.copyFromFirst(values);
  }

  /** The numbers of the rank that leads. */
  long[] follow(long... values) {
    return group.ofFirst(values);
  }

  /** Waits for all ranks, as long as at the start. */
  void meet(String where) {
    group.meet(where);
  }

  void requireSame(String what, String text) {
    group.requireSame(what, text);
  }
}
