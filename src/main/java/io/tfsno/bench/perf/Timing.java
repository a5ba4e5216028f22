package io.tfsno.bench.perf;

import io.tfsno.engine.Device;
import io.tfsno.engine.Stopwatch;
import java.util.Arrays;

/**
 * How long a piece of work takes, in milliseconds: the median of several rounds, with the range
 * that holds the middle four fifths of them.
 */
public record Timing(double median, double low, double high, int rounds, int runsPerRound) {
  private static final int ROUNDS = 15;
  private static final int LONG_ROUNDS = 5;
  private static final double ROUND_SECONDS = 0.05;
  private static final double WARM_UP_SECONDS = 0.3;
  private static final int WARM_UP_RUNS = 6;

  public static Timing of(Device device, Runnable work) {
    Stopwatch watch = new Stopwatch(device);
    int warm = 0;
    double spent = 0;
    double last = 0;
    while (warm < WARM_UP_RUNS || spent < WARM_UP_SECONDS) {
      last = watch.seconds(work);
      spent += last;
      warm++;
    }
    int runs = (int) Math.max(1, Math.min(2000, ROUND_SECONDS / Math.max(1e-6, last)));
    return of(watch, work, ROUNDS, runs);
  }

  /** Of work that takes seconds: five runs after one that warms up, and their whole range. */
  public static Timing ofLongWork(Device device, Runnable work) {
    Stopwatch watch = new Stopwatch(device);
    watch.seconds(work);
    return of(watch, work, LONG_ROUNDS, 1);
  }

  /** Of one of several equal parts of the work. */
  Timing per(int parts) {
    return new Timing(median / parts, low / parts, high / parts, rounds, runsPerRound * parts);
  }

  private static Timing of(Stopwatch watch, Runnable work, int rounds, int runs) {
    double[] each = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      each[i] = watch.seconds(() -> repeat(work, runs)) / runs * 1e3;
    }
    Arrays.sort(each);
    return new Timing(
        each[rounds / 2], each[rounds / 10], each[rounds - 1 - rounds / 10], rounds, runs);
  }

  private static void repeat(Runnable work, int times) {
    for (int i = 0; i < times; i++) {
      work.run();
    }
  }
}
