package io.tfsno.eval;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.run.Digest;
import io.tfsno.run.ModelCard;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import io.tfsno.spectral.Boundary;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The trajectories that a run is judged on: the test part of its own data, divided as its training
 * divided them, or those of another file. Knows whether the run has learnt from them. Owns the open
 * file.
 */
public final class ScoredData implements AutoCloseable {
  private static final double SAME_TIME = 1e-6;

  private final TrajectoryFile file;
  private final TrajectorySet set;
  private final String split;
  private final boolean trainedOn;
  private final int stride;

  private ScoredData(TrajectoryFile file, TrajectorySet set, String split, boolean trainedOn) {
    this(file, set, split, trainedOn, 1);
  }

  private ScoredData(
      TrajectoryFile file, TrajectorySet set, String split, boolean trainedOn, int stride) {
    this.file = file;
    this.set = set.every(stride);
    this.split = split;
    this.trainedOn = trainedOn;
    this.stride = stride;
  }

  /**
   * @param run a run folder, or a file of weights, which knows of no data
   * @param data a file to use instead of the run's own; null for that one
   */
  public static ScoredData of(Path run, Path data) {
    return of(run, data, List.of());
  }

  /**
   * @param stated boundaries of all axes or of each, for a file that does not say; empty to leave
   *     it to the file and to the run's configuration
   */
  public static ScoredData of(Path run, Path data, List<Boundary> stated) {
    Path stored = run.resolve(RunFolder.CONFIG);
    if (!Files.exists(stored)) {
      if (data == null) {
        throw new UserError(
            "a data set, or a run folder that names one", run.toString(), "Name a data set.");
      }
      return others(TrajectoryFile.open(data, stated)).inStepsOf(run);
    }
    TrainConfig config = ConfigReader.read(stored, TrainConfig.class);
    Path chosen = data == null ? ofTraining(run, config) : data;
    TrajectoryFile file =
        stated.isEmpty() ? config.data().open(chosen) : TrajectoryFile.open(chosen, stated);
    try {
      boolean own = data == null || learntFrom(run, config, file, data);
      return (own ? own(file, config) : others(file)).inStepsOf(run);
    } catch (UserError e) {
      file.close();
      throw e;
    }
  }

  /** The data set that a run names, which may lie elsewhere by now. */
  private static Path ofTraining(Path run, TrainConfig config) {
    Path own = Path.of(config.dataFile());
    if (!SetFiles.exist(own)) {
      throw new UserError(
          "%s: expected the data set of the training, %s, found no such file. Name a data set."
              .formatted(run, own));
    }
    return own;
  }

  /** Every n-th snapshot, where one step of the model is n of the data's. */
  private ScoredData inStepsOf(Path run) {
    double step = ModelCard.read(run).dt();
    int n = (int) Math.min(Integer.MAX_VALUE, Math.round(step / set.dt()));
    boolean multiple = Math.abs(step - n * set.dt()) <= SAME_TIME * step;
    return n > 1 && multiple && n < set.steps()
        ? new ScoredData(file, set, split, trainedOn, n)
        : this;
  }

  private static ScoredData own(TrajectoryFile file, TrainConfig config) {
    Splits splits = Splits.of(file, config.data().split());
    boolean parted = splits.hasTrain() && (splits.test().isPresent() || splits.valid().isPresent());
    return parted
        ? best(file, splits)
        : new ScoredData(file, file.setOrFirst(Splits.TRAIN), Splits.TRAIN, true);
  }

  private static ScoredData others(TrajectoryFile file) {
    Splits splits = Splits.of(file, null);
    boolean parted = splits.test().isPresent() || splits.valid().isPresent();
    String first = file.groups().get(0);
    return parted ? best(file, splits) : new ScoredData(file, file.set(first), first, false);
  }

  private static ScoredData best(TrajectoryFile file, Splits splits) {
    String name = splits.test().isPresent() ? Splits.TEST : Splits.VALID;
    TrajectorySet set = splits.test().or(splits::valid).orElseThrow();
    return new ScoredData(file, set, name, false);
  }

  /**
   * Whether a file is the one that the run was trained on. Its digest is only taken where the
   * answer matters: a set called {@code test} is never learnt from.
   */
  private static boolean learntFrom(Path run, TrainConfig config, TrajectoryFile file, Path data) {
    if (file.groups().contains(Splits.TEST) && file.groups().contains(Splits.TRAIN)) {
      return false;
    }
    try {
      Path before = Path.of(config.dataFile());
      if (Files.exists(before) && Files.isSameFile(before, data)) {
        return true;
      }
    } catch (IOException e) {
      // Cannot be compared as files: their contents decide.
    }
    return StoredProvenance.in(run)
        .flatMap(StoredProvenance::dataSha256)
        .filter(digest -> digest.equals(Digest.sha256(data)))
        .isPresent();
  }

  public TrajectorySet set() {
    return set;
  }

  /** One step of the model is this many of the data's. */
  public int stride() {
    return stride;
  }

  /** The part's name; empty for a file without parts. */
  public String split() {
    return split;
  }

  /** Whether the run has learnt from some of these trajectories. */
  public boolean trainedOn() {
    return trainedOn;
  }

  /** What to tell a reader of scores first. */
  public Optional<String> warning() {
    return trainedOn
        ? Optional.of(
            "the model was trained on these trajectories: errors on others will be larger")
        : Optional.empty();
  }

  @Override
  public void close() {
    file.close();
  }
}
