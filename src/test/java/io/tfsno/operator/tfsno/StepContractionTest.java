package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.BlockConstants;
import io.tfsno.operator.Built;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.tfsno.bound.StepNorms;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole step that is a contraction by construction. */
@ExtendWith(PerTestScope.class)
class StepContractionTest {
  private static final double GELU = 1.128904;
  private static final double STEP = 0.9;
  private static final ContractionSpec BOUNDS =
      new ContractionSpec(0.4, 0.4, 0.5, 0.95).withStep(STEP);
  private static final GateSpec NO_GATE = GateSpec.DEFAULT.withKind(GateSpec.Kind.NONE);

  private static TfSnoSpec still() {
    return Built.tfSno().withGate(NO_GATE).withContraction(BOUNDS);
  }

  private static TfSnoSpec inARow() {
    return new TfSnoSpec(
        List.of(6),
        List.of(6),
        false,
        NO_GATE,
        BOUNDS,
        Built.tfSno().init(),
        Built.tfSno().coords(),
        false);
  }

  /** The largest ratio of distances after and before a step, between states near and far. */
  private static double largestRatio(TfSno net, long... shape) {
    double largest = 0;
    try (Autograd.Mode off = Autograd.off()) {
      for (int i = 0; i < 40; i++) {
        Tensor u = noise(i, shape).mul(Math.pow(10, i % 4 - 2));
        // Smooth differences pass best: constants, and single waves through their own direction.
        Tensor e = i % 2 == 0 ? noise(100 + i, shape) : u.mul(0).add(1);
        Tensor v = u.addScaled(e, Math.pow(10, i % 3 - 1));
        double before = norm(v.sub(u));
        largest = Math.max(largest, norm(net.forward(v).sub(net.forward(u))) / before);
      }
    }
    return largest;
  }

  private static double norm(Tensor z) {
    return Math.sqrt(z.detach().square().sum().item());
  }

  @Test
  void normsOfAStep_multiplyAlongTheWayThroughTheLevels() {
    StepNorms norms = new StepNorms(2, List.of(3.0), List.of(5.0), List.of(7.0), 11);
    // e0 = 2 * 0.5 = 1; m = 1 * 3 * 0.25 = 0.75; d0 = 7 * hypot(5 * 0.75, 1) * 0.125.
    double expected = 11 * 7 * Math.sqrt(3.75 * 3.75 + 1) * 0.125;
    assertThat(norms.step(List.of(0.5, 0.25, 0.125))).isCloseTo(expected, within(1e-12));
    StepNorms row = StepNorms.uniform(3, 0, 11);
    assertThat(row.step(List.of(0.5, 0.2))).isCloseTo(9 * GELU * 0.5 * 0.2 * 11, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "true, 0.3", "true, 3", "false, 0", "false, 0.3", "false, 3"})
  void step_ofAnyWeightsWithoutAGate_isAContractionEverywhere(boolean multiscale, double size) {
    try (TfSno net = Built.build(multiscale ? still() : inARow(), 1)) {
      Built.stir(net, size);
      List<Double> blocks =
          net.blocks().stream().map(b -> BlockConstants.ofWeights(b).bound()).toList();
      // Scaled to their bounds in single precision, a dozen maps.
      assertThat(net.stepBound(blocks)).isLessThan(STEP * 1.00001);
      assertThat(largestRatio(net, 1, 1, 32)).isPositive().isLessThan(STEP);
      net.training(true);
      assertThat(largestRatio(net, 1, 1, 32)).isPositive().isLessThan(STEP);
    }
  }

  @Test
  void step_inThePlane_isAContraction() {
    try (TfSno net = Built.build(still(), 2)) {
      Built.stir(net, 0.3);
      assertThat(largestRatio(net, 1, 1, 16, 16)).isPositive().isLessThan(STEP);
    }
  }

  @Test
  void step_betweenWallsAndWithSeveralFields_isAContraction() {
    FieldShape box =
        new FieldShape(Grid.of(Points.of(24), new double[] {1}, Boundary.WALL), Channel.unnamed(2));
    try (TfSno net = still().fittedTo(box).build(box, Device.CPU, new Rng(3))) {
      Built.stir(net, 0.1);
      assertThat(largestRatio(net, 1, 2, 24)).isPositive().isLessThan(STEP);
    }
  }

  @Test
  void step_withGates_isHeldBelowItsBoundOnTheStatesThatSetThem() {
    TfSnoSpec spec = Built.tfSno().withContraction(BOUNDS);
    try (TfSno net = Built.build(spec, 1)) {
      Built.stir(net, 0.05);
      Tensor u = Built.states(1, 16);
      net.calibrate(u, Conditions.NONE, 1);
      List<Tensor> inputs = net.inputs(u);
      Double[] blocks = new Double[5];
      for (int i = 0; i < 5; i++) {
        BlockView block = net.blocks().get(i);
        assertThat(block.alpha()).isPositive();
        blocks[i] = BlockConstants.ofWeights(block).including(block, inputs.get(i)).bound();
        assertThat(blocks[i]).isLessThan(0.95 * 1.0001);
      }
      assertThat(net.stepBound(List.of(blocks))).isLessThan(STEP * 1.0001);
      Tensor v = u.roll(1, 0);
      Tensor moved = net.forward(u).sub(net.forward(v)).detach();
      for (int s = 0; s < 16; s++) {
        double before = norm(u.sub(v).select(0, s));
        assertThat(norm(moved.select(0, s))).isLessThan(STEP * before);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void firstStep_isNearlyItsBoundTimesTheState(boolean multiscale) {
    try (TfSno net = Built.build(multiscale ? still() : inARow(), 1)) {
      // Small against the curvature of GELU at its steepest, and of waves that blocks keep.
      Tensor u = Built.states(1, 4).mul(0.1);
      Tensor rest = net.forward(u).detach().addScaled(u, -STEP);
      // The coarsest level keeps two waves of six, so finer ones are handed on by skips alone.
      assertThat(norm(rest)).isLessThan(0.3 * norm(u));
    }
  }

  @Test
  void descent_lowersTheLossAndKeepsTheBound() {
    try (TfSno net = Built.build(still(), 1)) {
      net.training(true);
      Tensor u = Built.states(1, 8);
      Tensor target = u.roll(2, 2).mul(0.6);
      double first = Built.descend(net, u, target, 0.05);
      double last = first;
      for (int i = 0; i < 40; i++) {
        last = Built.descend(net, u, target, 0.05);
      }
      assertThat(last).isLessThan(0.8 * first);
      net.training(false);
      assertThat(largestRatio(net, 1, 1, 32)).isLessThan(STEP);
    }
  }

  @Test
  void mapBoundAlone_boundsEveryMapAndPromisesNothingOfTheStep() {
    ContractionSpec bounds = ContractionSpec.SUGGESTED.withMapBound(0.5);
    try (TfSno net = Built.build(Built.tfSno().withContraction(bounds), 1)) {
      Built.stir(net, 2);
      assertThat(net.stepTarget()).isEmpty();
      double ofMaps = StepNorms.uniform(0.5, 2, StepNorms.layers(0.5, 0.5)).step(ones());
      assertThat(net.stepBound(ones())).isCloseTo(ofMaps, within(1e-4 * ofMaps));
    }
  }

  private static List<Double> ones() {
    return Collections.nCopies(5, 1.0);
  }

  @Test
  void combinationsThatVoidTheClaim_areRefused() {
    assertThatThrownBy(() -> Built.tfSno().withContraction(BOUNDS).withPredictDelta(true))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("predictDelta: false with contraction.step, found predictDelta");
    assertThatThrownBy(() -> Built.tfSno().withContraction(BOUNDS.withTarget(0)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("contraction.target with contraction.step")
        .hasMessageContaining("Give one above 0.9031");
    assertThatThrownBy(() -> BOUNDS.withStep(-1.0)).hasMessageContaining("a positive step");
    refuse(Inputs.ofHistory(2), "a history of 2 states");
    refuse(
        new Inputs(1, List.of(), List.of(), null, null, null, List.of("u"), false, List.of()),
        "model.conserve [u]");
  }

  private static void refuse(Inputs inputs, String found) {
    FieldShape shape = Built.LINE.with(inputs);
    assertThatThrownBy(() -> still().build(shape, Device.CPU, new Rng(1)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("for contraction.step, found " + found);
  }
}
