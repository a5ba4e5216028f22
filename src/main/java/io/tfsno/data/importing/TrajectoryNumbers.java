package io.tfsno.data.importing;

import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers that every trajectory has.
 *
 * @param names what they are
 * @param rows one for each trajectory
 */
record TrajectoryNumbers(List<Channel> names, List<double[]> rows) {
  static final TrajectoryNumbers NONE = new TrajectoryNumbers(List.of(), List.of());

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** The columns of two, side by side; both have as many rows. */
  TrajectoryNumbers with(TrajectoryNumbers other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    List<Channel> all = new ArrayList<>(names);
    all.addAll(other.names);
    List<double[]> joined = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      double[] row = Arrays.copyOf(rows.get(i), all.size());
      System.arraycopy(other.rows.get(i), 0, row, names.size(), other.names.size());
      joined.add(row);
    }
    return new TrajectoryNumbers(all, joined);
  }
}
