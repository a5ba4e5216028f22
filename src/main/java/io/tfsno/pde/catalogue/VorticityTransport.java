package io.tfsno.pde.catalogue;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SpectralGrid;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The transport term {@code -(a w_x + b w_y)} of plane incompressible flow.
 *
 * <p>Written through the momentum fluxes, {@code -(a w_x + b w_y) = (d_yy - d_xx)(a b) + d_xy (a^2
 * - b^2)}, which holds because a_x + b_y = 0. Products of two dealiased fields are exact on the
 * kept modes, so this is the same number as the usual form, for four transforms instead of five.
 */
final class VorticityTransport {
  private VorticityTransport() {}

  static UnaryOperator<Tensor> on(SpectralGrid grid) {
    // a_hat = i ky w_hat / k2 and b_hat = -i kx w_hat / k2, with no mean flow.
    Tensor toVelocity =
        grid.imaginaryFactors(
            List.of(
                k -> k.y() == 0 ? 0 : k.y() / k.squared(),
                k -> k.x() == 0 ? 0 : -k.x() / k.squared()));
    Tensor fromAB = grid.factor(k -> k.x() * k.x() - k.y() * k.y());
    Tensor fromDifference = grid.factor(k -> -k.x() * k.y());
    return w -> {
      Tensor velocity = grid.values(w.mul(toVelocity));
      Tensor a = velocity.narrow(1, 0, 1);
      Tensor b = velocity.narrow(1, 1, 1);
      Tensor ab = grid.coefficients(a.mul(b));
      Tensor difference = grid.coefficients(a.square().sub(b.square()));
      ab.mulInPlace(fromAB);
      ab.addProductInPlace(difference, fromDifference);
      return ab;
    };
  }
}
