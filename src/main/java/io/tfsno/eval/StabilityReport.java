package io.tfsno.eval;

import io.tfsno.operator.BlockConstants;
import java.util.Arrays;
import java.util.List;

/**
 * The paper's local stability bound beside what is measured.
 *
 * @param trajectories rollouts looked at
 * @param horizon steps of each
 * @param examined steps at whose states blocks and step were examined
 * @param blocks in order; empty for models that are not made of the paper's blocks, and for those
 *     with local terms in them
 * @param step the whole step
 */
public record StabilityReport(
    String model,
    int trajectories,
    int horizon,
    List<Integer> examined,
    List<Block> blocks,
    Step step) {

  public StabilityReport {
    examined = List.copyOf(examined);
    blocks = List.copyOf(blocks);
  }

  /**
   * @param block its number, 0 first
   * @param bracket what stands in the bound beside the slope of the activation
   * @param bound of the amplification of small changes of the block's input
   * @param measured the largest over random small changes
   * @param worst the largest along directions that were sought for
   */
  public record Block(
      int block,
      BlockConstants constants,
      double bracket,
      double bound,
      double measured,
      double worst) {}

  /**
   * The whole step, on normalised fields.
   *
   * @param bound from the blocks' bounds and the norms of all other layers; NaN without blocks
   * @param measured at the states of each examined step, the largest over random small changes
   * @param worst the same along directions that were sought for
   * @param growth of a small random change of the first state after 1, 2, ... steps: the mean over
   *     the rollouts, as a factor
   */
  public record Step(double bound, double[] measured, double[] worst, double[] growth) {
    public double largestMeasured() {
      return Arrays.stream(measured).max().orElse(Double.NaN);
    }

    public double largestWorst() {
      return Arrays.stream(worst).max().orElse(Double.NaN);
    }
  }
}
