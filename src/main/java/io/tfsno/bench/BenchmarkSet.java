package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.pde.catalogue.Benchmark;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of the benchmarks, made on demand in the size of a budget.
 *
 * @param reynolds another Reynolds number than the benchmark's; null for its own
 * @param tests further sets whose test split scores the models trained on this one
 */
public record BenchmarkSet(String name, String benchmark, Double reynolds, List<String> tests)
    implements Dataset {
  public BenchmarkSet {
    Benchmark.named(benchmark);
    tests = tests == null ? List.of() : List.copyOf(tests);
  }

  public Benchmark source() {
    Benchmark standard = Benchmark.named(benchmark);
    return reynolds == null ? standard : standard.withReynolds(reynolds);
  }

  @Override
  public int dimension() {
    return source().dimension();
  }

  @Override
  public List<String> scoredOn() {
    return Stream.concat(Stream.of(name), tests.stream()).toList();
  }

  @Override
  public Path file(Path folder, Budget budget) {
    return folder.resolve(budget.prefix() + name.toLowerCase(Locale.ROOT) + ".h5");
  }

  @Override
  public ObjectNode section() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public Optional<GenerationRequest> request(Budget budget) {
    return Optional.of(
        new SetRequest(
            source(),
            budget.train(),
            budget.test(),
            Benchmark.MASTER_SEED,
            budget.profile(),
            budget.snapshots()));
  }

  @Override
  public Optional<GenerationRequest> request(TestSet wanted, Budget budget) {
    return Optional.of(
        new SetRequest(
            source(),
            0,
            wanted.trajectories(dimension()),
            wanted.seed(),
            budget.profile(),
            budget.snapshots()));
  }

  @Override
  public TrajectoryFile open(Path file) {
    return TrajectoryFile.open(file);
  }

  @Override
  public void check(Path file, TrajectoryFile opened, Protocol protocol) {
    Budget budget = protocol.limits();
    requireSize(file, opened.set(Splits.TRAIN), budget.train(), protocol.budget());
    requireSize(file, opened.set(Splits.TEST), budget.test(), protocol.budget());
  }

  static void requireSize(Path file, TrajectorySet set, int expected, String budget) {
    if (set.trajectories() != expected) {
      throw new UserError(
          "%s: expected %d trajectories in a split, as budget %s has, found %d. Move the file away, or choose another folder for the data."
              .formatted(file, expected, budget, set.trajectories()));
    }
  }

  @Override
  public TrajectorySet test(TrajectoryFile opened) {
    return opened.set(Splits.TEST);
  }

  @Override
  public long trajectories(Budget budget) {
    return budget.train();
  }

  /** Its master seed and the budget decide every value: equal configurations have equal data. */
  @Override
  public boolean made(LedgerEntry entry) {
    return true;
  }
}
