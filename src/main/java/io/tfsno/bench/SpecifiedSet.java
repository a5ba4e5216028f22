package io.tfsno.bench;

import io.tfsno.base.UserError;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetSpec;
import io.tfsno.data.generate.Shard;
import io.tfsno.data.generate.ShippedSpecs;
import io.tfsno.data.generate.SpecRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Data by a specification that comes with the program, such as N1, made on demand in the size of a
 * budget. Sets of one specification share its file.
 *
 * @param specification its name
 * @param train training trajectories to learn from; null for all
 * @param split the part that scores models; null for the usual one
 * @param tests further sets whose part scores the models trained on this one
 */
public record SpecifiedSet(
    String name, String specification, Integer train, String split, List<String> tests)
    implements Dataset {
  /** Held-out trajectories to every training trajectory, as the specifications have them. */
  private static final int TRAINED_TO_VALID = 10;

  public SpecifiedSet {
    if (ShippedSpecs.find(specification).isEmpty()) {
      throw new UserError(
          "the name of a specification",
          specification,
          "Take one of " + String.join(", ", ShippedSpecs.names()) + ".");
    }
    tests = tests == null ? List.of() : List.copyOf(tests);
  }

  private SetSpec spec() {
    return ShippedSpecs.of(specification);
  }

  @Override
  public int dimension() {
    return spec().dimension();
  }

  @Override
  public List<String> scoredOn() {
    return Stream.concat(Stream.of(name), tests.stream()).toList();
  }

  @Override
  public Path file(Path folder, Budget budget) {
    return folder.resolve(budget.prefix() + specification.toLowerCase(Locale.ROOT) + ".h5");
  }

  @Override
  public ObjectNode section() {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    if (train != null) {
      section.put("trajectories", train);
    }
    return section;
  }

  @Override
  public Optional<GenerationRequest> request(Budget budget) {
    return request(counts(budget), null, budget);
  }

  @Override
  public Optional<GenerationRequest> request(TestSet wanted, Budget budget) {
    int count = wanted.trajectories(dimension());
    Map<String, Integer> counts = new HashMap<>();
    for (String set : spec().sets().keySet()) {
      boolean learnt = set.equals(Splits.TRAIN) || set.equals(Splits.VALID);
      counts.put(set, learnt ? 0 : count);
    }
    return request(counts, wanted.seed(), budget);
  }

  private Optional<GenerationRequest> request(
      Map<String, Integer> counts, Long seed, Budget budget) {
    String profile =
        budget.profile() == null ? null : budget.profile().name().toLowerCase(Locale.ROOT);
    return Optional.of(
        new SpecRequest(
            spec(),
            specification,
            Path.of(""),
            counts,
            seed,
            profile,
            budget.snapshots(),
            Shard.WHOLE));
  }

  private Map<String, Integer> counts(Budget budget) {
    Map<String, Integer> counts = new HashMap<>();
    for (String set : spec().sets().keySet()) {
      int count =
          switch (set) {
            case Splits.TRAIN -> budget.train();
            case Splits.VALID -> Math.max(1, budget.train() / TRAINED_TO_VALID);
            default -> budget.test();
          };
      counts.put(set, count);
    }
    return counts;
  }

  @Override
  public void check(Path file, TrajectoryFile opened, Protocol protocol) {
    counts(protocol.limits())
        .forEach(
            (set, count) ->
                BenchmarkSet.requireSize(file, opened.set(set), count, protocol.budget()));
  }

  @Override
  public TrajectorySet test(TrajectoryFile opened) {
    return opened.set(split == null ? Splits.TEST : split);
  }

  @Override
  public TrajectoryFile open(Path file) {
    return TrajectoryFile.open(file);
  }

  @Override
  public long trajectories(Budget budget) {
    return train != null ? Math.min(train, budget.train()) : budget.train();
  }

  /** The specification and the budget decide every value. */
  @Override
  public boolean made(LedgerEntry entry) {
    return true;
  }
}
