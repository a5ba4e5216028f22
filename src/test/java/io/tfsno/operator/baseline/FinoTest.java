package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Convolution;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class FinoTest {
  private static FinoSpec small() {
    return new FinoSpec(List.of(5, 6, 7), 3, 2, false, false, Coordinates.NONE, true);
  }

  private static FieldShape defaultShape(int dimension) {
    return dimension == 1 ? new FieldShape(1, 256, 1, 1) : new FieldShape(2, 64, 1, 1);
  }

  private static Operator stirred(FinoSpec spec, FieldShape shape) {
    Operator fino = Built.build(spec, shape);
    Built.stir(fino, 0.05);
    return fino;
  }

  @Test
  void parameterCounts_areThoseOfTheSpecification() {
    assertThat(FinoSpec.defaults(1).parameterCount(defaultShape(1))).isEqualTo(627_996);
    assertThat(FinoSpec.defaults(2).parameterCount(defaultShape(2))).isEqualTo(1_920_140);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void untrained_isTheIdentity(int dimension) {
    try (Operator fino = Built.build(small(), Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertThat(distance(fino.forward(u), u)).isZero();
    }
  }

  /**
   * Stencils of radius r, two on each of five stages, reach 2 r (1 + 2 + 4 + 2 + 1) cells, and up
   * to three more because a coarsest cell answers as a whole.
   */
  @ParameterizedTest
  @CsvSource({"1, 43", "2, 23"})
  void oneCell_isSeenWithinTheReachOfTheStencilsOnly(int dimension, int reach) {
    int n = defaultShape(dimension).points().last();
    Tensor u = dimension == 1 ? noise(1, 1, 1, n) : noise(1, 1, 1, n, n);
    int farthest = 0;
    try (Operator fino = stirred(FinoSpec.defaults(dimension), defaultShape(dimension))) {
      for (int offset = 0; offset < 4; offset++) {
        int cell = n / 2 + offset;
        Tensor changed = u.add(pulse(dimension, n, cell));
        Tensor difference;
        try (Autograd.Mode off = Autograd.off()) {
          difference = fino.forward(changed).sub(fino.forward(u)).abs();
        }
        assertThat(farthest(difference, cell)).isLessThanOrEqualTo(reach);
        assertThat(largest(difference)).isGreaterThan(1e-3);
        // Gradients are not rounded off against the state, so they show the whole reach.
        Tensor leaf = u.copy().trainable();
        fino.forward(leaf).mul(pulse(dimension, n, cell)).sum().backward();
        int seen = farthest(leaf.grad().abs(), cell);
        assertThat(seen).isLessThanOrEqualTo(reach);
        farthest = Math.max(farthest, seen);
      }
    }
    assertThat(farthest).isEqualTo(reach);
  }

  private static Tensor pulse(int dimension, int n, int cell) {
    double[] values = new double[dimension == 1 ? n : n * n];
    values[dimension == 1 ? cell : cell * n + cell] = 1;
    Tensor pulse = dimension == 1 ? Tensor.of(values, 1, 1, n) : Tensor.of(values, 1, 1, n, n);
    return pulse.to(DType.FLOAT32);
  }

  /** The largest distance from a cell, along either axis, at which something is not zero. */
  private static int farthest(Tensor field, int cell) {
    int farthest = 0;
    for (int axis = 2; axis < field.rank(); axis++) {
      Tensor profile = field.rank() == 3 ? field : field.max(axis == 2 ? 3 : 2);
      double[] values = profile.toDoubles();
      for (int i = 0; i < values.length; i++) {
        int away = Math.abs(i - cell);
        if (values[i] != 0) {
          farthest = Math.max(farthest, Math.min(away, values.length - away));
        }
      }
    }
    return farthest;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shiftByTheCoarsestCell_givesTheShiftedAnswer(int dimension) {
    try (Operator fino = stirred(small(), Built.shape(dimension))) {
      Tensor u = dimension == 1 ? noise(1, 3, 1, 32) : noise(1, 3, 1, 16, 16);
      Tensor moved = fino.forward(u.roll(4, 2).roll(-8, -1));
      assertClose(moved, fino.forward(u).roll(4, 2).roll(-8, -1), 1e-5);
      Tensor other = fino.forward(u.roll(2, 2));
      assertThat(distance(other, fino.forward(u).roll(2, 2))).isGreaterThan(1e-4);
    }
  }

  @Test
  void singleStep_withTheSecondDifference_isTheExplicitHeatScheme() {
    FinoSpec spec = new FinoSpec(List.of(1), 3, 1, false, false, Coordinates.NONE, true);
    double nuTauOverHSquare = 0.3;
    try (Parameters parameters = new Parameters();
        Constants constants = new Constants()) {
      LocalStep step = new LocalStep(parameters, constants, "s", spec, Built.LINE.grid(), 1);
      parameters.allocate(Device.CPU, new Rng(1));
      set(parameters, "s.stencil.weight", 1, -2, 1);
      set(parameters, "s.stencil.bias", 0);
      set(parameters, "s.gate.weight", 0);
      set(parameters, "s.gate.bias", 20);
      set(parameters, "s.fuse.weight", 1);
      set(parameters, "s.dt", nuTauOverHSquare);
      double[] u = new Rng(2).normals(16);
      double[] expected = new double[16];
      for (int i = 0; i < 16; i++) {
        double curvature = u[(i + 15) % 16] - 2 * u[i] + u[(i + 1) % 16];
        expected[i] = u[i] + nuTauOverHSquare * curvature;
      }
      Tensor found = step.apply(Tensor.of(u, 1, 1, 16).to(DType.FLOAT32));
      assertClose(found, Tensor.of(expected, 1, 1, 16).to(DType.FLOAT32), 1e-5);
    }
  }

  private static void set(Parameters parameters, String name, double... values) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor parameter = parameters.get(name);
      parameter.copyInPlace(
          Tensor.of(values, values.length).to(DType.FLOAT32).view(parameter.shape()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyTimeStep_onceTheHeadIsNotZero_hasAGradient(boolean positive) {
    try (Operator fino = stirred(small().withPositiveDt(positive), Built.LINE)) {
      fino.forward(Built.states(1, 3)).square().mean().backward();
      List<Parameter> steps =
          fino.parameters().entries().stream().filter(p -> p.name().endsWith("dt")).toList();
      assertThat(steps).hasSize(11);
      for (Parameter dt : steps) {
        assertThat(dt.tensor().grad().item()).as(dt.name()).isNotZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "2, false", "2, true"})
  void gradient_matchesFiniteDifferences(int dimension, boolean options) {
    FinoSpec spec = small().withPositiveDt(options).withZeroSum(options);
    try (Operator fino = stirred(spec, Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(fino.parameters(), () -> fino.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @Test
  void positiveTimeSteps_startAtTheSameValuesAndStayPositive() {
    FieldShape line = Built.LINE;
    try (Parameters parameters = new Parameters()) {
      TimeStep free = new TimeStep(parameters, "a", 0.1, false);
      TimeStep positive = new TimeStep(parameters, "b", 0.1, true);
      parameters.allocate(Device.CPU, new Rng(1));
      assertClose(positive.value(), free.value(), 1e-7);
      set(parameters, "a", -3);
      set(parameters, "b", -3);
      assertThat(free.value().item()).isEqualTo(-3);
      assertThat(positive.value().item()).isGreaterThan(0);
    }
    assertThat(small().withPositiveDt(true).parameterCount(line))
        .isEqualTo(small().parameterCount(line));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void zeroSumStencils_doNotSeeAConstant(int dimension) {
    for (boolean zeroSum : new boolean[] {false, true}) {
      try (Parameters parameters = new Parameters();
          Constants constants = new Constants()) {
        FinoSpec spec = small().withZeroSum(zeroSum);
        LocalStep step =
            new LocalStep(parameters, constants, "s", spec, Built.shape(dimension).grid(), 5);
        parameters.allocate(Device.CPU, new Rng(1));
        Tensor u = dimension == 1 ? noise(1, 2, 5, 16) : noise(1, 2, 5, 8, 8);
        Tensor change = step.apply(u).sub(u);
        Tensor lifted = u.add(2);
        double difference = distance(step.apply(lifted).sub(lifted), change);
        if (zeroSum) {
          assertThat(difference).isLessThan(1e-5);
        } else {
          assertThat(difference).isGreaterThan(1e-2);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void join_onTheCoarseGrid_equalsRepeatingAndConcatenatingFirst(int dimension) {
    FieldShape shape = Built.shape(dimension);
    int n = shape.points().last() / 2;
    try (Fino fino = new Fino(small(), shape, new Constants())) {
      fino.parameters().allocate(Device.CPU, new Rng(1));
      Tensor coarse = dimension == 1 ? noise(1, 2, 6, n) : noise(1, 2, 6, n, n);
      Tensor skip = dimension == 1 ? noise(2, 2, 5, 2 * n) : noise(2, 2, 5, 2 * n, 2 * n);
      Tensor repeated = coarse;
      for (int axis = 2; axis < 2 + dimension; axis++) {
        long[] twice = new long[2 * n];
        for (int i = 0; i < twice.length; i++) {
          twice[i] = i / 2;
        }
        repeated = repeated.gather(axis, Tensor.of(twice, twice.length));
      }
      Tensor grown = affine(fino, "up.0", repeated);
      Tensor expected = affine(fino, "join.0", Tensor.cat(1, grown, skip));
      assertClose(fino.joined(0, coarse, skip), expected, 1e-5);
      Tensor ordered =
          fino.joined(0, Convolution.channelsLast(coarse), Convolution.channelsLast(skip));
      assertThat(ordered.stride(1)).isOne();
      assertClose(ordered, expected, 1e-5);
    }
  }

  private static Tensor affine(Fino fino, String name, Tensor x) {
    Tensor weight = fino.parameters().get(name + ".weight");
    Tensor bias = fino.parameters().get(name + ".bias").view(-1, 1);
    Tensor matrix = weight.view(weight.size(0), weight.size(1));
    long[] shape = x.shape();
    shape[1] = matrix.size(0);
    return matrix.matmul(x.reshape(x.size(0), x.size(1), -1)).add(bias).view(shape);
  }

  @Test
  void coordinates_breakEquivariance() {
    for (Coordinates coords : new Coordinates[] {Coordinates.LINEAR, Coordinates.PERIODIC}) {
      try (Operator fino = stirred(small().withCoords(coords), Built.PLANE)) {
        Tensor u = noise(1, 2, 1, 16, 16);
        Tensor shifted = fino.forward(u.roll(4, 3));
        assertThat(distance(shifted, fino.forward(u).roll(4, 3))).isGreaterThan(1e-4);
      }
    }
  }

  @Test
  void samplesAndChannels_keepTheirOrder() {
    FieldShape shape = new FieldShape(2, 16, 3, 1);
    try (Operator fino = stirred(small(), shape)) {
      Tensor u = noise(1, 4, 3, 16, 16);
      Tensor second = fino.forward(u.narrow(0, 1, 1));
      assertClose(second, fino.forward(u).narrow(0, 1, 1), 1e-5);
    }
  }

  @Test
  void predictDelta_whateverIsAsked_isTheDefinition() {
    FinoSpec asked = new FinoSpec(List.of(5, 6, 7), 3, 2, false, false, Coordinates.NONE, false);
    assertThat(asked).isEqualTo(small());
    assertThat(asked.predictDelta()).isTrue();
  }

  @Test
  void sizesThatDoNotFit_areRefused() {
    assertRefused(
        () -> FinoSpec.defaults(1).check(new FieldShape(1, 250, 1, 1)),
        "divisible by 4 for 3 levels",
        "250 points");
    assertRefused(
        () -> FinoSpec.defaults(1).check(new FieldShape(1, 16, 1, 1)),
        "at least 5 points on the coarsest of 3 levels",
        "16 points on the finest");
    assertRefused(
        () -> new FinoSpec(List.of(4), 4, 2, false, false, Coordinates.NONE, true),
        "an odd stencil",
        "4");
    assertRefused(
        () -> new FinoSpec(List.of(), 3, 2, false, false, Coordinates.NONE, true),
        "1 to 8 levels",
        "[]");
    assertRefused(
        () -> new FinoSpec(List.of(4, 0), 3, 2, false, false, Coordinates.NONE, true),
        "channels of at least 1");
    try (Operator fino = Built.build(small(), Built.LINE)) {
      assertRefused(
          () -> fino.forward(noise(1, 2, 1, 64)),
          "a grid that fino can run on, such as 32 points",
          "64 points");
    }
  }

  private static void assertRefused(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }
}
