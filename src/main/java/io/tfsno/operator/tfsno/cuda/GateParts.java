package io.tfsno.operator.tfsno.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameter;
import java.util.function.UnaryOperator;

/**
 * The trained and the fixed numbers of a gate.
 *
 * @param first from statistics to hidden numbers
 * @param middle from those {@code [hidden, sample]} to as many others; null for nothing
 * @param last from hidden numbers to gates, {@code [mode, channel]} unless they are spread
 * @param spread from the rows of {@code last} to those of all modes and channels; null where they
 *     are the same
 * @param features which of {@link FusedGate#STATISTICS} are used, bit by bit
 * @param others what follows on them; null for nothing
 * @param given how many numbers follow on those, which no state decides
 * @param shift subtracted from the statistics, which are then divided by {@code scale}; null for
 *     neither
 * @param detached whether gradients stop at the statistics
 * @param radius of each mode, as a share of the largest
 * @param multiplicity how many modes of a real field each stands for
 */
public record GateParts(
    Linear first,
    UnaryOperator<Tensor> middle,
    Activation activation,
    Linear last,
    UnaryOperator<Tensor> spread,
    Parameter gain,
    int features,
    Source others,
    int given,
    Parameter shift,
    Parameter scale,
    boolean detached,
    Tensor radius,
    Tensor multiplicity) {
  /** What computes features that no kernel of ours does, with parameters of its own or without. */
  @FunctionalInterface
  public interface Source {
    /**
     * @param z a block's input {@code [channel, sample, x(, y)]}
     * @param x its coefficients {@code [mode, re/im, channel, sample]}
     * @return {@code [feature, sample]}
     */
    Tensor of(Tensor z, Tensor x);
  }

  /** Hidden numbers of MetaNet. */
  public int hidden() {
    return first.out();
  }

  /** Numbers that MetaNet sees. */
  int seen() {
    return first.in();
  }

  /** Those of them that no kernel computes: others, then given ones. */
  int extra() {
    return seen() - Integer.bitCount(features);
  }
}
