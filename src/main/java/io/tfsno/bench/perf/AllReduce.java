package io.tfsno.bench.perf;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stopwatch;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.group.ProcessGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How long the ranks of a group take to add up vectors. All of them measure together. */
public final class AllReduce {
  private static final long[] SIZES = {1, 1_000, 10_000, 100_000, 645_110, 1_813_481, 10_000_000};
  private static final int WARM_UP = 5;
  private static final int LEAST_ROUNDS = 15;
  private static final int MOST_ROUNDS = 200;

  /** Numbers to add up in all rounds of a size together: keeps large sizes short. */
  private static final long NUMBERS = 40_000_000;

  private AllReduce() {}

  /** Median, and the range of the middle four fifths of the rounds. */
  public record Row(int ranks, long floats, double medianMs, double lowMs, double highMs) {}

  public static List<Row> measure(ProcessGroup group, Device device) {
    List<Row> rows = new ArrayList<>();
    for (long size : SIZES) {
      try (Scope scope = new Scope()) {
        rows.add(measure(group, Tensor.zeros(DType.FLOAT32, device, size), device));
      }
    }
    return rows;
  }

  private static Row measure(ProcessGroup group, Tensor vector, Device device) {
    // The number of rounds depends on the size alone: ranks that disagreed would wait for ever.
    int rounds = (int) Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, NUMBERS / vector.count()));
    Stopwatch watch = new Stopwatch(device);
    double[] each = new double[rounds];
    for (int i = -WARM_UP; i < rounds; i++) {
      double seconds = watch.seconds(() -> group.sumInPlace(vector));
      if (i >= 0) {
        each[i] = seconds * 1e3;
      }
    }
    Arrays.sort(each);
    return new Row(
        group.size(),
        vector.count(),
        each[rounds / 2],
        each[rounds / 10],
        each[rounds - 1 - rounds / 10]);
  }
}
