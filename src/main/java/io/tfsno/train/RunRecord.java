package io.tfsno.train;

import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.nn.Parameters;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.run.Weights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
    Provenance.requireSameData(run.file(RunFolder.PROVENANCE), data.file(), data.sha256());
    Checkpoint checkpoint = Checkpoint.read(run.file(RunFolder.TRAINING), parameters, optimiser);
    run.truncateMetrics(checkpoint.epoch());
    return checkpoint;
  }

  void start(Map<String, Object> provenance) {
    if (writes) {
      run.truncateMetrics(0);
      run.writeJson(RunFolder.PROVENANCE, provenance);
    }
  }

  void best(Parameters parameters, ModelCard card) {
    if (writes) {
      Safetensors.write(run.file(RunFolder.MODEL), Weights.stored(parameters), card.toMetadata());
    }
  }

  /**
   * What an epoch brought.
   *
   * @param error of the validation; NaN if there was none
   */
  record Epoch(
      int epoch, double loss, double rate, double error, int horizon, double seconds, int samples) {
    private String line() {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("epoch", epoch);
      line.put("loss", loss);
      line.put("learning_rate", rate);
      if (!Double.isNaN(error)) {
        line.put("validation_error", error);
        line.put("validation_horizon", horizon);
      }
      line.put("seconds", seconds);
      line.put("samples_per_second", samples / seconds);
      return line.toString();
    }
  }

  void epoch(Epoch epoch) {
    if (writes) {
      run.appendMetrics(epoch.line());
    }
  }

  void save(Checkpoint checkpoint, Parameters parameters, AdamW optimiser) {
    if (writes) {
      checkpoint.write(run.file(RunFolder.TRAINING), parameters, optimiser);
    }
  }

  void finish(Map<String, Object> provenance, Trainer.Result result) {
    if (!writes) {
      return;
    }
    provenance.put("started", Provenance.started(run.file(RunFolder.PROVENANCE)));
    provenance.put("finished", Instant.now().toString());
    provenance.put("seconds", result.seconds());
    provenance.put("epochs", result.epochs());
    provenance.put("best_epoch", result.bestEpoch());
    provenance.put("validation_error", result.validationError());
    run.writeJson(RunFolder.PROVENANCE, provenance);
  }
}
