package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** A benchmark's equation with test trajectories of another master seed, and nothing else. */
record FreshTest(BenchmarkSet source, TestSet wanted) implements Dataset {
  static FreshTest of(Dataset source, TestSet wanted) {
    if (source instanceof BenchmarkSet ours) {
      return new FreshTest(ours, wanted);
    }
    throw new UserError(
        "a benchmark to make test trajectories of", source.name(), "Leave 'test' out.");
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public int dimension() {
    return source.dimension();
  }

  private int trajectories() {
    return wanted.trajectories(dimension());
  }

  @Override
  public List<String> scoredOn() {
    return source.scoredOn();
  }

  @Override
  public Path file(Path folder, Budget budget) {
    Path published = source.file(folder, budget);
    String name = published.getFileName().toString().replaceFirst("\\.h5$", "");
    return published.resolveSibling(name + wanted.suffix() + ".h5");
  }

  @Override
  public ObjectNode section() {
    return source.section();
  }

  @Override
  public Optional<GenerationRequest> request(Budget budget) {
    return Optional.of(
        new SetRequest(
            source.source(),
            0,
            trajectories(),
            wanted.seed(),
            budget.profile(),
            budget.snapshots()));
  }

  @Override
  public TrajectoryFile open(Path file) {
    return source.open(file);
  }

  @Override
  public void check(Path file, TrajectoryFile opened, Protocol protocol) {
    BenchmarkSet.requireSize(file, test(opened), trajectories(), protocol.budget());
  }

  @Override
  public TrajectorySet test(TrajectoryFile opened) {
    return opened.set(Splits.TEST);
  }

  @Override
  public long trajectories(Budget budget) {
    return source.trajectories(budget);
  }

  @Override
  public boolean made(LedgerEntry entry) {
    return source.made(entry);
  }
}
