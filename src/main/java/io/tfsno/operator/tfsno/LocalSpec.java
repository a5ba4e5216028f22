package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a block does at each point with what is there and next to it; see {@link LocalPart}. Each
 * option stands alone, and {@link GateSpec} has the paper's gate.
 *
 * <p>In a file {@code model: {name: tfsno, local: {stencil: true, gate: true}}}.
 *
 * @param stencil a map of the differences of neighbouring points
 * @param gate a gain of the spectral result at every point
 * @param product a spectral convolution of products of fields
 * @param residual a block adds to its input what it makes of it
 */
public record LocalSpec(
    boolean stencil,
    boolean gate,
    boolean product,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean residual) {
  /** The paper's block. */
  public static final LocalSpec NONE = new LocalSpec(false, false, false, false);

  public LocalSpec withStencil(boolean on) {
    return new LocalSpec(on, gate, product, residual);
  }

  public LocalSpec withGate(boolean on) {
    return new LocalSpec(stencil, on, product, residual);
  }

  public LocalSpec withProduct(boolean on) {
    return new LocalSpec(stencil, gate, on, residual);
  }

  public LocalSpec withResidual(boolean on) {
    return new LocalSpec(stencil, gate, product, on);
  }

  static LocalSpec defaults() {
    return NONE;
  }
}
