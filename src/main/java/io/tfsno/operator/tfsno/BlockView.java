package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Linear;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.GatedBlock;
import io.tfsno.operator.GridOperator;
import io.tfsno.operator.Pass;
import java.util.List;

/** One block of {@link TfSno} as others see it, with channels behind samples. */
public final class BlockView implements GatedBlock {
  private final Asob block;

  BlockView(Asob block) {
    this.block = block;
  }

  @Override
  public Tensor apply(Tensor z) {
    return GridOperator.swapFirst(
        block.forward(GridOperator.swapFirst(z), Pass.plain(Conditions.NONE)));
  }

  @Override
  public Tensor applyWithGate(Tensor z, Tensor delta) {
    Tensor inside = GridOperator.swapFirst(z);
    return GridOperator.swapFirst(block.forwardWithGate(inside, block.modesFirst(inside, delta)));
  }

  @Override
  public boolean isLocal() {
    return block.isLocal();
  }

  @Override
  public boolean isGated() {
    return block.isGated();
  }

  @Override
  public boolean seesState() {
    return block.seesState();
  }

  @Override
  public Tensor statistics(Tensor z) {
    return block.statistics(GridOperator.swapFirst(z)).permute(1, 0).contiguous();
  }

  @Override
  public Tensor delta(Tensor z) {
    Tensor inside = GridOperator.swapFirst(z);
    return block.modesLast(inside, block.delta(inside, Pass.plain(Conditions.NONE)));
  }

  @Override
  public double alpha() {
    return block.gate().alpha().item();
  }

  @Override
  public void boundAlpha(double alphaMax) {
    block.gate().boundAlpha(alphaMax);
  }

  @Override
  public List<Linear> metaNet() {
    return block.gate().metaNet().layers();
  }

  @Override
  public Activation metaNetActivation() {
    return block.gate().metaNet().activation();
  }

  @Override
  public Tensor spectralWeight() {
    Tensor weight = block.spectralWeight();
    long out = weight.size(-3);
    long in = weight.size(-1);
    return weight.view(-1, out, 2, in).permute(0, 1, 3, 2).contiguous();
  }

  @Override
  public Tensor pointwiseWeight() {
    return block.pointwiseWeight();
  }
}
