package io.tfsno.pde.catalogue;

import io.tfsno.engine.Tensor;
import io.tfsno.pde.Polynomial;
import io.tfsno.pde.Polynomial.Monomial;
import io.tfsno.pde.ProductForm;
import io.tfsno.pde.ProductForm.Share;
import io.tfsno.pde.ProductForm.View;
import io.tfsno.spectral.SpectralGrid;
import java.util.List;

/**
 * The transport term {@code -(a w_x + b w_y)} of plane incompressible flow.
 *
 * <p>Written through the momentum fluxes, {@code -(a w_x + b w_y) = (d_yy - d_xx)(a b) + d_xy (a^2
 * - b^2)}, which holds because a_x + b_y = 0. Products of two dealiased fields are exact on the
 * kept modes, so this is the same number as the usual form, for four transforms instead of five.
 */
final class VorticityTransport {
  /** Views a_hat = i ky w_hat / k2 and b_hat = -i kx w_hat / k2, with no mean flow. */
  static final ProductForm FORM =
      new ProductForm(
          List.of(
              View.imaginary(0, k -> k.y() == 0 ? 0 : k.y() / k.squared()),
              View.imaginary(0, k -> k.x() == 0 ? 0 : -k.x() / k.squared())),
          List.of(
              Polynomial.of(Monomial.of(1, 0, 1)),
              Polynomial.of(Monomial.of(1, 0, 0), Monomial.of(-1, 1, 1))),
          List.of(
              new Share(0, 0, k -> k.x() * k.x() - k.y() * k.y()),
              new Share(0, 1, k -> -k.x() * k.y())),
          List.of());

  private VorticityTransport() {}

  /** The curl of a periodic flow has no mean: the vorticity without it, a new tensor. */
  static Tensor withoutMean(Tensor vorticity, SpectralGrid grid) {
    return vorticity.mul(grid.factor(k -> k.squared() == 0 ? 0 : 1));
  }
}
