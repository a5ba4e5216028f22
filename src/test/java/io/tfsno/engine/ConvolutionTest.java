package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class ConvolutionTest {
  /** In float64: sums of at most a few hundred products of numbers near 1. */
  private static final double ROUNDING = 1e-12;

  private static final int SAMPLES = 2;
  private static final int IN = 3;
  private static final int OUT = 4;

  private static Tensor noise(long seed, long... shape) {
    Random random = new Random(seed);
    int count = (int) Arrays.stream(shape).reduce(1, Math::multiplyExact);
    return Tensor.of(random.doubles(count, -1, 1).toArray(), shape);
  }

  private static long[] shape(long first, long second, int axes, long each) {
    long[] shape = new long[2 + axes];
    Arrays.fill(shape, each);
    shape[0] = first;
    shape[1] = second;
    return shape;
  }

  @ParameterizedTest
  @CsvSource({"3, false", "5, false", "3, true", "5, true"})
  void periodic_onALine_isTheSumOverNeighboursAroundTheCircle(int width, boolean channelsLast) {
    int n = 8;
    Tensor x = noise(1, SAMPLES, IN, n);
    Tensor kernel = noise(2, OUT, IN, width);
    Tensor bias = noise(3, OUT);
    double[] field = x.toDoubles();
    double[] weights = kernel.toDoubles();
    double[] got =
        Convolution.periodic(channelsLast ? Convolution.channelsLast(x) : x, kernel, bias, 1)
            .toDoubles();
    for (int s = 0; s < SAMPLES; s++) {
      for (int out = 0; out < OUT; out++) {
        for (int i = 0; i < n; i++) {
          double sum = bias.toDoubles()[out];
          for (int in = 0; in < IN; in++) {
            for (int k = 0; k < width; k++) {
              int at = Math.floorMod(i + k - width / 2, n);
              sum += weights[(out * IN + in) * width + k] * field[(s * IN + in) * n + at];
            }
          }
          assertThat(got[(s * OUT + out) * n + i]).isCloseTo(sum, within(ROUNDING));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void channelsLast_isTheSameField(int axes) {
    Tensor x = noise(4, shape(SAMPLES, IN, axes, 6));
    Tensor last = Convolution.channelsLast(x);
    assertThat(last.shape()).isEqualTo(x.shape());
    assertThat(last.stride(1)).isOne();
    assertThat(last.toDoubles()).isEqualTo(x.toDoubles());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyConvolution_withChannelsLast_keepsThatOrderAndAgreesInValuesAndGradients(int axes) {
    Tensor same = noise(5, shape(OUT, IN, axes, 3));
    Tensor doubling = noise(6, shape(IN, OUT, axes, 4));
    Tensor blocks = noise(7, shape(OUT, IN, axes, 2));
    Tensor bias = noise(8, OUT);
    boolean[] wraps = new boolean[axes];
    wraps[0] = true;
    assertOrderDoesNotMatter(axes, x -> Convolution.periodic(x, same, bias, 1));
    assertOrderDoesNotMatter(axes, x -> Convolution.near(x, same, bias, 2, wraps));
    assertOrderDoesNotMatter(axes, x -> Convolution.doubling(x, doubling, bias, wraps));
    assertOrderDoesNotMatter(axes, x -> Convolution.inside(x, blocks, null, 2));
  }

  private static void assertOrderDoesNotMatter(int axes, Function<Tensor, Tensor> convolution) {
    Tensor x = noise(9, shape(SAMPLES, IN, axes, 6)).trainable();
    Tensor y = noise(9, shape(SAMPLES, IN, axes, 6)).trainable();
    Tensor plain = convolution.apply(x.mul(1));
    Tensor ordered = convolution.apply(Convolution.channelsLast(y));
    if (axes < 3) { // libtorch's plain loops in 3D answer in rows; those of a GPU do not
      assertThat(ordered.stride(1)).isOne();
    }
    assertThat(ordered.toDoubles()).containsExactly(plain.toDoubles(), within(ROUNDING));
    Tensor direction = noise(10, plain.shape());
    plain.backward(direction);
    ordered.backward(direction);
    assertThat(y.grad().toDoubles()).containsExactly(x.grad().toDoubles(), within(ROUNDING));
  }

  /** A linear map and its gradient are transposes: (A x, y) = (x, A^T y). */
  @ParameterizedTest
  @CsvSource({"1, 3", "1, 5", "2, 3", "2, 5", "3, 3"})
  void periodic_hasTheGradientOfItsTranspose(int axes, int width) {
    Tensor kernel = noise(11, shape(OUT, IN, axes, width)).trainable();
    Tensor x = noise(12, shape(SAMPLES, IN, axes, 6)).trainable();
    Tensor image = Convolution.periodic(x, kernel, null, 1);
    Tensor y = noise(13, image.shape());
    double product = image.mul(y).sum().item();
    image.backward(y);
    double size = Math.abs(product) + 1;
    assertThat(x.grad().mul(x).sum().item()).isCloseTo(product, within(100 * ROUNDING * size));
    assertThat(kernel.grad().mul(kernel).sum().item())
        .isCloseTo(product, within(100 * ROUNDING * size));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void periodic_ofASmoothField_hasTheGradientOfDifferences(boolean channelsLast) {
    Tensor kernel = noise(14, shape(IN, IN, 2, 3));
    Tensor start = noise(15, SAMPLES, IN, 4, 6);
    Function<Tensor, Tensor> cubes =
        x -> {
          Tensor z = channelsLast ? Convolution.channelsLast(x) : x;
          return Convolution.periodic(z, kernel, null, 1).add(z).cube().sum();
        };
    Tensor x = start.copy().trainable();
    cubes.apply(x).backward();
    double[] gradient = x.grad().toDoubles();
    double step = 1e-5;
    for (int i = 0; i < start.count(); i += 7) {
      double[] ends = new double[2];
      for (int side = 0; side < 2; side++) {
        double[] values = start.toDoubles();
        values[i] += side == 0 ? -step : step;
        ends[side] = cubes.apply(Tensor.of(values, start.shape())).item();
      }
      // Central differences: an error of step^2 times a third derivative of at most some hundreds.
      assertThat(gradient[i]).isCloseTo((ends[1] - ends[0]) / (2 * step), within(1e-5));
    }
  }
}
