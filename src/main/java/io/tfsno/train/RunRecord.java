package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.nn.Parameters;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import io.tfsno.run.Weights;
import io.tfsno.train.optimiser.AdamW;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** What a training leaves in its run folder. Ranks that do not lead leave nothing. */
final class RunRecord {
  private final RunFolder run;
  private final boolean writes;

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

  /** Restores what the last checkpoint holds, if the data are still those it was made with. */
  Checkpoint restore(Parameters parameters, AdamW optimiser, TrainingData data) {
    StoredProvenance.in(run.path())
        .ifPresent(before -> before.requireSameData(data.file(), data.sha256()));
    Checkpoint checkpoint = Checkpoint.read(run.file(RunFolder.TRAINING), parameters, optimiser);
    run.truncateMetrics(checkpoint.epoch());
    return checkpoint;
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

  void epoch(EpochMetrics epoch) {
    if (writes) {
      run.appendMetrics(epoch);
    }
  }

  void save(Checkpoint checkpoint, Parameters parameters, AdamW optimiser) {
    if (writes) {
      checkpoint.write(run.file(RunFolder.TRAINING), parameters, optimiser);
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
      String since = firstStarted().orElse(origin.started());
      run.writeJson(RunFolder.PROVENANCE, origin.ended(since, outcome));
    }
  }

  /** A resumed run was started before. */
  private Optional<String> firstStarted() {
    try {
      return StoredProvenance.in(run.path()).flatMap(StoredProvenance::started);
    } catch (UserError e) {
      return Optional.empty(); // damaged: written anew
    }
  }
}
