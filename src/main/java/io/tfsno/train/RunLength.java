package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StoredProvenance;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Another length for a run that was started before, finished or not. From then on the run is one of
 * the new length: what depends on the number of epochs, as the learning rate does, takes the values
 * that a run of that length has at the epochs still to come. Epochs that are done stay as they are.
 */
public final class RunLength {
  private final Path run;
  private final TrainConfig config;
  private final Checkpoint now;

  private RunLength(Path run, TrainConfig config, Checkpoint now) {
    this.run = run;
    this.config = config;
    this.now = now;
  }

  /** That of a run as it is now. */
  public static RunLength of(Path run, TrainConfig config) {
    return new RunLength(run, config, Checkpoint.in(run.resolve(RunFolder.TRAINING)));
  }

  /** The run's configuration with another number of epochs; refused where none would be left. */
  public TrainConfig changedTo(int epochs) {
    if (epochs <= now.epoch()) {
      throw new UserError(
          "%s: expected more epochs than the %d that are done, found %d. Ask for more."
              .formatted(run, now.epoch(), epochs));
    }
    if (now.outOfPatience(config.validation())) {
      throw new UserError(
          "%s: expected a run that can continue, found one that stopped after %d of %d epochs because validation.patience = %d was exhausted. Start a new run from its weights."
              .formatted(
                  run, now.epoch(), config.training().epochs(), config.validation().patience()));
    }
    return config.withEpochs(epochs);
  }

  /** Writes the new length into the run, which its caller holds open. */
  public void write(RunFolder folder, TrainConfig changed) {
    int before = config.training().epochs();
    int after = changed.training().epochs();
    if (before == after) {
      return;
    }
    Map<String, Object> document = new LinkedHashMap<>();
    List<Provenance.Extension> changes = new ArrayList<>();
    StoredProvenance.in(run)
        .ifPresent(
            stored -> {
              for (Map.Entry<String, JsonNode> e : stored.document().properties()) {
                document.put(e.getKey(), e.getValue());
              }
              changes.addAll(stored.extensions());
            });
    changes.add(new Provenance.Extension(now.epoch(), before, after, Instant.now().toString()));
    document.put("extended", changes);
    folder.writeJson(RunFolder.PROVENANCE, document);
    folder.writeConfig(changed);
  }
}
