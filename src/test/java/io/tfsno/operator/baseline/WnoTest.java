package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Built;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import io.tfsno.spectral.Wavelet;
import io.tfsno.spectral.WaveletMatrices;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class WnoTest {
  private static WnoSpec small() {
    return new WnoSpec(
        6, 2, 3, 10, Wavelet.DB4, WnoSpec.Fine.ZERO, WnoSpec.Init.NORMAL, Coordinates.NONE, false);
  }

  @Test
  void parameterCounts_areThoseOfTheSpecification() {
    FieldShape line = new FieldShape(1, 256, 1, 1);
    FieldShape plane = new FieldShape(2, 64, 1, 1);
    assertThat(WnoSpec.defaults(1).parameterCount(line)).isEqualTo(605_729);
    assertThat(WnoSpec.defaults(2).parameterCount(plane)).isEqualTo(1_996_361);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void kernel_equalsItsFormula(int dimension) {
    WnoSpec spec = small();
    FieldShape shape = Built.shape(dimension);
    int n = shape.points().last();
    Tensor v = dimension == 1 ? noise(1, 6, 2, n) : noise(1, 6, 2, n, n);
    try (Parameters parameters = new Parameters();
        Constants constants = new Constants()) {
      WaveletKernel kernel = new WaveletKernel(parameters, constants, "k", spec, shape);
      parameters.allocate(Device.CPU, new Rng(1));
      Tensor w = parameters.get("k.weight").detach().to(DType.FLOAT64);
      Tensor t = WaveletMatrices.coarsest(Wavelet.DB4, n, spec.levels());
      Tensor found = apply(kernel, v);
      for (int sample = 0; sample < 2; sample++) {
        Tensor field = v.select(1, sample).to(DType.FLOAT64);
        Tensor expected = dimension == 1 ? onLine(field, w, t) : onPlane(field, w, t);
        assertClose(found.select(1, sample).to(DType.FLOAT64), expected, 1e-5);
      }
    }
  }

  /** {@code sum_p T'_p W_p (T v)_p}, place by place. */
  private static Tensor onLine(Tensor v, Tensor w, Tensor t) {
    Tensor sum = v.mul(0);
    for (int p = 0; p < t.size(0); p++) {
      Tensor row = t.narrow(0, p, 1);
      Tensor x = v.matmul(row.permute(1, 0));
      sum = sum.add(w.select(0, p).matmul(x).matmul(row));
    }
    return sum;
  }

  private static Tensor onPlane(Tensor v, Tensor w, Tensor t) {
    Tensor x = t.matmul(v).matmul(t.permute(1, 0));
    Tensor y = x.mul(0);
    for (int p1 = 0; p1 < t.size(0); p1++) {
      for (int p2 = 0; p2 < t.size(0); p2++) {
        Tensor column = x.select(1, p1).narrow(1, p2, 1);
        y.narrow(1, p1, 1)
            .narrow(2, p2, 1)
            .copyInPlace(w.select(0, p2).select(0, p1).matmul(column).view(-1, 1, 1));
      }
    }
    return t.permute(1, 0).matmul(y).matmul(t);
  }

  @ParameterizedTest
  @CsvSource({"1, ZERO", "1, PASS", "2, ZERO", "2, PASS"})
  void kernelOfIdentities_isTheIdentityOrAProjection(int dimension, WnoSpec.Fine fine) {
    FieldShape shape = Built.shape(dimension);
    int n = shape.points().last();
    Tensor v = dimension == 1 ? noise(1, 6, 2, n) : noise(1, 6, 2, n, n);
    try (Parameters parameters = new Parameters();
        Constants constants = new Constants()) {
      WaveletKernel kernel =
          new WaveletKernel(parameters, constants, "k", small().withFine(fine), shape);
      parameters.allocate(Device.CPU, new Rng(1));
      identities(parameters.get("k.weight"));
      Tensor once = apply(kernel, v);
      if (fine == WnoSpec.Fine.PASS) {
        assertClose(once, v, 1e-5);
      } else {
        assertClose(apply(kernel, once), once, 1e-5);
        assertThat(distance(once, v)).isGreaterThan(0.5);
        // Orthogonal: what was taken away has nothing in common with what is left.
        double size = once.square().sum().item();
        assertThat(once.mul(v.sub(once)).sum().item()).isCloseTo(0, Offset.offset(1e-5 * size));
      }
    }
  }

  private static Tensor apply(WaveletKernel kernel, Tensor v) {
    Tensor sum = v.mul(0);
    try (Autograd.Mode off = Autograd.off()) {
      kernel.add(sum, v);
    }
    return sum;
  }

  private static void identities(Tensor weight) {
    double[] one = new double[36];
    for (int i = 0; i < 6; i++) {
      one[7 * i] = 1;
    }
    try (Autograd.Mode off = Autograd.off()) {
      weight.copyInPlace(Tensor.of(one, 6, 6).to(DType.FLOAT32));
    }
  }

  @ParameterizedTest
  @EnumSource
  void gridDoubledTwice_givesTheSameFunction(Wavelet wavelet) {
    WnoSpec spec =
        new WnoSpec(
            32, 3, 4, 64, wavelet, WnoSpec.Fine.ZERO, WnoSpec.Init.NORMAL, Coordinates.NONE, false);
    FieldShape shape = new FieldShape(1, 128, 1, 1);
    try (Operator wno = Built.build(spec, shape);
        Autograd.Mode off = Autograd.off()) {
      Tensor u = waves(3, 2, 1, 128, 5);
      Tensor expected = Resample.to(wno.forward(u), Points.of(512));
      Tensor found = wno.forward(Resample.to(u, Points.of(512)));
      double size = Math.sqrt(expected.square().mean().item());
      assertThat(distance(found, expected)).isLessThan(0.05 * size);
    }
  }

  @Test
  void grids_areThoseOfTrainingDoubled() {
    try (Operator wno = Built.build(small(), Built.LINE)) {
      assertThat(wno.runsOn(Points.of(32))).isTrue();
      assertThat(wno.runsOn(Points.of(64))).isTrue();
      assertThat(wno.runsOn(Points.of(256))).isTrue();
      assertThat(wno.runsOn(Points.of(96))).isFalse();
      assertThat(wno.runsOn(Points.of(16))).isFalse();
      assertThat(wno.runsOn(Points.of(48))).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, ZERO", "1, PASS", "2, ZERO", "2, PASS"})
  void gradient_matchesFiniteDifferences(int dimension, WnoSpec.Fine fine) {
    WnoSpec spec = small().withFine(fine);
    try (Operator wno = Built.build(spec, Built.shape(dimension))) {
      Tensor u = Built.states(dimension, 3);
      assertGradient(wno.parameters(), () -> wno.forward(u).square().mean(), 1e-2, 1e-2);
    }
  }

  @Test
  void predictDelta_beforeTraining_isPersistence() {
    try (Operator wno = Built.build(small().withPredictDelta(true), Built.LINE)) {
      Tensor u = noise(1, 3, 1, 32);
      assertThat(distance(wno.forward(u), u)).isZero();
    }
  }

  @Test
  void coordinates_areSeenOnEveryGrid() {
    FieldShape line = new FieldShape(1, 32, 1, 1);
    WnoSpec spec = small().withCoords(Coordinates.PERIODIC);
    assertThat(spec.parameterCount(line) - small().parameterCount(line)).isEqualTo(2 * 6);
    try (Operator wno = Built.build(spec, line)) {
      assertThat(wno.forward(noise(1, 2, 1, 64)).shape()).containsExactly(2, 1, 64);
    }
  }

  @Test
  void samplesAndChannels_keepTheirOrder() {
    FieldShape shape = new FieldShape(2, 16, 3, 1);
    try (Operator wno = Built.build(small().withPredictDelta(true), shape)) {
      Tensor u = noise(1, 4, 3, 16, 16);
      assertThat(distance(wno.forward(u), u)).isZero();
      Built.stir(wno, 0.1);
      Tensor second = wno.forward(u.narrow(0, 1, 1));
      assertClose(second, wno.forward(u).narrow(0, 1, 1), 1e-5);
    }
  }

  @Test
  void firstWeights_areThoseOfTheChosenStart() {
    FieldShape line = new FieldShape(1, 256, 1, 1);
    WnoSpec normal = WnoSpec.defaults(1);
    WnoSpec published =
        new WnoSpec(
            48,
            3,
            4,
            128,
            Wavelet.DB6,
            WnoSpec.Fine.ZERO,
            WnoSpec.Init.PUBLISHED,
            Coordinates.NONE,
            false);
    try (Operator a = Built.build(normal, line);
        Operator b = Built.build(published, line)) {
      Tensor w = a.parameters().get("layers.0.kernel.weight").detach();
      assertThat(w.square().mean().item()).isCloseTo(1.0 / 96, Offset.offset(1e-2 / 96));
      assertThat(w.mean().item()).isCloseTo(0, Offset.offset(1e-3));
      Tensor p = b.parameters().get("layers.0.kernel.weight").detach();
      assertThat(p.mean().item()).isCloseTo(0.5 / 2304, Offset.offset(1e-2 / 2304));
      assertThat(p.reshape(-1).max(0).item()).isLessThan(1.0 / 2304);
    }
  }

  @Test
  void mish_hasItsFormulaAndItsLargestSlope() {
    double[] x = {-3, -0.5, 0, 0.7, 2};
    double[] y = Activation.MISH.apply(Tensor.of(x, 5)).toDoubles();
    for (int i = 0; i < x.length; i++) {
      assertThat(y[i]).isCloseTo(mish(x[i]), Offset.offset(1e-6));
    }
    double steepest = 0;
    for (double at = -5; at < 5; at += 1e-3) {
      steepest = Math.max(steepest, (mish(at + 1e-3) - mish(at)) / 1e-3);
    }
    assertThat(Activation.MISH.lipschitz()).isBetween(steepest, steepest + 1e-5);
  }

  private static double mish(double x) {
    return x * Math.tanh(Math.log1p(Math.exp(x)));
  }

  @Test
  void sizesThatDoNotFit_areRefused() {
    assertThatThrownBy(() -> WnoSpec.defaults(1).check(new FieldShape(1, 100, 1, 1)))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("divisible by 8 for 3 wavelet levels", "100 points", "Use fewer");
    assertThatThrownBy(
            () ->
                new WnoSpec(
                    8,
                    17,
                    4,
                    8,
                    Wavelet.DB6,
                    WnoSpec.Fine.ZERO,
                    WnoSpec.Init.NORMAL,
                    Coordinates.NONE,
                    false))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("at most 16 levels", "17 levels");
    assertThatThrownBy(
            () ->
                new WnoSpec(
                    8,
                    3,
                    4,
                    8,
                    null,
                    WnoSpec.Fine.ZERO,
                    WnoSpec.Init.NORMAL,
                    Coordinates.NONE,
                    false))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a value for 'wavelet'");
    try (Operator wno = Built.build(small(), Built.LINE)) {
      assertThatThrownBy(() -> wno.forward(noise(1, 2, 1, 48)))
          .isInstanceOf(UserError.class)
          .hasMessageContainingAll("a grid that wno can run on, such as 32 points", "48 points");
    }
  }
}
