package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;

/**
 * What a block does at each point with what is there and next to it; see {@link LocalPart}. Each
 * option stands alone, but for the two that shape another one, and {@link GateSpec} has the paper's
 * gate.
 *
 * <p>In a file {@code model: {name: tfsno, local: {stencil: true, gate: true}}}.
 *
 * @param stencil a map of the differences of neighbouring points
 * @param gate a gain of the spectral result at every point
 * @param product a spectral convolution of products of fields
 * @param residual a block adds to its input what it makes of it
 * @param wide the stencil sees two neighbours on each side
 * @param mix a residual block maps what it makes of its input before it adds it
 */
public record LocalSpec(
    boolean stencil,
    boolean gate,
    boolean product,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean residual,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean wide,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean mix) {
  /** The paper's block. */
  public static final LocalSpec NONE = new LocalSpec(false, false, false, false);

  public LocalSpec {
    if (wide && !stencil) {
      throw new UserError(
          "local.stencil with local.wide", "no stencil to widen", "Set local.stencil: true.");
    }
    if (mix && !residual) {
      throw new UserError(
          "local.residual with local.mix",
          "blocks that are not residual",
          "Set local.residual: true.");
    }
  }

  /** With a stencil of nearest neighbours, and no map behind the GELU. */
  public LocalSpec(boolean stencil, boolean gate, boolean product, boolean residual) {
    this(stencil, gate, product, residual, false, false);
  }

  public LocalSpec withStencil(boolean on) {
    return new LocalSpec(on, gate, product, residual, wide, mix);
  }

  public LocalSpec withGate(boolean on) {
    return new LocalSpec(stencil, on, product, residual, wide, mix);
  }

  public LocalSpec withProduct(boolean on) {
    return new LocalSpec(stencil, gate, on, residual, wide, mix);
  }

  public LocalSpec withResidual(boolean on) {
    return new LocalSpec(stencil, gate, product, on, wide, mix);
  }

  public LocalSpec withWide(boolean on) {
    return new LocalSpec(stencil, gate, product, residual, on, mix);
  }

  public LocalSpec withMix(boolean on) {
    return new LocalSpec(stencil, gate, product, residual, wide, on);
  }

  /** Neighbours on each side that the stencil sees. */
  int reach() {
    return wide ? 2 : 1;
  }

  static LocalSpec defaults() {
    return NONE;
  }
}
