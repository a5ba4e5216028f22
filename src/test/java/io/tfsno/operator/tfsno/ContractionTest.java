package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.LinearAlgebra;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContractionTest {
  private static final double GELU = 1.128904;

  private Scope scope;
  private TfSno net;

  @BeforeEach
  void build() {
    scope = new Scope();
    net = Built.build(Built.tfSno().withContraction(ContractionSpec.SUGGESTED), 1);
  }

  @AfterEach
  void free() {
    net.close();
    scope.close();
  }

  private static double spectral(BlockView block) {
    return LinearAlgebra.spectralNorm(block.spectralWeight().detach().asComplex()).max(0).item();
  }

  private static double pointwise(BlockView block) {
    return LinearAlgebra.spectralNorm(block.pointwiseWeight().detach()).item();
  }

  @Test
  void evaluation_boundsAreExact_alsoAfterTheWeightsChanged() {
    for (double size : new double[] {0, 0.5, 2}) {
      Built.stir(net, size);
      for (BlockView block : net.blocks()) {
        assertThat(spectral(block)).isCloseTo(0.3, offset(1e-4));
        assertThat(pointwise(block)).isCloseTo(0.35, offset(1e-4));
        assertThat(block.alpha()).isBetween(0.0, 0.087);
      }
    }
  }

  @Test
  void training_powerIterationApproachesTheBounds() {
    net.training(true);
    Tensor u = Built.states(1, 2);
    for (int step = 0; step < 200; step++) {
      try (Scope one = new Scope()) {
        net.forward(u);
      }
    }
    float[] state = net.parameters().flatState().toFloats();
    for (BlockView block : net.blocks()) {
      assertThat(pointwise(block)).isCloseTo(0.35, offset(2e-3));
      assertThat(spectral(block)).isCloseTo(0.3, offset(1e-2));
    }
    assertThat(state).isNotEmpty();
    assertThat(net.parameters().stateEntries().get(0).name()).isEqualTo("blocks.0.gate.gain_bound");
  }

  @Test
  void training_withoutRecording_leavesTheEstimatesAlone() {
    net.training(true);
    Tensor u = Built.states(1, 2);
    net.forward(u);
    float[] before = net.parameters().flatState().toFloats();
    net.gates(u);
    assertThat(net.parameters().flatState().toFloats()).containsExactly(before);
  }

  @Test
  void block_isAContraction() {
    Built.stir(net, 0.3);
    BlockView block = net.blocks().get(0);
    for (int i = 0; i < 20; i++) {
      Tensor z = noise(i, 1, 6, 32);
      Tensor e = noise(100 + i, 1, 6, 32).mul(1e-2);
      Tensor change = block.apply(z.add(e)).sub(block.apply(z));
      double ratio = Math.sqrt(change.square().sum().item() / e.square().sum().item());
      assertThat(ratio).isLessThan(1);
    }
  }

  @Test
  void gainBound_canBeSetAndIsRefusedWhereThereIsNone() {
    net.blocks().get(1).boundAlpha(0.02);
    assertThat(net.blocks().get(1).alpha()).isCloseTo(0.01, offset(1e-6));
    try (TfSno free = Built.build(Built.tfSno(), 1)) {
      assertThatThrownBy(() -> free.blocks().get(1).boundAlpha(0.02))
          .hasMessageContaining("contractive");
    }
  }

  @Test
  void descent_lowersTheLoss() {
    net.training(true);
    Tensor u = Built.states(1, 8);
    Tensor target = u.mul(0.2);
    double first = Built.descend(net, u, target, 0.1);
    double last = first;
    for (int i = 0; i < 30; i++) {
      last = Built.descend(net, u, target, 0.1);
    }
    assertThat(last).isLessThan(first);
  }

  @Test
  void target_isKeptOnTheStatesThatSetIt_andTheBlocksAreThatContractive() {
    double target = 0.9;
    TfSnoSpec spec =
        Built.tfSno().withContraction(new ContractionSpec(0.3, 0.35, 5, 0).withTarget(target));
    try (TfSno strict = Built.build(spec, 1)) {
      Built.stir(strict, 0.1);
      Tensor u = Built.states(1, 16);
      assertThat(strict.calibratesAfter(7)).isTrue();
      strict.calibrate(u, Conditions.NONE, 7);
      List<Tensor> inputs = strict.inputs(u);
      for (int i = 0; i < 5; i++) {
        BlockView block = strict.blocks().get(i);
        Tensor z = inputs.get(i);
        BlockConstants k = BlockConstants.ofWeights(block).including(block, z);
        assertThat(k.bound()).isLessThanOrEqualTo(target * 1.0001);
        // The gain stands in the middle of its range, so half of the room for the gate is used.
        assertThat(k.bound()).isGreaterThan(GELU * (0.3 + 0.35) + 0.4 * (target - GELU * 0.65));
        for (int trial = 0; trial < 20; trial++) {
          Tensor e = noise(trial, z.shape()).mul(1e-2);
          Tensor change = block.apply(z.add(e)).sub(block.apply(z));
          Tensor ratios = flat(change).square().sum(1).div(flat(e).square().sum(1));
          assertThat(Math.sqrt(ratios.max(0).item())).isLessThan(target);
        }
      }
    }
  }

  private static Tensor flat(Tensor z) {
    return z.detach().reshape(z.size(0), -1);
  }

  @Test
  void target_belowWhatStaticBlocksReach_isRefused() {
    assertThatThrownBy(() -> ContractionSpec.SUGGESTED.withTarget(0.7))
        .hasMessageContaining("a target above 0.7338")
        .hasMessageContaining("found 0.7");
    assertThat(ContractionSpec.SUGGESTED.withTarget(0.95).alphaFor(6.3))
        .isCloseTo(0.087, offset(1e-3));
  }

  @Test
  void evaluationInBetween_doesNotChangeTheCourseOfTraining() {
    float[] straight = trained(false);
    assertThat(trained(true)).containsExactly(straight);
  }

  private static float[] trained(boolean interrupted) {
    Tensor u = Built.states(1, 4);
    try (TfSno one = Built.build(Built.tfSno().withContraction(ContractionSpec.SUGGESTED), 1)) {
      for (int i = 0; i < 3; i++) {
        one.training(true);
        Tensor ahead = one.forward(u).detach();
        Built.descend(one, ahead, u.mul(0.5), 0.1);
        if (interrupted) {
          one.training(false);
          one.forward(u);
        }
      }
      return one.parameters().flat().toFloats();
    }
  }
}
