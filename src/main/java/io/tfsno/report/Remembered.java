package io.tfsno.report;

import io.tfsno.data.TrajectorySet;
import io.tfsno.eval.MemoryStudy;
import io.tfsno.eval.MemoryTrace;
import io.tfsno.run.TrainedModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a model remembers of test trajectories.
 *
 * @param study codes of several of them
 * @param traces gates at the first and the last step of two: those with the lowest and the highest
 *     value of what is hidden, or the first two where the set does not tell
 */
record Remembered(MemoryStudy study, List<MemoryTrace> traces) {
  private static final int STUDIED = 200;

  /** Empty for a model that remembers nothing. */
  static Optional<Remembered> of(TrainedModel model, TrajectorySet test, int horizon) {
    return MemoryStudy.of(model, test, STUDIED)
        .map(study -> new Remembered(study, traces(model, test, study, horizon)));
  }

  private static List<MemoryTrace> traces(
      TrainedModel model, TrajectorySet test, MemoryStudy study, int horizon) {
    Stream<Integer> chosen =
        study.hidden().isEmpty()
            ? Stream.of(0, 1).filter(i -> i < study.codes().length)
            : Stream.of(study.hidden().get(0).lowest(), study.hidden().get(0).highest());
    Set<Integer> steps = new TreeSet<>(List.of(0, horizon - 1));
    return chosen.map(i -> MemoryTrace.along(model, test, i, steps)).toList();
  }

  /** What tells a trajectory from the others. */
  String label(MemoryTrace trace) {
    if (study.hidden().isEmpty()) {
      return "trajectory " + trace.trajectory();
    }
    MemoryStudy.Hidden hidden = study.hidden().get(0);
    return String.format(
        Locale.ROOT, "%s = %.3g", hidden.channel().name(), hidden.values()[trace.trajectory()]);
  }

  /** The step that the gates of an examined state take part in. */
  static int step(MemoryTrace trace, int examined) {
    return trace.steps().get(examined) + 1;
  }
}
