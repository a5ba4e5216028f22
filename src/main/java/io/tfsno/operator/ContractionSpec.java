package io.tfsno.operator;

import io.tfsno.base.UserError;

/**
 * Bounds that make every block a contraction (paper, stability analysis). A contraction cannot
 * represent chaos, so this is for systems that settle.
 *
 * @param spectralBound largest singular value allowed to the weights of a mode
 * @param pointwiseBound largest singular value allowed to the pointwise map
 * @param alphaMax the gain stays below it: {@code alpha = alphaMax sigmoid(alpha*)}
 */
public record ContractionSpec(double spectralBound, double pointwiseBound, double alphaMax) {
  public static final ContractionSpec SUGGESTED = new ContractionSpec(0.3, 0.35, 0.087);

  public ContractionSpec {
    requirePositive("spectralBound", spectralBound);
    requirePositive("pointwiseBound", pointwiseBound);
    requirePositive("alphaMax", alphaMax);
  }

  private static void requirePositive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new UserError("a positive " + what, "" + value, "Suggested: " + SUGGESTED + ".");
    }
  }
}
