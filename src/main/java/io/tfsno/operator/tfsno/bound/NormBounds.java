package io.tfsno.operator.tfsno.bound;

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
 * before it in passes that record gradients; the vectors are stored with the network. No gradient
 * flows through it. Or, where bounds are {@link #strict}, {@code sigma = tr( (A^T A)^p )^(1/2p)}
 * with p = 1024, which is never too small, and too large by 0.2 % at most for 64 channels, with its
 * gradient: descent that did not know that all of a matrix shrinks when one direction grows would
 * lose what the others hand on. Otherwise sigma is exact, and computed again whenever the matrices
 * have changed; training never reads that one, so evaluating in between does not change its course.
 */
public final class NormBounds {
  private static final double TINY = 1e-12;

  /** p = 2^10. */
  private static final int SQUARINGS = 10;

  private final double bound;

  /** Null where bounds are strict. */
  private final Parameter vectors;

  private final Parameter sigmas;
  private long seenWrites = -1;

  public NormBounds(Parameters parameters, String name, double bound, long matrices, long columns) {
    this(
        bound,
        parameters.declareState(name + ".vector", Initialiser.normal(1), matrices, columns, 1),
        sigmas(parameters, name, matrices));
  }

  private NormBounds(double bound, Parameter vectors, Parameter sigmas) {
    this.bound = bound;
    this.vectors = vectors;
    this.sigmas = sigmas;
  }

  /**
   * Bounds that hold in training as well. Power iteration is slow to find the largest of many
   * singular values that are nearly equal, and a dozen norms, each a little too large, multiply.
   */
  public static NormBounds strict(Parameters parameters, String name, double bound, long matrices) {
    return new NormBounds(bound, null, sigmas(parameters, name, matrices));
  }

  private static Parameter sigmas(Parameters parameters, String name, long matrices) {
    return parameters.declareState(name + ".sigma", Initialiser.constant(1), matrices, 1, 1);
  }

  /**
   * The factor of each matrix, {@code [matrix, 1, 1]}.
   *
   * @param source the parameter that the matrices are a form of
   * @param a the matrices, {@code [matrix, row, column]}; for strict bounds with their gradients
   */
  Tensor factors(Tensor source, Tensor a, boolean training) {
    if (training && isStrict()) {
      return factors(a, fromPowers(a));
    }
    boolean taped = Autograd.taping();
    try (Autograd.Mode off = Autograd.off()) {
      return factors(a, training ? iterated(a, taped) : exact(source, a));
    }
  }

  private Tensor factors(Tensor a, Tensor sigma) {
    return Activations.atMost(Tensor.full(bound, a.type(), a.device(), 1).div(sigma), 1);
  }

  /** Whether gradients of the matrices are asked for. */
  boolean isStrict() {
    return vectors == null;
  }

  /**
   * With {@code H_0 = A^T A / t_0}, {@code H_j = H_(j-1)^2 / t_j} and all of trace 1, {@code log
   * sigma = sum over j of 2^-j log t_j / 2}.
   */
  private static Tensor fromPowers(Tensor a) {
    Tensor t = squares(a);
    Tensor turned = a.permute(0, 2, 1);
    Tensor gram = a.size(1) < a.size(2) ? a.matmul(turned) : turned.matmul(a);
    Tensor h = gram.div(t);
    Tensor log = t.log().mul(0.5);
    for (int j = 1; j <= SQUARINGS; j++) {
      t = squares(h);
      h = h.matmul(h).div(t);
      log = log.addScaled(t.log(), Math.pow(2, -j - 1));
    }
    return log.exp();
  }

  /** The sum of the squares of each matrix, which is the trace of its Gram matrix. */
  private static Tensor squares(Tensor a) {
    return a.square().sum(2).sum(1).view(-1, 1, 1).add(TINY);
  }

  private Tensor iterated(Tensor a, boolean iterate) {
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
