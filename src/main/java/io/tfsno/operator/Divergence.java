package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.FourierResize;
import io.tfsno.spectral.Points;

/**
 * The change of fields that flow and are neither made nor lost, on periodic fields {@code [channel,
 * sample, x(, y, z)]}:
 *
 * <pre>
 *   u' - u = sum over axes a of D_a F_a,   D_a z = ( z(x + h e_a) - z(x - h e_a) ) / 2
 * </pre>
 *
 * F is what the network gives, a flux for each axis and field, and h the spacing of the training
 * grid. The symbol of D_a is {@code i sin(k_a h)}: an error of the flux reaches long waves, which
 * live long and add up over a rollout, only in proportion to their wave number, and the mean not at
 * all. Fluxes on another grid are brought to the training grid's points by Fourier interpolation
 * and the change back, as in {@link io.tfsno.nn.Stencil}.
 */
public final class Divergence {
  private final FourierResize resize;
  private final Points trained;
  private final int fields;

  public Divergence(FourierResize resize, Points trained, int fields) {
    this.resize = resize;
    this.trained = trained;
    this.fields = fields;
  }

  /** How many fluxes there are: one for each axis and field, the axes slowest. */
  public static int fluxes(FieldShape shape) {
    return shape.dimension() * shape.channels();
  }

  /**
   * Refuses what cannot flow.
   *
   * @param key of the setting that asks for fluxes
   */
  public static void require(String key, boolean predictDelta, FieldShape shape) {
    if (!predictDelta) {
      throw new UserError(
          "predictDelta: true with " + key,
          "a network that gives the state itself",
          "What flows changes the state: set model.predictDelta: true.");
    }
    if (!shape.grid().periodic()) {
      throw new UserError(
          "a periodic grid for " + key,
          "walls",
          "Leave %s out: something may flow through the walls.".formatted(key));
    }
  }

  /** From fluxes {@code [(axis, field), sample, ...]} to changes {@code [field, sample, ...]}. */
  public Tensor of(Tensor fluxes) {
    Points points = Points.of(fluxes, trained.dimension());
    if (points.equals(trained)) {
      return atHome(fluxes);
    }
    return resize.to(atHome(resize.to(fluxes, trained)), points);
  }

  private Tensor atHome(Tensor fluxes) {
    Tensor sum = null;
    for (int axis = 0; axis < trained.dimension(); axis++) {
      Tensor flux = fluxes.narrow(0, (long) axis * fields, fields);
      int along = axis - trained.dimension();
      Tensor change = flux.roll(-1, along).sub(flux.roll(1, along));
      sum = sum == null ? change : sum.add(change);
    }
    return sum.mul(0.5);
  }
}
