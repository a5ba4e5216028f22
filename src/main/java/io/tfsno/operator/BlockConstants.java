package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import java.util.List;

/**
 * The constants of one block in the paper's local stability bound,
 *
 * <pre>
 *   |A(z1) - A(z2)| &lt;= L_sigma [ (1 + alpha) M_Phi + M_W + alpha M_Phi L_m L_s R ] |z1 - z2|.
 * </pre>
 *
 * The first four are exact or upper bounds. The last two are the largest values met on the states
 * looked at, hence lower bounds of the true constants: the bound speaks of those states.
 *
 * @param alpha gain of the gate; 0 without one
 * @param spectral M_Phi, largest singular value of the weights of a mode
 * @param pointwise M_W, largest singular value of W
 * @param metaNet L_m of MetaNet, from the Euclidean to the maximum norm; 0 without a gate
 * @param statistics L_s, largest singular value of the Jacobian of the statistics; 0 without any
 * @param radius R, largest norm of an input
 */
public record BlockConstants(
    double alpha,
    double spectral,
    double pointwise,
    double metaNet,
    double statistics,
    double radius) {

  /** What the weights alone decide; no state has been looked at yet. Refuses local terms. */
  public static BlockConstants ofWeights(GatedBlock block) {
    if (block.isLocal()) {
      throw new UserError(
          "blocks as in the paper for its stability bound",
          "blocks with local terms",
          "The bound does not cover them; measure how perturbations grow instead.");
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor phi = LinearAlgebra.spectralNorm(block.spectralWeight().asComplex());
      double w = LinearAlgebra.spectralNorm(block.pointwiseWeight()).item();
      boolean gated = block.isGated();
      return new BlockConstants(
          gated ? block.alpha() : 0,
          phi.max(0).item(),
          w,
          gated ? lipschitz(block.metaNet(), block.metaNetActivation()) : 0,
          0,
          0);
    }
  }

  /** The largest entry of MetaNet's output moves at most this much per unit of its input. */
  private static double lipschitz(List<Linear> layers, Activation activation) {
    int last = layers.size() - 1;
    double rows = layers.get(last).weight().square().sum(1).max(0).item();
    double product = Math.sqrt(rows);
    for (Linear layer : layers.subList(0, last)) {
      product *= activation.lipschitz() * LinearAlgebra.spectralNorm(layer.weight()).item();
    }
    return product;
  }

  /**
   * With these states looked at, too.
   *
   * @param z inputs of the block, {@code [sample, channel, x(, y)]}
   */
  public BlockConstants including(GatedBlock block, Tensor z) {
    try (Scope scope = new Scope()) {
      double norm = Math.sqrt(flat(z.detach()).square().sum(1).max(0).item());
      double slope = block.seesState() ? slope(block, z) : 0;
      return new BlockConstants(
          alpha, spectral, pointwise, metaNet, Math.max(statistics, slope), Math.max(radius, norm));
    }
  }

  /** The largest singular value, over samples, of the Jacobian of the statistics. */
  private static double slope(GatedBlock block, Tensor z) {
    try (Autograd.Mode on = Autograd.on()) {
      int count = 1;
      Tensor[] rows = null;
      for (int i = 0; i < count; i++) {
        Tensor leaf = z.detach().copy().trainable();
        Tensor s = block.statistics(leaf);
        count = Math.toIntExact(s.size(1));
        rows = rows == null ? new Tensor[count] : rows;
        s.select(1, i).sum().backward();
        rows[i] = flat(leaf.grad());
      }
      Tensor jacobian = Tensor.stack(1, rows);
      Tensor gram = jacobian.matmul(jacobian.permute(0, 2, 1));
      return Math.sqrt(LinearAlgebra.spectralNorm(gram).max(0).item());
    }
  }

  private static Tensor flat(Tensor z) {
    return z.to(DType.FLOAT64).reshape(z.size(0), -1);
  }

  /** {@code L_sigma M_Phi}: by how much of its input's norm an output follows its gate. */
  public double gateOnOutput() {
    return Activation.GELU.lipschitz() * spectral;
  }

  /** {@code alpha L_m L_s}: how much the gate's largest entry can change with the input. */
  public double gateOfState() {
    return alpha * metaNet * statistics;
  }

  /** {@code L_m L_s R}: how much of its own size an input can change the gate's argument by. */
  public double sensitivity() {
    return metaNet * statistics * radius;
  }

  /** The bracket: static spectral term, pointwise term, and what the gate adds. */
  public double bracket() {
    return (1 + alpha) * spectral + pointwise + alpha * spectral * sensitivity();
  }

  /** The bound of the block's amplification, {@code L_sigma} times the bracket. */
  public double bound() {
    return Activation.GELU.lipschitz() * bracket();
  }
}
