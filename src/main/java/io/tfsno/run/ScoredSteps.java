package io.tfsno.run;

import java.util.List;

/** Which steps of a rollout are told of, unless somebody asks for others. */
public final class ScoredSteps {
  /** The steps of tables. */
  public static final List<Integer> TOLD = List.of(1, 10, 25, 50);

  /** Benchmarks also have rollouts of this length. */
  public static final int LATE = 100;

  /** Steps of a rollout. */
  public static final int HORIZON = 50;

  private ScoredSteps() {}

  /** Those of tables that a rollout of n steps reaches. */
  public static List<Integer> within(int horizon) {
    return TOLD.stream().filter(step -> step <= horizon).toList();
  }

  /** As many as a set of n steps allows. */
  public static int horizon(int available) {
    return Math.min(HORIZON, available);
  }
}
