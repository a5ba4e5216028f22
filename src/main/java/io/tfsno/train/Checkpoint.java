package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameters;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Weights;
import io.tfsno.train.optimiser.AdamW;
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
 * @param bestEpoch epochs finished when it was measured
 */
record Checkpoint(int epoch, long steps, long rng, double best, int bestEpoch) {

  void write(Path file, Parameters parameters, AdamW optimiser) {
    Map<String, StoredTensor> tensors = new LinkedHashMap<>();
    tensors.put("parameters", vector(parameters.flat()));
    if (!parameters.stateEntries().isEmpty()) {
      tensors.put("state", vector(parameters.flatState()));
    }
    tensors.put("adam.first", vector(optimiser.firstMoment()));
    tensors.put("adam.second", vector(optimiser.secondMoment()));
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("format", "tfsno-training");
    metadata.put("format_version", Integer.toString(ModelCard.FORMAT_VERSION));
    metadata.put("epoch", Integer.toString(epoch));
    metadata.put("steps", Long.toString(steps));
    metadata.put("rng", Long.toHexString(rng));
    metadata.put("best", Double.toString(best));
    metadata.put("best_epoch", Integer.toString(bestEpoch));
    Safetensors.write(file, tensors, metadata);
  }

  /** Restores weights and optimiser, and returns the rest. */
  static Checkpoint read(Path file, Parameters parameters, AdamW optimiser) {
    Safetensors source = Safetensors.read(file);
    Map<String, String> m = source.metadata();
    Checkpoint checkpoint;
    try {
      if (Integer.parseInt(m.get("format_version")) > ModelCard.FORMAT_VERSION) {
        throw new UserError(
            file + ": was written by a newer tfsno. Use that one to continue the run.");
      }
      checkpoint =
          new Checkpoint(
              Integer.parseInt(m.get("epoch")),
              Long.parseLong(m.get("steps")),
              Long.parseUnsignedLong(m.get("rng"), 16),
              Double.parseDouble(m.get("best")),
              Integer.parseInt(m.get("best_epoch")));
    } catch (NumberFormatException | NullPointerException e) {
      throw new UserError(file + ": its metadata is damaged. Start the run anew.", e);
    }
    fill(file, source, "parameters", parameters.flat());
    if (!parameters.stateEntries().isEmpty()) {
      fill(file, source, "state", parameters.flatState());
    }
    fill(file, source, "adam.first", optimiser.firstMoment());
    fill(file, source, "adam.second", optimiser.secondMoment());
    optimiser.resumeAt(checkpoint.steps);
    return checkpoint;
  }

  /** Gives all ranks the weights, the optimiser and the bookkeeping of the one that leads. */
  Checkpoint shared(Team team, Parameters parameters, AdamW optimiser) {
    if (team.isAlone()) {
      return this;
    }
    team.follow(parameters.flat());
    if (!parameters.stateEntries().isEmpty()) {
      team.follow(parameters.flatState());
    }
    team.follow(optimiser.firstMoment());
    team.follow(optimiser.secondMoment());
    long[] first = team.follow(epoch, steps, rng, Double.doubleToRawLongBits(best), bestEpoch);
    optimiser.resumeAt(first[1]);
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
