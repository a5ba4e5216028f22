package io.tfsno.data.importing.field;

import io.tfsno.data.file.FileRun;
import io.tfsno.data.hdf5.Slab;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * An array with some channels of the fields.
 *
 * @param numbers in C order
 * @param roles what each axis of the numbers stands for; null for one of length 1 that is dropped
 * @param grain what is decoded together, by the array's own axes
 * @param firstChannel where its channels stand among all
 */
public record Piece(Slab numbers, List<Role> roles, long[] grain, int firstChannel, int channels) {
  public Piece {
    roles = Collections.unmodifiableList(new ArrayList<>(roles));
  }

  /** The length along an axis; 1 if the array does not have it. */
  long extent(Role role) {
    int axis = roles.indexOf(role);
    return axis < 0 ? 1 : numbers.shape()[axis];
  }

  long grain(Role role) {
    int axis = roles.indexOf(role);
    return axis < 0 ? 1 : Math.min(grain[axis], numbers.shape()[axis]);
  }

  /** Whether the numbers already stand in the order that is wanted. */
  boolean inOrder() {
    List<Role> present = roles.stream().filter(role -> role != null).toList();
    return present.stream().sorted().toList().equals(present);
  }

  /**
   * Reads a box, in the order of this array's axes.
   *
   * @param start by {@link Role}; the channel counted within the piece
   */
  int[] read(long[] start, int[] count, float[] to, int at) {
    int[] box = box(count);
    numbers.read(first(start), box, to, at);
    return box;
  }

  /** Where the box stands in its file, if that is one run. */
  Optional<FileRun> run(long[] start, int[] count) {
    return numbers.run(first(start), box(count));
  }

  private long[] first(long[] start) {
    long[] first = new long[roles.size()];
    for (int axis = 0; axis < first.length; axis++) {
      first[axis] = roles.get(axis) == null ? 0 : start[roles.get(axis).place()];
    }
    return first;
  }

  private int[] box(int[] count) {
    int[] box = new int[roles.size()];
    for (int axis = 0; axis < box.length; axis++) {
      box[axis] = roles.get(axis) == null ? 1 : count[roles.get(axis).place()];
    }
    return box;
  }
}
