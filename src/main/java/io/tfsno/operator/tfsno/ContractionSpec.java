package io.tfsno.operator.tfsno;

import io.tfsno.base.UserError;
import io.tfsno.nn.Activation;

/**
 * Bounds that make every block a contraction (paper, stability analysis). A contraction cannot
 * represent chaos, so this is for systems that settle.
 *
 * @param spectralBound largest singular value allowed to the weights of a mode
 * @param pointwiseBound largest singular value allowed to the pointwise map
 * @param alphaMax the gain stays below it: {@code alpha = alphaMax sigmoid(alpha*)}
 * @param target every block's bound of amplification on typical states, kept by lowering alphaMax
 *     before every epoch; 0 to leave alphaMax as it is
 */
public record ContractionSpec(
    double spectralBound, double pointwiseBound, double alphaMax, double target) {
  public static final ContractionSpec SUGGESTED = new ContractionSpec(0.3, 0.35, 0.087, 0);

  public ContractionSpec {
    requirePositive("spectralBound", spectralBound);
    requirePositive("pointwiseBound", pointwiseBound);
    requirePositive("alphaMax", alphaMax);
    double without = Activation.GELU.lipschitz() * (spectralBound + pointwiseBound);
    if (target != 0 && !(target > without)) {
      throw new UserError(
          "a target above %.4f, what the bounded blocks reach without a gate".formatted(without),
          "" + target,
          "Raise it, lower spectralBound or pointwiseBound, or leave it out.");
    }
  }

  static ContractionSpec defaults() {
    return SUGGESTED;
  }

  public ContractionSpec withTarget(double other) {
    return new ContractionSpec(spectralBound, pointwiseBound, alphaMax, other);
  }

  boolean hasTarget() {
    return target > 0;
  }

  /**
   * The largest gain with which a block keeps the target.
   *
   * @param sensitivity {@code L_m L_s R} of the block
   */
  double alphaFor(double sensitivity) {
    double room = target / Activation.GELU.lipschitz() - spectralBound - pointwiseBound;
    return Math.min(alphaMax, room / (spectralBound * (1 + sensitivity)));
  }

  private static void requirePositive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new UserError("a positive " + what, "" + value, "Suggested: " + SUGGESTED + ".");
    }
  }
}
