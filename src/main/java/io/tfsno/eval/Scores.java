package io.tfsno.eval;

import java.util.List;

/**
 * How a forecast did over a rollout.
 *
 * @param steps scores at each step, 1 first
 * @param overall over all steps: each trajectory's mean over the steps
 * @param psre relative error of the power spectrum at the last step, in 2D of its shells
 * @param sce error of the spectral centroid at the last step, in integer wave numbers
 * @param nonFinite trajectories whose forecast left the finite numbers
 * @param psreFull the same error over all single waves; in 1D the same number
 */
public record Scores(
    List<Step> steps,
    Step overall,
    Statistic psre,
    Statistic sce,
    int nonFinite,
    Statistic psreFull) {

  /**
   * @param step its number; 0 for the whole rollout
   * @param nonFinite trajectories whose forecast is not finite there
   */
  public record Step(int step, Statistic mse, Statistic l2, Statistic h1, int nonFinite) {}

  /** The scores of a step. */
  public Step at(int step) {
    return steps.get(step - 1);
  }
}
