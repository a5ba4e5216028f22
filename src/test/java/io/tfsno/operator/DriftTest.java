package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Parameter;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class DriftTest {
  /** Float32 transforms of numbers of size 2. */
  private static final float ROUNDING = 2e-6f;

  private static final Inputs VELOCITIES = Inputs.ofParameters("vx", "vy").drifting();

  /** {@code cos(x + 2y) + sin(3x - y)} for one sample, moved by a vector. */
  private static Tensor plane(Points points, double dx, double dy) {
    int nx = points.at(0);
    int ny = points.at(1);
    double[] u = new double[nx * ny];
    for (int i = 0; i < u.length; i++) {
      double x = 2 * Math.PI * (i / ny) / nx - dx;
      double y = 2 * Math.PI * (i % ny) / ny - dy;
      u[i] = Math.cos(x + 2 * y) + Math.sin(3 * x - y);
    }
    return Tensor.of(u, 1, 1, nx, ny).to(DType.FLOAT32);
  }

  private static Parameter parameter(Operator operator, String name) {
    return operator.parameters().entries().stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void set(Operator operator, String name, float... values) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor parameter = parameter(operator, name).tensor();
      parameter.copyInPlace(Tensor.of(values, values.length).view(parameter.shape()));
    }
  }

  /** An untrained model of changes copies, so what comes out is the state, moved. */
  private static Operator copying(FieldShape shape) {
    return Built.fno(shape.dimension()).withPredictDelta(true).build(shape, Device.CPU, new Rng(1));
  }

  @ParameterizedTest
  @CsvSource({"16x16", "24x18", "15x21"})
  void states_moveByALinearMapOfTheParametersOnEveryGrid(String grid) {
    FieldShape shape = new FieldShape(2, 16, 1, 1).with(VELOCITIES);
    try (Operator operator = copying(shape)) {
      set(operator, "drift.weight", 0.5f, 0, 0.25f, -1);
      set(operator, "drift.bias", 0, 0.1f);
      Points points = Built.points(grid);
      Tensor both = Tensor.cat(0, plane(points, 0, 0), plane(points, 1, 1));
      Tensor v = Tensor.of(new double[] {0.4, 0.3, -2, 1}, 2, 2).to(DType.FLOAT32);
      Tensor moved = operator.forward(both, Conditions.ofParameters(v));
      Tensor expected =
          Tensor.cat(
              0,
              plane(points, 0.5 * 0.4, 0.25 * 0.4 - 0.3 + 0.1),
              plane(points, 1 - 0.5 * 2, 1 - 0.25 * 2 - 1 + 0.1));
      assertThat(moved.toFloats()).containsExactly(expected.toFloats(), within(ROUNDING));
    }
  }

  @Test
  void untrainedDrift_movesNothing() {
    ContextSpec context = ContextSpec.defaults().withStates(1).to(ContextSpec.Use.CHANNELS);
    Inputs still = Inputs.ofContext(context);
    FieldShape line = new FieldShape(1, 32, 1, 1);
    Tensor u = Tensor.of(new Rng(3).normals(64), 2, 1, 32).to(DType.FLOAT32);
    try (Operator drifting = Built.build(Built.fno(1), line.with(still.drifting()));
        Operator plain = Built.build(Built.fno(1), line.with(still))) {
      Conditions given = Conditions.ofContext(plain.observe(List.of(u)));
      assertThat(drifting.forward(u, given).toFloats())
          .containsExactly(plain.forward(u, given).toFloats(), within(ROUNDING));
      long more = drifting.parameters().count() - plain.parameters().count();
      assertThat(more).isEqualTo(context.code(1) + 1);
    }
  }

  /** Waves that move by 0.3 v from state to state: R is found from them, as 0.3. */
  @Test
  void distance_isLearntFromStatesThatMove() {
    int samples = 8;
    int points = 32;
    double[] v = new Rng(5).normals(samples);
    double[] before = new double[samples * points];
    double[] after = new double[samples * points];
    for (int i = 0; i < before.length; i++) {
      double x = 2 * Math.PI * (i % points) / points;
      before[i] = Math.sin(x) + 0.5 * Math.cos(2 * x);
      double moved = x - 0.3 * v[i / points];
      after[i] = Math.sin(moved) + 0.5 * Math.cos(2 * moved);
    }
    Tensor u = Tensor.of(before, samples, 1, points).to(DType.FLOAT32);
    Tensor next = Tensor.of(after, samples, 1, points).to(DType.FLOAT32);
    Conditions given = Conditions.ofParameters(Tensor.of(v, samples, 1).to(DType.FLOAT32));
    FieldShape shape = new FieldShape(1, points, 1, 1).with(Inputs.ofParameters("v").drifting());
    try (Operator operator = copying(shape)) {
      Parameter weight = parameter(operator, "drift.weight");
      for (int update = 0; update < 50; update++) {
        operator.parameters().flatGradient().zeroInPlace();
        operator.forward(u, given).sub(next).square().mean().backward();
        // The loss is about (R - 0.3)^2 mean(v^2) / 2 times the square of the slope, which is 1.
        try (Autograd.Mode off = Autograd.off()) {
          weight.tensor().addInPlace(weight.gradient().mul(-0.4));
        }
      }
      assertThat(weight.tensor().item()).isCloseTo(0.3, within(1e-3));
    }
  }

  /** Along random directions in the space of states and of distances, all waves included. */
  @Test
  void gradient_isThatOfFiniteDifferences() {
    int points = 8;
    FieldShape shape = new FieldShape(2, points, 1, 1).with(VELOCITIES);
    try (Operator operator = copying(shape)) {
      set(operator, "drift.weight", 0.5f, 0, 0.25f, -1);
      Tensor u = random(3, 2, 1, points, points).trainable();
      Tensor v = random(4, 2, 2);
      Tensor towards = random(5, 2, 1, points, points);
      Parameter weight = parameter(operator, "drift.weight");
      operator.parameters().flatGradient().zeroInPlace();
      loss(operator, u, v, towards).backward();
      Tensor alongState = random(6, 2, 1, points, points);
      Tensor alongWeight = random(7, 2, 2);
      double expected =
          u.grad().mul(alongState).sum().item() + weight.gradient().mul(alongWeight).sum().item();
      double h = 1e-3;
      double[] ends = new double[2];
      try (Autograd.Mode off = Autograd.off()) {
        for (int sign : new int[] {1, -1}) {
          weight.tensor().addInPlace(alongWeight.mul(sign * h));
          Tensor there = u.add(alongState.mul(sign * h));
          ends[sign == 1 ? 0 : 1] = loss(operator, there, v, towards).item();
          weight.tensor().addInPlace(alongWeight.mul(-sign * h));
        }
      }
      // Rounding of float32 sums of 128 numbers over h, and h^2 times the third derivative.
      assertThat((ends[0] - ends[1]) / (2 * h)).isCloseTo(expected, within(0.02));
      assertThat(Math.abs(expected)).isGreaterThan(1);
    }
  }

  private static Tensor loss(Operator operator, Tensor u, Tensor v, Tensor towards) {
    return operator.forward(u, Conditions.ofParameters(v)).mul(towards).sum();
  }

  private static Tensor random(int seed, long... shape) {
    int count = Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b));
    return Tensor.of(new Rng(seed).normals(count), shape).to(DType.FLOAT32);
  }

  @Test
  void whatCannotDrift_isRefused() {
    assertRefused(
        new FieldShape(1, 32, 1, 1).with(Inputs.NONE.drifting()),
        "expected parameters or a context for model.drift to take a distance from, found a model"
            + " that is given neither. Name parameters in model.conditions, or set model.context:"
            + " {states: 6, to: channels}.");
    Grid walls = Grid.of(Points.of(32), new double[] {1}, Boundary.WALL);
    assertRefused(
        new FieldShape(walls, Channel.unnamed(1), Inputs.ofParameters("v").drifting()),
        "expected a periodic grid for model.drift, found walls. Leave model.drift out: walls do"
            + " not move.");
  }

  private static void assertRefused(FieldShape shape, String message) {
    assertThatThrownBy(() -> copying(shape)).isInstanceOf(UserError.class).hasMessage(message);
  }
}
