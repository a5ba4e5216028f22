package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.nn.Activation;
import io.tfsno.operator.Inputs;

/**
 * Bounds that make every block a contraction, or the whole step (paper, stability analysis). A
 * contraction cannot represent chaos, so this is for systems that settle.
 *
 * <pre>
 *   {}                                          norms of all blocks, and their gains
 *   {alphaMax: 0.5, target: 0.95}               every block amplifies by at most 0.95
 *   {alphaMax: 0.5, target: 0.95, step: 0.98}   and the whole step by at most 0.98
 * </pre>
 *
 * @param spectralBound largest singular value allowed to the weights of a mode
 * @param pointwiseBound largest singular value allowed to the pointwise map
 * @param alphaMax the gain stays below it: {@code alpha = alphaMax sigmoid(alpha*)}
 * @param target every block's bound of amplification on typical states, kept by lowering alphaMax
 *     before every epoch; 0 to leave alphaMax as it is
 * @param mapBound largest singular value allowed to each map between blocks: lift, down, up, join
 *     (of both its inputs together) and head; null to leave them free, or 1 with {@code step}
 * @param step the whole step's bound of amplification, kept by a smaller bound of the last map;
 *     null for none
 */
public record ContractionSpec(
    double spectralBound,
    double pointwiseBound,
    double alphaMax,
    double target,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double mapBound,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double step) {
  public static final ContractionSpec SUGGESTED = new ContractionSpec(0.3, 0.35, 0.087, 0);

  public ContractionSpec {
    requirePositive("spectralBound", spectralBound);
    requirePositive("pointwiseBound", pointwiseBound);
    requirePositive("alphaMax", alphaMax);
    requirePositive("mapBound", mapBound == null ? 1 : mapBound);
    requirePositive("step", step == null ? 1 : step);
    double without = Activation.GELU.lipschitz() * (spectralBound + pointwiseBound);
    if (target != 0 && !(target > without)) {
      throw new UserError(
          "a target above %.4f, what the bounded blocks reach without a gate".formatted(without),
          "" + target,
          "Raise it, lower spectralBound or pointwiseBound, or leave it out.");
    }
  }

  /** Bounds on blocks alone. */
  public ContractionSpec(
      double spectralBound, double pointwiseBound, double alphaMax, double target) {
    this(spectralBound, pointwiseBound, alphaMax, target, null, null);
  }

  static ContractionSpec defaults() {
    return SUGGESTED;
  }

  public ContractionSpec withTarget(double other) {
    return new ContractionSpec(spectralBound, pointwiseBound, alphaMax, other, mapBound, step);
  }

  public ContractionSpec withMapBound(Double other) {
    return new ContractionSpec(spectralBound, pointwiseBound, alphaMax, target, other, step);
  }

  public ContractionSpec withStep(Double other) {
    return new ContractionSpec(spectralBound, pointwiseBound, alphaMax, target, mapBound, other);
  }

  boolean hasTarget() {
    return target > 0;
  }

  /** Whether the maps between blocks are bounded, too. */
  boolean boundsMaps() {
    return mapBound != null || step != null;
  }

  /** The bound of each map between blocks, where they are bounded. */
  double ofMaps() {
    return mapBound == null ? 1 : mapBound;
  }

  /** What a block amplifies at most: the target with a gate, what its norms allow without one. */
  double ofBlock(boolean gated) {
    return gated ? target : Activation.GELU.lipschitz() * (spectralBound + pointwiseBound);
  }

  /** Refuses networks whose step no bounds of their maps can hold below {@link #step}. */
  void require(GateSpec gate, boolean predictDelta) {
    if (step == null) {
      return;
    }
    if (predictDelta) {
      throw new UserError(
          "predictDelta: false with contraction.step",
          "predictDelta: true",
          "The state itself passes such a step unchanged, and no bound on the network makes up"
              + " for it: leave one of the two out.");
    }
    if (gate.isPresent() && !hasTarget()) {
      throw new UserError(
          "contraction.target with contraction.step, where blocks have gates",
          "none",
          "Give one above %.4f and an alphaMax, or set gate.kind: none.".formatted(ofBlock(false)));
    }
  }

  /** Refuses what makes a step more than a bounded map from state to state. */
  void require(Inputs inputs) {
    if (step == null) {
      return;
    }
    String found =
        inputs.history() > 1
            ? "a history of %d states".formatted(inputs.history())
            : inputs.context() != null
                ? "a context of %d states".formatted(inputs.context().states())
                : inputs.conserved().isEmpty() ? "" : "model.conserve " + inputs.conserved();
    if (!found.isEmpty()) {
      throw new UserError(
          "a step that depends on the present state alone and may shrink all of it, for"
              + " contraction.step",
          found,
          "Leave one of the two out.");
    }
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
