package io.tfsno.train;

import io.tfsno.data.NonFinite;
import io.tfsno.data.Normaliser;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.StateSource;
import io.tfsno.data.feed.StreamedSet;
import io.tfsno.engine.Device;
import io.tfsno.operator.FieldShape;
import io.tfsno.run.Digest;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The data of a training on its device: trajectories to learn from, and others to choose the
 * weights by. The normaliser sees the former only. Nothing of it changes, so that several trainings
 * may share it. Owns its memory.
 */
public final class TrainingData implements AutoCloseable {
  private final Path file;
  private final StateSource training;
  private final ResidentSet validation;
  private final Normaliser normaliser;
  private final FieldShape shape;
  private final String equation;
  private final double dt;
  private final Map<String, Object> split;
  private String sha256;

  private TrainingData(
      Path file,
      StateSource training,
      ResidentSet validation,
      Normaliser normaliser,
      FieldShape shape,
      String equation,
      double dt,
      Map<String, Object> split) {
    this.file = file;
    this.training = training;
    this.validation = validation;
    this.normaliser = normaliser;
    this.shape = shape;
    this.equation = equation;
    this.dt = dt;
    this.split = split;
  }

  /** Loads what a config asks for: its model and seed have no part in that. */
  public static TrainingData load(TrainConfig config, Path file, Device device) {
    TrajectoryFile data = config.data().open(file);
    boolean staysOpen = false;
    try {
      LearningSets sets = LearningSets.of(config, file, data);
      TrajectorySet set = sets.training();
      FieldShape shape = shape(set, config);
      Normaliser normaliser =
          config.data().normalise() ? Normaliser.of(set, sets.used()) : Normaliser.NONE;
      if (config.data().stream() && !config.data().normalise()) {
        NonFinite.refuse(set, sets.used()); // all others are looked at as they are loaded
      }
      ResidentSet validation =
          ResidentSet.load(
              sets.validation(), sets.heldFrom(), sets.held(), shape.points(), normaliser, device);
      StateSource training =
          config.data().stream()
              ? new StreamedSet(data, set, sets.used(), shape.points(), normaliser, device)
              : ResidentSet.load(set, 0, sets.used(), shape.points(), normaliser, device);
      staysOpen = config.data().stream();
      return new TrainingData(
          file,
          training,
          validation,
          normaliser,
          shape,
          String.valueOf(set.attributes().getOrDefault("equation", "")),
          set.dt(),
          sets.document());
    } finally {
      if (!staysOpen) {
        data.close();
      }
    }
  }

  /**
   * Names of what the training set's file holds in addition to the fields, and no model looks at.
   */
  static List<String> unused(TrainConfig config, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      return LearningSets.of(config, file, data).training().unused();
    }
  }

  /** The fields of the training set, found without reading them. */
  static FieldShape shapeOf(TrainConfig config, Path file) {
    try (TrajectoryFile data = config.data().open(file)) {
      return shape(LearningSets.of(config, file, data).training(), config);
    }
  }

  private static FieldShape shape(TrajectorySet set, TrainConfig config) {
    Points points = set.grid().points().asked(config.data().resolution());
    return new FieldShape(set.grid().with(points), set.fields());
  }

  public Path file() {
    return file;
  }

  /** The digest of the whole file, read once however often it is asked for. */
  public synchronized String sha256() {
    if (sha256 == null) {
      sha256 = Digest.sha256(file);
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

  /** Which trajectories are for what, for provenance. */
  Map<String, Object> split() {
    return split;
  }

  @Override
  public void close() {
    training.close();
    validation.close();
  }
}
