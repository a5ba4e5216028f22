package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class ShellGuardTest {
  private static final int POINTS = 32;
  private final Constants constants = new Constants();
  private final Parameters parameters = new Parameters();

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  private ShellGuard guard(double margin, int dimension, int channels) {
    FieldShape shape = new FieldShape(dimension, POINTS, channels, 1);
    ShellGuard guard = new ShellGuard(parameters, shape, margin, constants);
    parameters.allocate(Device.CPU, new Rng(1));
    return guard;
  }

  private static Tensor capped(ShellGuard guard, Tensor u) {
    try (Autograd.Mode off = Autograd.off()) {
      return guard.capped(u);
    }
  }

  /** {@code amplitude cos(2 pi k x)}, one channel. */
  private static Tensor wave(double amplitude, int k) {
    double[] u = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      u[i] = amplitude * Math.cos(2 * Math.PI * k * i / POINTS + 0.3);
    }
    return Tensor.of(u, 1, 1, POINTS).to(DType.FLOAT32);
  }

  @Test
  void whatIsWithinTheLimits_isNotTouched() {
    ShellGuard guard = guard(1, 2, 2);
    Tensor seen = Tensor.of(new Rng(3).normals(4 * 2 * POINTS * POINTS), 4, 2, POINTS, POINTS);
    Tensor states = seen.to(DType.FLOAT32);
    guard.allow(states);
    Tensor smaller = states.mul(0.9);
    assertThat(capped(guard, smaller).toFloats()).containsExactly(smaller.toFloats());
  }

  @Test
  void shellsBeyondTheirLimit_areBroughtBackToIt_andNoOther() {
    ShellGuard guard = guard(1.5, 1, 1);
    guard.allow(Tensor.cat(0, wave(1, 2), wave(0.5, 7)));
    Tensor found = capped(guard, wave(1.2, 2).add(wave(4, 7)));
    Tensor expected = wave(1.2, 2).add(wave(0.75, 7)); // 1.5 times 0.5
    assertThat(found.sub(expected).abs().max(0, 1, 2).item()).isCloseTo(0, within(1e-5));
  }

  @Test
  void limits_areThoseOfAllStatesSeen() {
    ShellGuard guard = guard(1, 1, 1);
    guard.allow(wave(1, 2));
    guard.allow(wave(0.5, 2).add(wave(3, 7)));
    Tensor within = wave(0.99, 2).add(wave(2.97, 7));
    assertThat(capped(guard, within).toFloats()).containsExactly(within.toFloats());
    Tensor found = capped(guard, wave(2, 2).add(wave(6, 7)));
    Tensor expected = wave(1, 2).add(wave(3, 7));
    assertThat(found.sub(expected).abs().max(0, 1, 2).item()).isCloseTo(0, within(1e-5));
  }

  @Test
  void waves_thatNoTrainingStateHas_areRemoved_andSoIsAMean() {
    ShellGuard guard = guard(1.5, 1, 1);
    guard.allow(wave(1, 2));
    Tensor found = capped(guard, wave(1, 2).add(wave(0.1, 11)).add(0.2));
    assertThat(found.sub(wave(1, 2)).abs().max(0, 1, 2).item()).isCloseTo(0, within(1e-5));
  }

  @Test
  void trainingSteps_areNotGuarded() {
    ShellGuard guard = guard(1.5, 1, 1);
    guard.allow(wave(1, 2));
    Tensor wild = wave(100, 9);
    assertThat(guard.capped(wild)).isSameAs(wild);
  }

  @Test
  void channelsAndSamples_haveTheirOwnFactors() {
    ShellGuard guard = guard(1, 1, 2);
    guard.allow(Tensor.cat(1, wave(1, 3), wave(10, 3)));
    Tensor first = Tensor.cat(1, wave(2, 3), wave(2, 3));
    Tensor second = Tensor.cat(1, wave(0.5, 3), wave(20, 3));
    Tensor found = capped(guard, Tensor.cat(0, first, second));
    Tensor expected =
        Tensor.cat(
            0, Tensor.cat(1, wave(1, 3), wave(2, 3)), Tensor.cat(1, wave(0.5, 3), wave(10, 3)));
    assertThat(found.sub(expected).abs().max(0, 1, 2).item()).isCloseTo(0, within(5e-5));
  }

  /** A network of large random weights runs away from any state; guarded it stays where it was. */
  @Test
  void rollout_ofANetworkThatBlowsUp_staysWithinTheSpectra() {
    FnoSpec spec = new FnoSpec(8, 6, 2, 16, Coordinates.NONE, true);
    FieldShape shape = new FieldShape(1, POINTS, 1, 1).with(Inputs.guarded(1.5));
    Tensor states = Tensor.cat(0, wave(1, 2), wave(0.5, 5));
    try (Operator operator = spec.build(shape, Execution.on(Device.CPU), new Rng(1));
        Autograd.Mode off = Autograd.off()) {
      int count = Math.toIntExact(operator.parameters().count());
      Tensor large = Tensor.of(new Rng(2).normals(count), count).mul(0.3).to(DType.FLOAT32);
      operator.parameters().flat().addInPlace(large);
      Tensor u = rolledOut(operator, states);
      assertThat(u.allFinite() && u.square().mean().item() < 10).isFalse();
      operator.survey(states);
      Tensor guarded = rolledOut(operator, states);
      // At most 1.5 times the amplitudes of both waves, in the mean square.
      assertThat(guarded.square().mean().item()).isLessThanOrEqualTo(2.25 * 0.625 * 1.001);
    }
  }

  private static Tensor rolledOut(Operator operator, Tensor states) {
    Tensor u = states;
    for (int i = 0; i < 200; i++) {
      u = operator.forward(u, Conditions.NONE);
    }
    return u;
  }

  @Test
  void wallsAndSmallMargins_areRefused() {
    Grid walls = Grid.of(Points.of(POINTS), new double[] {1}, Boundary.WALL);
    FieldShape shape = new FieldShape(walls, Channel.unnamed(1), Inputs.guarded(1.5));
    assertThatThrownBy(() -> new ShellGuard(parameters, shape, 1.5, constants))
        .hasMessageContaining("expected a periodic grid for model.guard, found walls");
    assertThatThrownBy(() -> Inputs.guarded(0.5))
        .hasMessageContaining("expected model.guard from 1 to 1000, found 0.5");
  }
}
