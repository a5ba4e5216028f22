package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Test trajectories of another master seed than those of a set of ours, and nothing else. */
record FreshTest(Dataset source, TestSet wanted) implements Dataset {
  FreshTest {
    if (source instanceof OwnSet) {
      throw new UserError(
          "a set of ours to make test trajectories of", source.name(), "Leave 'test' out.");
    }
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
    return request(wanted, budget);
  }

  @Override
  public Optional<GenerationRequest> request(TestSet other, Budget budget) {
    return source.request(other, budget);
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
    return source.test(opened);
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
