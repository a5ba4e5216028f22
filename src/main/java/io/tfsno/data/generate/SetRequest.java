package io.tfsno.data.generate;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.file.FloatType;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Benchmark.Profile;
import io.tfsno.pde.catalogue.Benchmark.Split;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What benchmark data to make. By default the training split is integrated with the fast profile
 * and stored on the training grid, the test split with the reference profile on the original grid.
 *
 * @param profile reference, fast or quick for both splits; null for the defaults above
 * @param snapshots stored snapshots; 0 for the benchmark's own number
 */
public record SetRequest(
    Benchmark benchmark, int train, int test, long seed, String profile, int snapshots) {

  public SetRequest {
    if (train < 0 || test < 0 || train + (long) test == 0) {
      throw new UserError(
          "trajectory counts >= 0, not both 0",
          "--train %d --test %d".formatted(train, test),
          "Try --train 1000 --test 200.");
    }
    if (snapshots != 0 && snapshots < 2) {
      throw new UserError("at least 2 snapshots", Integer.toString(snapshots), "Try 51.");
    }
  }

  /** One split: what is integrated how, and the set that it becomes. */
  record SplitPlan(Split split, Profile profile, FlatSet set) {}

  List<SplitPlan> splits() {
    return Stream.of(plan(Split.TRAIN, train), plan(Split.TEST, test))
        .filter(p -> p.set.trajectories() > 0)
        .toList();
  }

  private SplitPlan plan(Split split, int count) {
    Profile used = profileFor(split);
    boolean original = used.name().equals("reference");
    int points = original ? benchmark.originalPoints() : benchmark.trainingPoints();
    int steps = snapshots > 0 ? snapshots : defaultSnapshots(used);
    FlatSet set =
        new FlatSet(
            split.label(),
            FloatType.FLOAT32,
            count,
            steps,
            benchmark.equation().type().fields(),
            benchmark.dimension(),
            points,
            benchmark.length(),
            benchmark.interval(),
            attributes(split, used));
    return new SplitPlan(split, used, set);
  }

  private Profile profileFor(Split split) {
    String name = profile == null ? (split == Split.TEST ? "reference" : "fast") : profile;
    return Stream.of(benchmark.reference(), benchmark.fast(), benchmark.quick())
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserError(
                    "a profile: reference, fast or quick", "'" + name + "'", "Try fast."));
  }

  private int defaultSnapshots(Profile used) {
    return used.name().equals("quick") ? Benchmark.QUICK_SNAPSHOTS : benchmark.snapshots();
  }

  private Map<String, Object> attributes(Split split, Profile used) {
    Map<String, Object> a = new LinkedHashMap<>(benchmark.equation().parameters());
    a.put("benchmark", benchmark.id());
    a.put("equation", benchmark.equation().type().name());
    a.put("split", split.label());
    a.put("first_index", 0L);
    a.put("master_seed", seed);
    a.put("profile", used.name());
    a.put("solver_dt", benchmark.interval() / used.substeps());
    a.put("solver_resolution", (long) used.points());
    a.put("original_resolution", (long) benchmark.originalPoints());
    a.put("generator", "tfsno " + BuildInfo.version());
    if (benchmark.id().equals("E1")) {
      a.put("Nu", 0.01); // PDEBench's name: its diffusion coefficient is Nu / pi
    }
    return a;
  }
}
