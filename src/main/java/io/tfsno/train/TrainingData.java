package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.StreamedSet;
import io.tfsno.engine.Device;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.Provenance;
import java.nio.file.Path;

/**
 * The data of a training on its device: trajectories to learn from, and the last ones held out to
 * choose the weights by. The normaliser sees the former only. Nothing of it changes, so that
 * several trainings may share it. Owns its memory.
 */
public final class TrainingData implements AutoCloseable {
  private final Path file;
  private final StateSource training;
  private final ResidentSet validation;
  private final Normaliser normaliser;
  private final FieldShape shape;
  private final String equation;
  private final double dt;
  private String sha256;

  private TrainingData(
      Path file,
      StateSource training,
      ResidentSet validation,
      Normaliser normaliser,
      FieldShape shape,
      String equation,
      double dt) {
    this.file = file;
    this.training = training;
    this.validation = validation;
    this.normaliser = normaliser;
    this.shape = shape;
    this.equation = equation;
    this.dt = dt;
  }

  /** Loads what a config asks for: its model and seed have no part in that. */
  public static TrainingData load(TrainConfig config, Path file, Device device) {
    TrajectoryFile data = TrajectoryFile.open(file);
    boolean staysOpen = false;
    try {
      TrajectorySet set = data.setOrFirst("train");
      FieldShape shape = shape(file, set, config);
      int all = count(config.data().trajectories(), set.trajectories(), file);
      int held = Math.min(config.validation().trajectories(), Math.max(1, all / 5));
      int used = all - held;
      if (used < 1 || set.steps() < 3) {
        throw new UserError(
            "%s: expected at least 2 trajectories of 3 snapshots to train and validate on, found %d of %d."
                .formatted(file, all, set.steps()));
      }
      Normaliser normaliser =
          config.data().normalise() ? Normaliser.of(set, used) : Normaliser.NONE;
      ResidentSet validation =
          ResidentSet.load(set, used, held, shape.points(), normaliser, device);
      StateSource training =
          config.data().stream()
              ? new StreamedSet(data, set, used, shape.points(), normaliser, device)
              : ResidentSet.load(set, 0, used, shape.points(), normaliser, device);
      staysOpen = config.data().stream();
      return new TrainingData(
          file,
          training,
          validation,
          normaliser,
          shape,
          String.valueOf(set.attributes().getOrDefault("equation", "")),
          set.dt());
    } finally {
      if (!staysOpen) {
        data.close();
      }
    }
  }

  /** The fields of the training set, found without reading them. */
  static FieldShape shapeOf(TrainConfig config, Path file) {
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      return shape(file, data.setOrFirst("train"), config);
    }
  }

  private static FieldShape shape(Path file, TrajectorySet set, TrainConfig config) {
    count(config.data().trajectories(), set.trajectories(), file);
    int resolution = config.data().resolution();
    int[] s = set.shape();
    if (s.length == 2 && s[0] != s[1]) {
      throw new UserError(
          "%s: expected a square grid, found %d x %d. Resample the data first."
              .formatted(file, s[0], s[1]));
    }
    int points = resolution == 0 ? s[0] : resolution;
    return new FieldShape(s.length, points, set.channels(), set.lengths()[0]);
  }

  private static int count(int asked, long there, Path file) {
    if (asked > there) {
      throw new UserError(
          "%s: expected %d trajectories as data.trajectories says, found %d. Lower it, or make a larger set."
              .formatted(file, asked, there));
    }
    return (int) Math.min(Integer.MAX_VALUE, asked == 0 ? there : asked);
  }

  public Path file() {
    return file;
  }

  /** The digest of the whole file, read once however often it is asked for. */
  public synchronized String sha256() {
    if (sha256 == null) {
      sha256 = Provenance.sha256(file);
    }
    return sha256;
  }

  StateSource training() {
    return training;
  }

  ResidentSet validation() {
    return validation;
  }

  Normaliser normaliser() {
    return normaliser;
  }

  public FieldShape shape() {
    return shape;
  }

  String equation() {
    return equation;
  }

  double dt() {
    return dt;
  }

  @Override
  public void close() {
    training.close();
    validation.close();
  }
}
