package io.tfsno.train;

import io.tfsno.base.ConfigDifferences;
import io.tfsno.base.UserError;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.nn.Parameters;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StartingWeights;
import io.tfsno.run.StoredProvenance;
import io.tfsno.run.Weights;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.train.optimiser.Learner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a training leaves in its run folder. Ranks that do not lead leave nothing. */
final class RunRecord {
  /** How the refusal of a changed configuration ends. */
  static final String ACCEPT = "accept the changes";

  private final RunFolder run;
  private final boolean writes;
  private boolean acceptsChanges;
  private Consumer<EpochMetrics> listener = epoch -> {};

  RunRecord(RunFolder run, boolean writes) {
    this.run = run;
    this.writes = writes;
  }

  Path path() {
    return run.path();
  }

  boolean hasCheckpoint() {
    return Files.exists(run.file(RunFolder.TRAINING));
  }

  /**
   * Where the states of the training set lie, as the run found out before its last checkpoint; null
   * if it has not, or if it may go on with other data.
   */
  TrainingRange range() {
    Path model = run.file(RunFolder.MODEL);
    if (!hasCheckpoint() || acceptsChanges || !Files.exists(model)) {
      return null;
    }
    try {
      return ModelCard.read(model).range();
    } catch (UserError e) {
      return null; // damaged: the checkpoint goes on without it, and writes it anew
    }
  }

  /**
   * Restores what the last checkpoint holds, if data and configuration are still those it was made
   * with.
   */
  Checkpoint restore(Learner learner, TrainingData data, TrainConfig config) {
    Optional<StoredProvenance> before = StoredProvenance.in(run.path());
    before.ifPresent(stored -> stored.requireSameData(data.file(), data.sha256()));
    List<String> changes = changes(config, before);
    if (!changes.isEmpty() && !acceptsChanges) {
      throw new UserError(
          "%s: expected the configuration that the run was trained with so far, found changes: %s. Undo them, start a new run, or %s."
              .formatted(run.file(RunFolder.CONFIG), ConfigDifferences.told(changes), ACCEPT));
    }
    Checkpoint checkpoint = Checkpoint.read(run.file(RunFolder.TRAINING), learner);
    run.truncateMetrics(checkpoint.epoch());
    before.ifPresent(stored -> accept(stored, checkpoint.epoch(), changes));
    return checkpoint;
  }

  private List<String> changes(TrainConfig config, Optional<StoredProvenance> before) {
    Path file = run.file(RunFolder.TRAINING);
    return TrainedConfig.changes(
        file,
        Safetensors.readMetadata(file),
        config,
        before.map(StoredProvenance::extensions).orElse(List.of()));
  }

  /** Changes on the way are part of where a result comes from. */
  private void accept(StoredProvenance stored, int epoch, List<String> changes) {
    if (writes && !changes.isEmpty()) {
      run.writeJson(
          RunFolder.PROVENANCE,
          stored.with(new Provenance.Change(epoch, changes, Instant.now().toString())));
    }
  }

  /** Makes the folder a run: from now on it says what is trained, and can be resumed. */
  void describe(TrainConfig config) {
    if (writes && !RunFolder.isRun(run.path())) {
      run.writeConfig(config);
    }
  }

  /** The weights that the training starts from, copied into its folder; null if it draws them. */
  StartingWeights startingWeights(TrainConfig config) {
    if (config.from() == null) {
      return null;
    }
    StartingWeights start = StartingWeights.of(Path.of(config.from()), run.path());
    if (writes) {
      start.keepIn(run);
    }
    return start;
  }

  void start(Provenance origin) {
    if (writes) {
      run.truncateMetrics(0);
      run.writeJson(RunFolder.PROVENANCE, origin);
    }
  }

  void best(Parameters parameters, ModelCard card) {
    if (writes) {
      Safetensors.write(run.file(RunFolder.MODEL), Weights.stored(parameters), card.toMetadata());
    }
  }

  void onEpoch(Consumer<EpochMetrics> other) {
    listener = other;
  }

  void epoch(EpochMetrics epoch) {
    if (writes) {
      run.appendMetrics(epoch);
    }
    listener.accept(epoch);
  }

  void acceptChanges() {
    acceptsChanges = true;
  }

  void save(Checkpoint checkpoint, Learner learner, TrainConfig config) {
    if (writes) {
      run.keepMetrics(); // before the checkpoint that knows of these epochs
      checkpoint.write(run.file(RunFolder.TRAINING), learner, config);
    }
  }

  void finish(Provenance origin, Trainer.Result result) {
    if (writes) {
      Provenance.Outcome outcome =
          new Provenance.Outcome(
              Instant.now().toString(),
              result.seconds(),
              result.epochs(),
              result.bestEpoch(),
              result.validationError());
      Optional<StoredProvenance> before = stored();
      String since = before.flatMap(StoredProvenance::started).orElse(origin.started());
      List<Provenance.Extension> lengths =
          before.map(StoredProvenance::extensions).orElse(List.of());
      List<Provenance.Change> changes = before.map(StoredProvenance::changes).orElse(List.of());
      run.writeJson(RunFolder.PROVENANCE, origin.ended(since, lengths, changes, outcome));
    }
  }

  /** What a resumed run knows about its start. */
  private Optional<StoredProvenance> stored() {
    try {
      return StoredProvenance.in(run.path());
    } catch (UserError e) {
      return Optional.empty(); // damaged: written anew
    }
  }
}
