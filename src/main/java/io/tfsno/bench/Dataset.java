package io.tfsno.bench;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What cells are trained on: a benchmark of ours, which is made on demand, or a user's file. */
public interface Dataset {
  /** What cells call it. */
  String name();

  int dimension();

  /** Every set that scores a model trained on this one, its own first. */
  List<String> scoredOn();

  /**
   * Where it lies.
   *
   * @param folder of the sets that are made on demand
   */
  Path file(Path folder, Budget budget);

  /** What a training's configuration holds under {@code data}, but for the file. */
  ObjectNode section();

  /** How to make it where it is not there; empty if nobody can. */
  Optional<GenerationRequest> request(Budget budget);

  /** How to make other test trajectories of it, and nothing else; empty if nobody can. */
  Optional<GenerationRequest> request(TestSet wanted, Budget budget);

  /** Refuses a file of another size than the budget has. */
  void check(Path file, TrajectoryFile opened, Protocol protocol);

  /** The trajectories that models are scored on. */
  TrajectorySet test(TrajectoryFile opened);

  /** Opens its file by the rules of its configuration; the caller closes it. */
  TrajectoryFile open(Path file);

  /** Trajectories to learn from and to validate on, for estimates of the time it takes. */
  long trajectories(Budget budget);

  /** Whether an entry was made with these data. */
  boolean made(LedgerEntry entry);
}
