package io.tfsno.eval;

/**
 * A model against the truth, beside its yardsticks.
 *
 * @param model name of the model
 * @param trajectories test trajectories
 * @param horizon steps of each rollout
 * @param singly whether each step began at the true state before it instead
 * @param resolution points per axis that errors were measured on
 * @param modelResolution points per axis that the model ran on
 * @param persistence the first state copied to every step, or the true state before it
 * @param floor what resampling alone costs; null where the model ran on the scored grid
 */
public record Evaluation(
    String model,
    long parameters,
    int trajectories,
    int horizon,
    boolean singly,
    int resolution,
    int modelResolution,
    Scores scores,
    Scores persistence,
    Scores floor) {

  /** Says how the resolutions were bridged, in words. */
  public String protocol() {
    return resolution == modelResolution
        ? "run directly and scored on " + resolution + " points per axis"
        : "run on its training grid of %d points per axis, resampled to and scored on %d"
            .formatted(modelResolution, resolution);
  }
}
