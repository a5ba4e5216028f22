package io.tfsno.operator;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import java.util.List;

/**
 * One block of a {@link Gated} operator, for analysis: everything that the paper's stability bound
 * is made of,
 *
 * <pre>
 *   z' = GELU( F^-1 (1 + delta(z)) Phi_0 F z + W z ),   delta = alpha tanh( MetaNet( s(z) ) )
 * </pre>
 *
 * A block may have local terms in addition, for which the bound is not made: {@link #isLocal}.
 *
 * <p>Fields are {@code [sample, channel, x(, y, z)]}, as in {@link GateReading#input}. All
 * functions are differentiable and return new tensors.
 */
public interface GatedBlock {
  /** The output of the block. */
  Tensor apply(Tensor z);

  /**
   * The output with a gate from outside.
   *
   * @param delta {@code [sample, channel, mode]}, modes as in {@link GateReading}
   */
  Tensor applyWithGate(Tensor z, Tensor delta);

  /** Whether there are terms that the paper's bound does not know. */
  boolean isLocal();

  /** Whether there is a gate; without one the next functions do not apply. */
  boolean isGated();

  /**
   * Whether there is a gate that looks at z; others are the same for all states of a trajectory.
   */
  boolean seesState();

  /** The statistics that the gate sees, {@code [sample, feature]}. */
  Tensor statistics(Tensor z);

  /** The gate, {@code [sample, channel, mode]}. */
  Tensor delta(Tensor z);

  /** The gain: every entry of delta is smaller. */
  double alpha();

  /** Bounds the gain of a contractive operator. */
  void boundAlpha(double alphaMax);

  /** The layers of MetaNet, in order. */
  List<Linear> metaNet();

  Activation metaNetActivation();

  /** Phi_0 as it acts, {@code [mode, out, in, re/im]}, modes in the layer's own order. */
  Tensor spectralWeight();

  /** W as it acts, {@code [out, in]}. */
  Tensor pointwiseWeight();
}
