package io.tfsno.nn;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;

/**
 * The spectral convolution of products of fields,
 *
 * <pre>
 *   Y = Phi F q,   q = (P1 z) (P2 z) point by point,   z = F^-1 X
 * </pre>
 *
 * from coefficients X of a field to coefficients Y, both of the kept modes. P1 and P2 are maps of
 * channels without bias, whose linear terms a {@link SpectralConv} has already.
 *
 * <p>A product of M waves per sign has up to 2M, which must not come back as others on too few
 * points. So q is formed on more than 3M points along every axis, whatever the grid that X came
 * from: nothing aliases into kept modes, no grid is too coarse for its modes, and the layer is
 * exactly the same function on all grids that hold them.
 *
 * <p>Phi starts at zero.
 */
public final class QuadraticConv {
  private final Parameter factors;
  private final SpectralConv spectral;
  private final int products;

  /**
   * @param products channels of q
   */
  public QuadraticConv(
      Parameters parameters,
      Constants constants,
      String name,
      int in,
      int products,
      int out,
      Modes modes) {
    this.products = products;
    factors =
        parameters.declare(name + ".factors.weight", Initialiser.linear(in), 2L * products, in);
    spectral =
        new SpectralConv(
            parameters, constants, name + ".spectral", products, out, modes, Initialiser.zeros());
  }

  /**
   * {@code [mode, re/im, in, sample]} to {@code [mode, re/im, out, sample]}.
   *
   * @param kept the modes of both
   */
  public Tensor apply(Tensor x, ModeSlice kept) {
    Tensor both = spectral.synthesise(factors.tensor().matmul(x), pointsFor(kept.modes()), kept);
    Tensor q = both.narrow(0, 0, products).mul(both.narrow(0, products, products));
    return spectral.mix(spectral.analyse(q, kept), kept.of(spectral.weight()));
  }

  /** More than 3M along each axis, a multiple of 4. */
  static Points pointsFor(Modes modes) {
    return new Points(
        modes.axes().stream().map(axis -> 4 * (3 * axis.positive() / 4 + 1)).toList());
  }
}
