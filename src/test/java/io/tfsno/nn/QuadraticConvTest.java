package io.tfsno.nn;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PerTestScope.class)
class QuadraticConvTest {
  private static final int IN = 3;
  private static final int PRODUCTS = 2;
  private static final int OUT = 2;

  private final Parameters parameters = new Parameters();
  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  private QuadraticConv layer(Modes modes) {
    QuadraticConv layer =
        new QuadraticConv(parameters, constants, "product", IN, PRODUCTS, OUT, modes);
    parameters.allocate(Device.CPU, new Rng(3));
    parameters.flat().addInPlace(noise(4, parameters.count()).mul(0.3));
    return layer;
  }

  static Stream<Arguments> modes() {
    return Stream.of(
        Arguments.of(Modes.half(1), Points.of(40)),
        Arguments.of(Modes.half(5), Points.of(40)),
        Arguments.of(Modes.half(4, 3), Points.of(24, 20)),
        Arguments.of(Modes.half(2, 1, 2), Points.of(12, 8, 12)));
  }

  /** Products by sums over waves on far more points than any alias needs. */
  @ParameterizedTest
  @MethodSource("modes")
  void result_isThatOfProductsWithoutAliases(Modes modes, Points dense) {
    QuadraticConv layer = layer(modes);
    int count = modes.count();
    Tensor x = noise(1, count, 2, IN, 1);
    NaiveFourier fourier = new NaiveFourier(modes, dense);
    double[] p = parameters.get("product.factors.weight").toDoubles();
    double[] phi = parameters.get("product.spectral.weight").toDoubles();
    double[] in = x.toDoubles();
    double[][][] spectra = new double[PRODUCTS][][];
    for (int c = 0; c < PRODUCTS; c++) {
      double[] q = fourier.synthesise(mapped(in, p, c, count));
      double[] other = fourier.synthesise(mapped(in, p, PRODUCTS + c, count));
      for (int cell = 0; cell < q.length; cell++) {
        q[cell] *= other[cell];
      }
      spectra[c] = fourier.analyse(q);
    }
    double[] expected = new double[count * 2 * OUT];
    for (int k = 0; k < count; k++) {
      for (int o = 0; o < OUT; o++) {
        for (int c = 0; c < PRODUCTS; c++) {
          double re = phi[((k * OUT + o) * 2) * PRODUCTS + c];
          double im = phi[((k * OUT + o) * 2 + 1) * PRODUCTS + c];
          double[] q = spectra[c][k];
          expected[(k * 2) * OUT + o] += re * q[0] - im * q[1];
          expected[(k * 2 + 1) * OUT + o] += re * q[1] + im * q[0];
        }
      }
    }
    Tensor truth = Tensor.of(expected, count, 2, OUT, 1).to(DType.FLOAT32);
    assertClose(layer.apply(x, ModeSlice.whole(modes)), truth, 3e-6 * largest(truth));
  }

  private static double[][] mapped(double[] x, double[] p, int row, int count) {
    double[][] c = new double[count][2];
    for (int k = 0; k < count; k++) {
      for (int part = 0; part < 2; part++) {
        for (int i = 0; i < IN; i++) {
          c[k][part] += p[row * IN + i] * x[(k * 2 + part) * IN + i];
        }
      }
    }
    return c;
  }

  @Test
  void points_areMoreThanThreeTimesTheModes() {
    for (int m = 1; m < 40; m++) {
      int points = QuadraticConv.pointsFor(Modes.half(m)).last();
      assertThat(points).isBetween(3 * m + 1, 3 * m + 4);
      assertThat(points % 4).isZero();
    }
  }

  @Test
  void coarserGrid_cutsModesOnBothSides() {
    Modes modes = Modes.half(6, 6);
    QuadraticConv layer = layer(modes);
    ModeSlice kept = new ModeSlice(modes, Points.of(8, 6));
    Tensor x = noise(1, kept.modes().count(), 2, IN, 2);
    assertThat(layer.apply(x, kept).shape()).containsExactly(kept.modes().count(), 2, OUT, 2);
  }

  @Test
  void gradient_matchesFiniteDifferences() {
    QuadraticConv layer = layer(Modes.half(3, 2));
    Tensor x = noise(1, 12, 2, IN, 3);
    ModeSlice all = ModeSlice.whole(Modes.half(3, 2));
    assertGradient(parameters, () -> layer.apply(x, all).square().mean(), 1e-3, 1e-2);
  }

  @Test
  void untrained_isZero() {
    QuadraticConv layer =
        new QuadraticConv(parameters, constants, "product", IN, PRODUCTS, OUT, Modes.half(4));
    parameters.allocate(Device.CPU, new Rng(3));
    Tensor x = noise(1, 4, 2, IN, 3);
    assertThat(largest(layer.apply(x, ModeSlice.whole(Modes.half(4))))).isZero();
  }
}
