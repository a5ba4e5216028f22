package io.tfsno.pde.catalogue;

import io.tfsno.engine.Tensor;
import io.tfsno.spectral.SpectralGrid;
import io.tfsno.spectral.Wave;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/**
 * The projection onto velocities without divergence, {@code P_ij = delta_ij - k_i k_j / |k|^2} for
 * each wave; it leaves the mean alone.
 */
final class LerayProjection {
  private static final int AXES = 3;

  private LerayProjection() {}

  /** The part without divergence of a velocity, coefficients {@code [field, 3, modes...]}. */
  static Tensor of(Tensor velocity, SpectralGrid grid) {
    Tensor[] projected = new Tensor[AXES];
    for (int i = 0; i < AXES; i++) {
      for (int j = 0; j < AXES; j++) {
        Tensor term = velocity.narrow(1, j, 1).mul(grid.factor(entry(i, j)));
        projected[i] = j == 0 ? term : projected[i].add(term);
      }
    }
    return Tensor.cat(1, projected);
  }

  /**
   * The projected divergence of the momentum fluxes, {@code P_ij d_l (u_j u_l)}, of a velocity. The
   * fluxes are symmetric: six products are transformed, and one table of six factors for each
   * component takes them to divergence and projection at once.
   */
  static UnaryOperator<Tensor> ofFluxes(SpectralGrid grid) {
    List<Tensor> fromFluxes = new ArrayList<>();
    for (int i = 0; i < AXES; i++) {
      List<ToDoubleFunction<Wave>> factors = new ArrayList<>();
      for (int j = 0; j < AXES; j++) {
        for (int l = j; l < AXES; l++) {
          factors.add(divergence(i, j, l));
        }
      }
      fromFluxes.add(grid.imaginaryFactors(factors));
    }
    return velocity -> {
      Tensor fluxes = grid.coefficients(fluxes(grid.values(velocity)));
      Tensor[] components = new Tensor[AXES];
      for (int i = 0; i < AXES; i++) {
        components[i] = fluxes.mul(fromFluxes.get(i)).sum(1);
      }
      return Tensor.stack(1, components);
    };
  }

  /** The products {@code u_j u_l}, {@code j <= l}, of values {@code [field, 3, ...]}. */
  private static Tensor fluxes(Tensor velocity) {
    List<Tensor> products = new ArrayList<>();
    for (int j = 0; j < AXES; j++) {
      products.add(velocity.narrow(1, j, AXES - j).mul(velocity.narrow(1, j, 1)));
    }
    return Tensor.cat(1, products.toArray(Tensor[]::new));
  }

  private static ToDoubleFunction<Wave> entry(int i, int j) {
    return k -> (i == j ? 1 : 0) - (k.isZero() ? 0 : k.k(i) * k.k(j) / k.squared());
  }

  /** {@code P_ij k_l}, and {@code P_il k_j} for the flux's mirror image. */
  private static ToDoubleFunction<Wave> divergence(int i, int j, int l) {
    return k -> {
      double one = entry(i, j).applyAsDouble(k) * k.k(l);
      return j == l ? one : one + entry(i, l).applyAsDouble(k) * k.k(j);
    };
  }
}
