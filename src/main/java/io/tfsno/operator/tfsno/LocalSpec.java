package io.tfsno.operator.tfsno;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tfsno.base.UserError;
import io.tfsno.operator.AxisModes;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Modes;
import java.util.List;

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
 * @param from the spectral product leaves out modes whose wave numbers are all below this one: what
 *     happens to long waves is then up to the local terms. 0 for none, as in the paper
 * @param flux the network gives fluxes, of which the change is the {@link Divergence}; needs {@code
 *     predictDelta}
 */
public record LocalSpec(
    boolean stencil,
    boolean gate,
    boolean product,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean residual,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean wide,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean mix,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int from,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean flux) {
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
    if (from < 0) {
      throw new UserError(
          "local.from of 0 or more", Integer.toString(from), "Use 0 to keep all modes.");
    }
  }

  /** With all modes, and a network that gives the state or its change itself. */
  public LocalSpec(
      boolean stencil, boolean gate, boolean product, boolean residual, boolean wide, boolean mix) {
    this(stencil, gate, product, residual, wide, mix, 0, false);
  }

  /** With a stencil of nearest neighbours, and no map behind the GELU. */
  public LocalSpec(boolean stencil, boolean gate, boolean product, boolean residual) {
    this(stencil, gate, product, residual, false, false);
  }

  /** Refuses a field that these terms cannot work on. */
  void check(List<AxisModes> modes, boolean predictDelta, FieldShape shape) {
    for (AxisModes ofLevel : modes) {
      Modes kept = ofLevel.half(shape.dimension());
      if (kept.below(from).count() == kept.count()) {
        throw new UserError(
            "local.from below the modes of every level",
            "from %d and modes %s".formatted(from, modes),
            "No mode would be left: use a smaller number.");
      }
    }
    if (flux) {
      Divergence.require("local.flux", predictDelta, shape);
    }
  }

  public LocalSpec withStencil(boolean on) {
    return new LocalSpec(on, gate, product, residual, wide, mix, from, flux);
  }

  public LocalSpec withGate(boolean on) {
    return new LocalSpec(stencil, on, product, residual, wide, mix, from, flux);
  }

  public LocalSpec withProduct(boolean on) {
    return new LocalSpec(stencil, gate, on, residual, wide, mix, from, flux);
  }

  public LocalSpec withResidual(boolean on) {
    return new LocalSpec(stencil, gate, product, on, wide, mix, from, flux);
  }

  public LocalSpec withWide(boolean on) {
    return new LocalSpec(stencil, gate, product, residual, on, mix, from, flux);
  }

  public LocalSpec withMix(boolean on) {
    return new LocalSpec(stencil, gate, product, residual, wide, on, from, flux);
  }

  public LocalSpec withFrom(int wave) {
    return new LocalSpec(stencil, gate, product, residual, wide, mix, wave, flux);
  }

  public LocalSpec withFlux(boolean on) {
    return new LocalSpec(stencil, gate, product, residual, wide, mix, from, on);
  }

  /** Neighbours on each side that the stencil sees. */
  int reach() {
    return wide ? 2 : 1;
  }

  static LocalSpec defaults() {
    return NONE;
  }
}
