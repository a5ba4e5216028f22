package io.tfsno.data.generate;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import io.tfsno.data.FlatSet;
import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Laws;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Benchmark.Settings;
import io.tfsno.pde.catalogue.Benchmark.Split;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.spectral.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What benchmark data to make. By default the training split is integrated with the fast profile
 * and stored on the training grid, the test split with the reference profile on the original grid.
 *
 * @param profile for both splits; null for the defaults above
 * @param snapshots stored snapshots; 0 for the benchmark's own number
 * @param shard which part of each split
 */
public record SetRequest(
    Benchmark benchmark,
    int train,
    int test,
    long seed,
    Profile profile,
    int snapshots,
    Shard shard)
    implements GenerationRequest {
  private static final double[] NONE = {};

  /** The whole of the data. */
  public SetRequest(
      Benchmark benchmark, int train, int test, long seed, Profile profile, int snapshots) {
    this(benchmark, train, test, seed, profile, snapshots, Shard.WHOLE);
  }

  public SetRequest {
    if (train < 0 || test < 0 || train + (long) test == 0) {
      throw new UserError(
          "trajectory counts >= 0, not both 0",
          "%d for training and %d for testing".formatted(train, test),
          "Try 1000 and 200.");
    }
    if (snapshots != 0 && snapshots < 2) {
      throw new UserError("at least 2 snapshots", Integer.toString(snapshots), "Try 51.");
    }
  }

  @Override
  public String title() {
    return benchmark.title();
  }

  @Override
  public List<SetPlan> sets() {
    return Stream.of(plan(Split.TRAIN, train), plan(Split.TEST, test))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<SetPlan> plan(Split split, int all) {
    long count = shard.size(all);
    if (count == 0) {
      return Optional.empty();
    }
    Profile used = profileFor(split);
    boolean original = used == Profile.REFERENCE;
    int points = original ? benchmark.originalPoints() : benchmark.trainingPoints();
    int steps = snapshots > 0 ? snapshots : defaultSnapshots(used);
    FlatSet set =
        new FlatSet(
            split.label(),
            FloatType.FLOAT32,
            count,
            steps,
            benchmark.equation().type().fields(),
            benchmark.grid(points),
            benchmark.interval(),
            attributes(split, used, shard.first(all)));
    Settings settings = benchmark.settings(used);
    return Optional.of(
        new SetPlan(
            set,
            used.label(),
            shard.first(all),
            benchmark.grid(settings.points()),
            settings.substeps(),
            0,
            (grid, first, number) -> draw(split, grid, first, number)));
  }

  private SetPlan.Drawn draw(Split split, Grid grid, long first, int count) {
    Rng[] streams = new Rng[count];
    for (int i = 0; i < count; i++) {
      streams[i] = benchmark.stream(seed, split, first + i);
    }
    Equation equation = benchmark.equation();
    Tensor initial =
        benchmark.sampler().draw(Laws.modes(true, grid.points()), equation.channels(), streams);
    return new SetPlan.Drawn(Laws.common(equation), initial, NONE, NONE);
  }

  private Profile profileFor(Split split) {
    Profile usual = split == Split.TEST ? Profile.REFERENCE : Profile.FAST;
    return profile == null ? usual : profile;
  }

  private int defaultSnapshots(Profile used) {
    return used == Profile.QUICK ? Benchmark.QUICK_SNAPSHOTS : benchmark.snapshots();
  }

  private Map<String, Object> attributes(Split split, Profile used, long first) {
    Settings settings = benchmark.settings(used);
    Map<String, Object> a = new LinkedHashMap<>(benchmark.equation().parameters());
    a.put("benchmark", benchmark.id());
    a.put("equation", benchmark.equation().type().name());
    a.put("split", split.label());
    a.put("first_index", first);
    a.put("master_seed", seed);
    a.put("profile", used.label());
    a.put("solver_dt", benchmark.interval() / settings.substeps());
    a.put("solver_resolution", (long) settings.points());
    a.put("original_resolution", (long) benchmark.originalPoints());
    a.put("generator", "tfsno " + BuildInfo.version());
    a.putAll(benchmark.aliases());
    return a;
  }
}
