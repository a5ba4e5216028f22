package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which trajectories of a file a training uses: those it learns from, and those that its weights
 * are chosen by. The latter are the first of {@code valid}; where a file has no such part, the last
 * ones of {@code train} are held out.
 *
 * @param used how many of the training set, the first ones
 * @param heldFrom the first to validate on
 * @param held how many to validate on
 * @param tests how many are never looked at
 * @param rule that divided the file; null where it has named parts, or was left whole
 */
record LearningSets(
    TrajectorySet training,
    int used,
    TrajectorySet validation,
    int heldFrom,
    int held,
    long tests,
    SplitRule rule) {

  static LearningSets of(TrainConfig config, Path file, TrajectoryFile data) {
    Splits splits = splits(config, file, data);
    int stride = config.data().stride();
    TrajectorySet train = splits.train().every(stride);
    int all = count(config.data().trajectories(), train.trajectories(), file);
    int wished = config.validation().trajectories();
    TrajectorySet valid = splits.valid().map(set -> set.every(stride)).orElse(train);
    boolean apart = valid != train;
    int held = apart ? (int) Math.min(wished, valid.trajectories()) : held(wished, all);
    int used = apart ? all : all - held;
    long tests = splits.test().map(TrajectorySet::trajectories).orElse(0L);
    SplitRule rule = Splits.named(data) ? null : config.data().split();
    LearningSets sets = new LearningSets(train, used, valid, apart ? 0 : used, held, tests, rule);
    requireAlike(file, train, valid);
    if (sets.used < 1 || sets.training.steps() < 3) {
      throw new UserError(
          "%s: expected at least 2 trajectories of 3 snapshots to train and validate on, found %d of %d%s."
              .formatted(
                  file, all, train.steps(), stride > 1 ? " with data.stride " + stride : ""));
    }
    return sets;
  }

  private static Splits splits(TrainConfig config, Path file, TrajectoryFile data) {
    try {
      Splits splits = Splits.of(data, config.data().split());
      splits.train();
      return splits;
    } catch (UserError e) {
      throw new UserError(file + ": " + e.getMessage(), e);
    }
  }

  private static void requireAlike(Path file, TrajectorySet train, TrajectorySet valid) {
    boolean alike =
        train.channelNames().equals(valid.channelNames())
            && train.grid().equals(valid.grid())
            && Math.abs(train.dt() - valid.dt()) <= 1e-6 * train.dt();
    if (!alike) {
      throw new UserError(
          "%s: expected 'valid' like 'train', %s on %s every %.6g, found %s on %s every %.6g. Make both alike."
              .formatted(
                  file,
                  train.channelNames(),
                  train.grid().text(),
                  train.dt(),
                  valid.channelNames(),
                  valid.grid().text(),
                  valid.dt()));
    }
  }

  /** For provenance: the numbers of trajectories, and the rule that chose them if there was one. */
  Map<String, Object> document() {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("train", used);
    d.put("valid", held);
    d.put("test", tests);
    if (rule != null) {
      d.put("rule", rule);
    }
    return d;
  }

  /** How many of a training set are held out: a fifth at most. */
  static int held(int wished, int all) {
    return Math.min(wished, Math.max(1, all / 5));
  }

  private static int count(int asked, long there, Path file) {
    if (asked > there) {
      throw new UserError(
          "%s: expected %d trajectories as data.trajectories says, found %d. Lower it, or make a larger set."
              .formatted(file, asked, there));
    }
    return (int) Math.min(Integer.MAX_VALUE, asked == 0 ? there : asked);
  }
}
