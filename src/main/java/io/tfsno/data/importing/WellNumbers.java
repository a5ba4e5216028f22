package io.tfsno.data.importing;

import io.tfsno.data.hdf5.Hdf5Group;
import io.tfsno.spectral.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The numbers in The Well's {@code scalars}: those that do not change with time are parameters. */
final class WellNumbers {
  private final Hdf5Group group;
  private final long trajectories;
  private final List<String> unused = new ArrayList<>();

  WellNumbers(Hdf5Group root, long trajectories) {
    this.group = root.group("scalars");
    this.trajectories = trajectories;
  }

  TrajectoryNumbers read() {
    TrajectoryNumbers all = TrajectoryNumbers.NONE;
    for (String name : group.datasetNames()) {
      Map<String, Object> said = group.describe(name).attributes();
      double[] values = group.numbers(name);
      boolean each = WellContents.flag(said.get("sample_varying"));
      boolean fits = values.length == (each ? trajectories : 1);
      if (WellContents.flag(said.get("time_varying")) || !fits) {
        unused.add("scalars/" + name);
        continue;
      }
      List<double[]> rows = new ArrayList<>();
      for (int i = 0; i < trajectories; i++) {
        rows.add(new double[] {values[each ? i : 0]});
      }
      all = all.with(new TrajectoryNumbers(List.of(new Channel(name)), rows));
    }
    return all;
  }

  List<String> unused() {
    return unused;
  }
}
