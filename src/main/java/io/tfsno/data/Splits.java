package io.tfsno.data;

import io.tfsno.base.UserError;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a file: what is learnt from, what weights are chosen by, and what results are told
 * on. Groups of those names are the parts. A file without them is divided by a rule, or is all
 * {@code train} where there is no rule.
 */
public final class Splits {
  public static final String TRAIN = "train";
  public static final String VALID = "valid";
  public static final String TEST = "test";
  private static final List<String> NAMES = List.of(TRAIN, VALID, TEST);

  private final TrajectorySet train;
  private final TrajectorySet valid;
  private final TrajectorySet test;

  private Splits(TrajectorySet train, TrajectorySet valid, TrajectorySet test) {
    this.train = train;
    this.valid = valid;
    this.test = test;
  }

  /**
   * @param rule for files without named parts; null to leave them whole
   */
  public static Splits of(TrajectoryFile file, SplitRule rule) {
    if (named(file)) {
      return new Splits(group(file, TRAIN), group(file, VALID), group(file, TEST));
    }
    TrajectorySet whole = file.setOrFirst(TRAIN);
    if (rule == null) {
      return new Splits(whole, null, null);
    }
    SplitRule.Parts parts = rule.divide(whole.trajectories());
    return new Splits(
        part(whole, parts.train()), part(whole, parts.valid()), part(whole, parts.test()));
  }

  /** Whether a file says itself which trajectories are for what. */
  public static boolean named(TrajectoryFile file) {
    return file.groups().stream().anyMatch(NAMES::contains);
  }

  private static TrajectorySet group(TrajectoryFile file, String name) {
    return file.groups().contains(name) ? file.set(name) : null;
  }

  private static TrajectorySet part(TrajectorySet whole, long[] chosen) {
    return chosen.length == 0 ? null : whole.subset(chosen);
  }

  /** What is learnt from; an error where the file has none. */
  public TrajectorySet train() {
    return Optional.ofNullable(train)
        .orElseThrow(
            () ->
                new UserError(
                    "a set 'train' to learn from",
                    test == null ? "only 'valid'" : "only 'test', which is kept for the results",
                    "Use a file that has one, or one set without a name."));
  }

  public boolean hasTrain() {
    return train != null;
  }

  public Optional<TrajectorySet> valid() {
    return Optional.ofNullable(valid);
  }

  public Optional<TrajectorySet> test() {
    return Optional.ofNullable(test);
  }
}
