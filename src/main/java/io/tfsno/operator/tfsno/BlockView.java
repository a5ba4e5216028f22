package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import io.tfsno.operator.GateReading;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import java.util.List;

/**
 * One gated block seen from outside, for analysis: everything that the paper's stability bound is
 * made of. Fields are {@code [sample, channel, x(, y)]}, as in {@link GateReading#input}. All
 * functions are differentiable and return new tensors.
 */
public final class BlockView {
  private final Asob block;

  BlockView(Asob block) {
    this.block = block;
  }

  /** The output of the block. */
  public Tensor apply(Tensor z) {
    return GridOperator.swapFirst(block.forward(GridOperator.swapFirst(z), Pass.plain(null)));
  }

  /**
   * The output with a gate from outside.
   *
   * @param delta {@code [sample, channel, mode]}, modes as in {@link GateReading}
   */
  public Tensor applyWithGate(Tensor z, Tensor delta) {
    Tensor inside = GridOperator.swapFirst(z);
    return GridOperator.swapFirst(block.forwardWithGate(inside, block.modesFirst(inside, delta)));
  }

  /** Whether there is a gate; without one the functions below do not apply. */
  public boolean isGated() {
    return block.isGated();
  }

  /** The statistics that the gate sees, {@code [sample, feature]}. */
  public Tensor statistics(Tensor z) {
    return block.statistics(GridOperator.swapFirst(z)).permute(1, 0).contiguous();
  }

  /** The gate, {@code [sample, channel, mode]}. */
  public Tensor delta(Tensor z) {
    Tensor inside = GridOperator.swapFirst(z);
    return block.modesLast(inside, block.delta(inside, Pass.plain(null)));
  }

  /** The gain: every entry of delta is smaller. */
  public double alpha() {
    return block.gate().alpha().item();
  }

  /** Bounds the gain of a contractive operator. */
  public void boundAlpha(double alphaMax) {
    block.gate().boundAlpha(alphaMax);
  }

  /** The layers of MetaNet, in order. */
  public List<Linear> metaNet() {
    return block.gate().metaNet().layers();
  }

  public Activation metaNetActivation() {
    return block.gate().metaNet().activation();
  }

  /** Phi_0 as it acts, {@code [mode, out, in, re/im]}, modes in the layer's own order. */
  public Tensor spectralWeight() {
    Tensor weight = block.spectralWeight();
    long out = weight.size(-3);
    long in = weight.size(-1);
    return weight.view(-1, out, 2, in).permute(0, 1, 3, 2).contiguous();
  }

  /** W as it acts, {@code [out, in]}. */
  public Tensor pointwiseWeight() {
    return block.pointwiseWeight();
  }
}
