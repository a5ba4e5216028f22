package io.tfsno.eval;

import io.tfsno.operator.BlockConstants;
import java.util.Arrays;
import java.util.List;

/**
 * The paper's local stability bound next to what is measured.
 *
 * @param trajectories rollouts looked at
 * @param horizon steps of each
 * @param examined steps at whose states blocks and step were examined
 * @param blocks in order; empty for models that are not made of the paper's blocks, and for those
 *     with local terms in them
 * @param step the whole step
 * @param pairs of rollouts; null where there is only one
 */
public record StabilityReport(
    String model,
    int trajectories,
    int horizon,
    List<Integer> examined,
    List<Block> blocks,
    Step step,
    Pairs pairs) {

  public StabilityReport {
    examined = List.copyOf(examined);
    blocks = List.copyOf(blocks);
  }

  /**
   * @param block its number, 0 first
   * @param bracket what stands in the bound next to the slope of the activation
   * @param bound of the amplification of small changes of the block's input
   * @param measured the largest over random small changes
   * @param worst the largest along directions that were sought for
   * @param gate null for a block without one
   */
  public record Block(
      int block,
      BlockConstants constants,
      double bracket,
      double bound,
      double measured,
      double worst,
      Gate gate) {}

  /**
   * The paper's two inequalities about the gate of a block: the constant of each and the largest
   * ratio met.
   *
   * @param outputBound {@code L_sigma M_Phi}, for the change of the output over the norm of the
   *     input and the largest change of a gate
   * @param stateBound {@code alpha L_m L_s}, for the largest change of a gate over that of the
   *     input
   */
  public record Gate(double outputBound, double output, double stateBound, double state) {}

  /**
   * Distances of two states after a step over those before it.
   *
   * @param count how many; pairs that rounding tells apart are left out
   */
  public record Ratios(int count, double mean, double largest) {}

  /**
   * Pairs of rollouts from different states.
   *
   * @param model ratios in the model's rollouts
   * @param truth the same between true trajectories; null where they may follow different laws
   * @param apart the mean distance after 1, 2, ... steps, over that of the first states
   */
  public record Pairs(int pairs, Ratios model, Ratios truth, double[] apart) {}

  /**
   * The whole step, on normalised fields.
   *
   * @param bound from the blocks' bounds and the norms of all other layers; NaN without blocks
   * @param target what training held the bound below; NaN where it did not
   * @param measured at the states of each examined step, the largest over random small changes
   * @param worst the same along directions that were sought for
   * @param growth of a small random change of the first state after 1, 2, ... steps: the mean over
   *     the rollouts, as a factor
   */
  public record Step(
      double bound, double target, double[] measured, double[] worst, double[] growth) {
    public double largestMeasured() {
      return Arrays.stream(measured).max().orElse(Double.NaN);
    }

    public double largestWorst() {
      return Arrays.stream(worst).max().orElse(Double.NaN);
    }
  }
}
