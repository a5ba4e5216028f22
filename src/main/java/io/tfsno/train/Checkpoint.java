package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.run.Weights;
import io.tfsno.train.optimiser.Learner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The whole state of a training between two epochs, in one file that is replaced as a whole:
 * weights, optimiser, random stream and bookkeeping. Going on from it gives the same bits as never
 * having stopped.
 *
 * @param epoch epochs finished
 * @param steps optimiser steps taken
 * @param rng state of the random stream
 * @param best lowest validation error so far, infinite before the first
 * @param bestEpoch epochs finished when it was measured; 0 for that of the weights it started from
 */
record Checkpoint(int epoch, long steps, long rng, double best, int bestEpoch) {

  private static final int FORMAT_VERSION = 2;

  void write(Path file, Learner learner, TrainConfig config) {
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    learner.vectors().forEach((name, values) -> tensors.put(name, vector(values)));
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("format", "tfsno-training");
    metadata.put("format_version", Integer.toString(FORMAT_VERSION));
    metadata.put("epoch", Integer.toString(epoch));
    metadata.put("steps", Long.toString(steps));
    metadata.put("rng", Long.toHexString(rng));
    metadata.put("best", Double.toString(best));
    metadata.put("best_epoch", Integer.toString(bestEpoch));
    metadata.putAll(TrainedConfig.metadata(config));
    Safetensors.write(file, tensors, metadata);
  }

  /** How far the training of a file has come; nowhere if there is none. */
  static Checkpoint in(Path file) {
    return Files.exists(file)
        ? read(file, Safetensors.readMetadata(file))
        : new Checkpoint(0, 0, 0, Double.POSITIVE_INFINITY, 0);
  }

  /** Whether there have been too many validations without a better one. */
  boolean outOfPatience(TrainConfig.Validation rule) {
    boolean judged = bestEpoch > 0 || Double.isFinite(best);
    return rule.patience() > 0
        && judged
        && epoch - bestEpoch >= (long) rule.patience() * rule.every();
  }

  /** Restores all that learning changes, and returns the rest. */
  static Checkpoint read(Path file, Learner learner) {
    Safetensors source = Safetensors.read(file);
    Checkpoint checkpoint = read(file, source.metadata());
    learner.vectors().forEach((name, target) -> fill(file, source, name, target));
    learner.optimiser().resumeAt(checkpoint.steps);
    return checkpoint;
  }

  private static Checkpoint read(Path file, Map<String, String> m) {
    try {
      if (Integer.parseInt(m.get("format_version")) > FORMAT_VERSION) {
        throw new UserError(
            file + ": was written by a newer tfsno. Use that one to continue the run.");
      }
      return new Checkpoint(
          Integer.parseInt(m.get("epoch")),
          Long.parseLong(m.get("steps")),
          Long.parseUnsignedLong(m.get("rng"), 16),
          Double.parseDouble(m.get("best")),
          Integer.parseInt(m.get("best_epoch")));
    } catch (NumberFormatException | NullPointerException e) {
      throw new UserError(file + ": its metadata is damaged. Start a new run.", e);
    }
  }

  /** Gives all ranks the weights, the optimiser and the bookkeeping of the one that leads. */
  Checkpoint shared(Team team, Learner learner) {
    if (team.isAlone()) {
      return this;
    }
    learner.vectors().values().forEach(team::follow);
    long[] first = team.follow(epoch, steps, rng, Double.doubleToRawLongBits(best), bestEpoch);
    learner.optimiser().resumeAt(first[1]);
    return new Checkpoint(
        (int) first[0], first[1], first[2], Double.longBitsToDouble(first[3]), (int) first[4]);
  }

  private static StoredTensor vector(Tensor flat) {
    return Weights.copied(flat, flat.count());
  }

  private static void fill(Path file, Safetensors source, String name, Tensor target) {
    StoredTensor found = source.names().contains(name) ? source.get(name) : null;
    if (found == null || found.values().length != target.count()) {
      throw new UserError(
          "%s: expected '%s' with %d numbers, found %s. The run's config does not fit its checkpoint."
              .formatted(
                  file, name, target.count(), found == null ? "none" : found.values().length));
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      target.copyInPlace(Tensor.of(found.values(), found.values().length));
    }
  }
}
