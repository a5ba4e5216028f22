package io.tfsno.operator.tfsno;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;

/**
 * Keeps the largest singular value of each of a set of matrices at or below a bound, by scaling:
 * {@code A <- A min(1, bound / sigma(A))}.
 *
 * <p>In training {@code sigma = |A v|}, with one power iteration {@code v <- A^T A v / |A^T A v|}
 * before it in passes that record gradients; the vectors are stored with the network. Otherwise
 * sigma is exact, and computed again whenever the matrices have changed; training never reads that
 * one, so evaluating in between does not change its course. No gradient flows through sigma.
 */
final class NormBounds {
  private static final double TINY = 1e-12;

  private final double bound;
  private final Parameter vectors;
  private final Parameter sigmas;
  private long seenWrites = -1;

  NormBounds(Parameters parameters, String name, double bound, long matrices, long columns) {
    this.bound = bound;
    vectors =
        parameters.declareState(name + ".vector", Initialiser.normal(1), matrices, columns, 1);
    sigmas = parameters.declareState(name + ".sigma", Initialiser.constant(1), matrices, 1, 1);
  }

  /**
   * The factor of each matrix, {@code [matrix, 1, 1]}.
   *
   * @param source the parameter that the matrices are a form of
   * @param a the matrices, {@code [matrix, row, column]}, without record of gradients
   */
  Tensor factors(Tensor source, Tensor a, boolean training) {
    boolean recorded = Autograd.recording();
    try (Autograd.Mode off = Autograd.off()) {
      Tensor wanted = Tensor.full(bound, a.type(), a.device(), 1);
      Tensor sigma = training ? estimate(a, recorded) : exact(source, a);
      return Activations.atMost(wanted.div(sigma), 1);
    }
  }

  private Tensor estimate(Tensor a, boolean iterate) {
    Tensor v = vectors.tensor();
    if (iterate) {
      Tensor next = a.permute(0, 2, 1).matmul(a.matmul(v));
      v.copyInPlace(next.div(norm(next)));
    }
    return norm(a.matmul(v)).div(norm(v));
  }

  private Tensor exact(Tensor source, Tensor a) {
    long writes = Autograd.writes(source);
    if (writes != seenWrites) {
      sigmas.tensor().copyInPlace(LinearAlgebra.spectralNorm(a).add(TINY).view(-1, 1, 1));
      seenWrites = writes;
    }
    return sigmas.tensor();
  }

  private static Tensor norm(Tensor v) {
    return v.square().sum(1).view(-1, 1, 1).sqrt().add(TINY);
  }
}
