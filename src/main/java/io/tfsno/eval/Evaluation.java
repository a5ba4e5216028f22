package io.tfsno.eval;

import io.tfsno.spectral.Points;

/**
 * A model against the truth, next to its yardsticks.
 *
 * @param model name of the model
 * @param trajectories test trajectories
 * @param horizon steps of each rollout
 * @param singly whether each step began at the true state before it instead
 * @param resolution the points that errors were measured on
 * @param modelResolution the points that the model ran on
 * @param persistence the first state copied to every step, or the true state before it
 * @param floor what resampling alone costs; null where the model ran on the scored grid
 */
public record Evaluation(
    String model,
    long parameters,
    int trajectories,
    int horizon,
    boolean singly,
    Points resolution,
    Points modelResolution,
    Scores scores,
    Scores persistence,
    Scores floor) {

  /** Says how the resolutions were bridged, in words. */
  public String protocol() {
    return resolution.equals(modelResolution)
        ? "run directly and scored on " + resolution + " points"
        : "run on its training grid of %s points, resampled to and scored on %s"
            .formatted(modelResolution, resolution);
  }
}
