package io.tfsno.nn;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(PerTestScope.class)
class StencilTest {
  private final Parameters parameters = new Parameters();
  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  private Stencil stencil(int in, int out, Points trained) {
    return stencil(in, out, trained, 1);
  }

  private Stencil stencil(int in, int out, Points trained, int reach) {
    Stencil stencil = new Stencil(parameters, constants, "stencil", in, out, trained, reach);
    parameters.allocate(Device.CPU, new Rng(3));
    return stencil;
  }

  private static Tensor apply(Stencil stencil, Tensor z, int out) {
    long[] shape = z.shape();
    shape[0] = out;
    Tensor sum = Tensor.zeros(DType.FLOAT32, Device.CPU, shape);
    stencil.addTo(sum, z);
    return sum;
  }

  static Stream<Arguments> grids() {
    return Stream.of(Points.of(9), Points.of(6, 5), Points.of(5, 6, 5))
        .flatMap(points -> Stream.of(Arguments.of(points, 1), Arguments.of(points, 2)));
  }

  @ParameterizedTest
  @MethodSource("grids")
  void trainingGrid_isTheConvolutionOverTheCross(Points points, int reach) {
    int in = 3;
    int out = 2;
    int pairs = reach * points.dimension();
    Stencil stencil = stencil(in, out, points, reach);
    assertThat(stencil.weight().shape()).containsExactly(2, pairs, out, in);
    Tensor field = noise(1, points.shape(in, 2));
    double[] z = field.toDoubles();
    double[] s = stencil.weight().toDoubles();
    int cells = points.cells();
    double[] expected = new double[out * 2 * cells];
    for (int o = 0; o < out; o++) {
      for (int i = 0; i < in; i++) {
        for (int pair = 0; pair < pairs; pair++) {
          // The kernel (left, centre, right) whose Taylor expansion has these two maps.
          double first = s[(pair * out + o) * in + i];
          double second = s[((pairs + pair) * out + o) * in + i];
          int axis = pair / reach;
          int distance = pair % reach + 1;
          double[] kernel = {(second - first) / 2, -second, (second + first) / 2};
          for (int sample = 0; sample < 2; sample++) {
            for (int cell = 0; cell < cells; cell++) {
              for (int side = -1; side <= 1; side++) {
                int other = moved(points, cell, axis, side * distance);
                expected[(o * 2 + sample) * cells + cell] +=
                    kernel[side + 1] * z[(i * 2 + sample) * cells + other];
              }
            }
          }
        }
      }
    }
    Tensor truth = Tensor.of(expected, points.shape(out, 2)).to(DType.FLOAT32);
    assertClose(apply(stencil, field, out), truth, 2e-6 * largest(truth));
  }

  /** The cell that is a step further along an axis, around the end. */
  private static int moved(Points points, int cell, int axis, int by) {
    int stride = 1;
    for (int a = axis + 1; a < points.dimension(); a++) {
      stride *= points.at(a);
    }
    int at = cell / stride % points.at(axis);
    return cell + (Math.floorMod(at + by, points.at(axis)) - at) * stride;
  }

  static Stream<Arguments> otherGrids() {
    return Stream.of(
        Arguments.of(Points.of(32), Points.of(64)),
        Arguments.of(Points.of(32), Points.of(256)),
        Arguments.of(Points.of(32), Points.of(45)),
        Arguments.of(Points.of(32), Points.of(18)),
        Arguments.of(Points.of(16, 24), Points.of(32, 24)),
        Arguments.of(Points.of(16, 24), Points.of(13, 30)),
        Arguments.of(Points.of(8, 9, 10), Points.of(11, 18, 12)));
  }

  @ParameterizedTest
  @MethodSource("otherGrids")
  void otherGrids_giveTheSameMapOfWhatBothResolve(Points trained, Points points) {
    Stencil stencil = stencil(1, 1, trained);
    Tensor z = TestFields.waves(3, 2, trained, 3).view(trained.shape(1, 2));
    Tensor expected = Resample.to(apply(stencil, z, 1), points);
    assertClose(apply(stencil, Resample.to(z, points), 1), expected, 1e-5 * largest(expected));
  }

  @Test
  void finerTrainingGrids_tendToTheDerivativesWithSecondOrder() {
    double[] errors = new double[3];
    for (int level = 0; level < 3; level++) {
      int points = 32 << level;
      double h = 2 * Math.PI / points;
      try (Parameters own = new Parameters()) {
        Stencil stencil = new Stencil(own, constants, "stencil", 1, 1, Points.of(points));
        own.allocate(Device.CPU, new Rng(3));
        double[] s = stencil.weight().toDoubles();
        double[] z = new double[points];
        double[] limit = new double[points];
        for (int i = 0; i < points; i++) {
          z[i] = Math.sin(3 * h * i) + Math.cos(2 * h * i);
          double slope = 3 * Math.cos(3 * h * i) - 2 * Math.sin(2 * h * i);
          double bend = -9 * Math.sin(3 * h * i) - 4 * Math.cos(2 * h * i);
          limit[i] = s[0] * h * slope + s[1] * h * h / 2 * bend;
        }
        Tensor found = apply(stencil, Tensor.of(z, 1, 1, points).to(DType.FLOAT32), 1);
        // Per spacing, as a derivative has it.
        errors[level] = TestFields.distance(found, Tensor.of(limit, 1, 1, points)) / h;
      }
    }
    assertThat(errors[0] / errors[1]).isCloseTo(4, within(0.4));
    assertThat(errors[1] / errors[2]).isCloseTo(4, within(0.4));
  }

  @Test
  void finerWavesThanTheTrainingGrids_areLeftOut() {
    Stencil stencil = stencil(1, 1, Points.of(32));
    Tensor wave = TestFields.line(128, x -> Math.cos(2 * Math.PI * 33 * x));
    assertThat(largest(apply(stencil, wave, 1))).isLessThan(1e-6);
  }

  @Test
  void gradient_matchesFiniteDifferences_andReachesTheField() {
    Stencil stencil = stencil(3, 3, Points.of(6, 5));
    Tensor z = noise(2, 3, 2, 9, 5).trainable();
    assertGradient(parameters, () -> apply(stencil, z, 3).square().mean(), 1e-2, 1e-3);
    // A linear map and its gradient are transposed: <S z, w> = <z, S^T w>.
    Tensor w = noise(3, 3, 2, 9, 5);
    Tensor leaf = noise(4, 3, 2, 9, 5).trainable();
    apply(stencil, leaf, 3).backward(w);
    Tensor v = noise(5, 3, 2, 9, 5);
    try (Autograd.Mode off = Autograd.off()) {
      double there = apply(stencil, v, 3).mul(w).sum().item();
      assertThat(leaf.grad().mul(v).sum().item()).isCloseTo(there, within(1e-3));
    }
  }

  @Test
  void firstWeights_haveTheVarianceOfAUsualKernel() {
    Stencil stencil = stencil(64, 64, Points.of(8, 8));
    double kernel = 1 / (3.0 * 5 * 64);
    double found = stencil.weight().square().mean().item();
    assertThat(found).isCloseTo(2 * kernel, within(0.05 * kernel));
  }
}
