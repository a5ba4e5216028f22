package io.tfsno.nn;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.line;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.planeWaves;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.FftTransform;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpectralConvTest {
  private Scope scope;
  private Parameters parameters;
  private Constants constants;

  @BeforeEach
  void open() {
    scope = new Scope();
    parameters = new Parameters();
    constants = new Constants();
  }

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
    scope.close();
  }

  private SpectralConv layer(int in, int out, Modes modes, Initialiser initialiser) {
    SpectralConv layer =
        new SpectralConv(parameters, constants, "phi", in, out, modes, initialiser);
    parameters.allocate(Device.CPU, new Rng(3));
    return layer;
  }

  /** Channels first on both sides. */
  private static Tensor apply(SpectralConv layer, Tensor z) {
    Tensor y = layer.mix(layer.analyse(z), layer.points(z));
    long[] shape = z.shape();
    shape[0] = y.size(2);
    Tensor field = Tensor.zeros(DType.FLOAT32, Device.CPU, shape);
    layer.addSynthesis(field, y);
    return field;
  }

  /** exp(-nu |2 pi k|^2 dt) on the real part, in the order of the weights. */
  private static Initialiser heat(Modes modes, double decay) {
    return (values, rng) -> {
      for (int i = 0; i < modes.count(); i++) {
        int squares = Arrays.stream(modes.waves(i)).map(k -> k * k).sum();
        values[2 * i] = (float) Math.exp(-decay * squares);
      }
    };
  }

  @Test
  void heatKernel_onLine_givesTheExactStep() {
    Modes modes = Modes.half(12);
    SpectralConv layer = layer(1, 1, modes, heat(modes, 0.03));
    double[] amplitude = new Rng(8).normals(24);
    Tensor u = line(64, x -> sum(amplitude, x, 0));
    Tensor expected = line(64, x -> sum(amplitude, x, 0.03));
    assertClose(apply(layer, u), expected, 5e-6);
  }

  private static double sum(double[] amplitude, double x, double decay) {
    double value = 0;
    for (int k = 0; k < 12; k++) {
      double phase = 2 * Math.PI * k * x;
      value +=
          Math.exp(-decay * k * k)
              * (amplitude[2 * k] * Math.cos(phase) + amplitude[2 * k + 1] * Math.sin(phase));
    }
    return value;
  }

  @Test
  void heatKernel_onPlane_usesBothBlocksOfRows() {
    Modes modes = Modes.half(5, 5);
    SpectralConv layer = layer(1, 1, modes, heat(modes, 0.05));
    double[] u = new double[256];
    double[] expected = new double[256];
    Rng rng = new Rng(4);
    for (int k1 = -4; k1 <= 4; k1++) {
      for (int k2 = 0; k2 <= 4; k2++) {
        double[] ab = rng.normalPair();
        for (int i = 0; i < 256; i++) {
          double phase = 2 * Math.PI * (k1 * (i / 16) + k2 * (i % 16)) / 16;
          double wave = ab[0] * Math.cos(phase) + ab[1] * Math.sin(phase);
          u[i] += wave / 5;
          expected[i] += wave / 5 * Math.exp(-0.05 * (k1 * k1 + k2 * k2));
        }
      }
    }
    Tensor field = Tensor.of(u, 1, 1, 16, 16).to(DType.FLOAT32);
    assertClose(apply(layer, field), Tensor.of(expected, 1, 1, 16, 16).to(DType.FLOAT32), 5e-6);
  }

  @Test
  void waveBeyondTheModes_givesNothing() {
    SpectralConv layer = layer(1, 3, Modes.half(6), Initialiser.normal(1));
    Tensor out = apply(layer, line(64, x -> Math.cos(2 * Math.PI * 6 * x)));
    assertThat(largest(out)).isLessThan(1e-6);
  }

  @Test
  void productsAndFastTransforms_giveTheSameLayer() {
    for (int dimension = 1; dimension <= 2; dimension++) {
      Modes modes = dimension == 1 ? Modes.half(9) : Modes.half(5, 6);
      Tensor z = dimension == 1 ? noise(1, 3, 2, 32) : noise(1, 3, 2, 16, 16);
      Tensor[] out = new Tensor[2];
      for (int i = 0; i < 2; i++) {
        try (Parameters p = new Parameters();
            Constants c = i == 0 ? new Constants() : new Constants(FftTransform::new)) {
          SpectralConv layer = new SpectralConv(p, c, "phi", 3, 4, modes, Initialiser.unoNormal(3));
          p.allocate(Device.CPU, new Rng(1));
          out[i] = apply(layer, z);
        }
      }
      assertClose(out[0], out[1], 1e-5);
    }
  }

  @Test
  void coarserGrid_keepsTheWeightsOfTheWavesItHolds() {
    SpectralConv layer = layer(2, 3, Modes.half(6, 6), Initialiser.unoNormal(2));
    Tensor coarse = Tensor.cat(0, planeWaves(1, 4, 8, 3), planeWaves(2, 4, 8, 3));
    Tensor z = coarse.view(2, 4, 8, 8);
    Tensor fineThenShrunk =
        Resample.to(apply(layer, Resample.to(z, Points.of(32, 32))), Points.of(8, 8));
    assertClose(apply(layer, z), fineThenShrunk, 1e-5);
  }

  @Test
  void gradient_matchesFiniteDifferences() {
    SpectralConv layer = layer(2, 2, Modes.half(3, 3), Initialiser.unoNormal(2));
    Tensor z = noise(1, 2, 3, 12, 12);
    TestFields.assertGradient(parameters, () -> apply(layer, z).square().mean(), 1e-2, 2e-3);
  }

  @Test
  void resize_equalsResampling_andGrowThenShrinkIsTheIdentity() {
    int[][] grids = {{16, 8}, {15, 9}, {8, 15}, {9, 16}};
    for (int[] grid : grids) {
      for (int axes = 1; axes <= 2; axes++) {
        FourierResize resize = new FourierResize(constants, axes);
        Tensor z = axes == 1 ? noise(1, 3, 2, grid[0]) : noise(1, 3, 2, grid[0], grid[0]);
        Tensor resized = resize.to(z, Points.cube(axes, grid[1]));
        assertClose(resized, Resample.to(z, Points.cube(axes, grid[1])), 2e-6);
        Tensor sum = noise(2, resized.shape());
        Tensor expected = sum.add(resized);
        resize.add(sum, z);
        assertClose(sum, expected, 2e-6);
        if (grid[1] > grid[0]) {
          assertClose(resize.to(resized, Points.cube(axes, grid[0])), z, 4e-6);
        }
      }
    }
  }

  @Test
  void linear_onParts_addsUpToTheWhole() {
    Linear linear = new Linear(parameters, "join", 5, 4);
    parameters.allocate(Device.CPU, new Rng(1));
    Tensor a = waves(1, 2, 3, 8, 2);
    Tensor b = waves(2, 3, 3, 8, 2);
    Tensor whole = linear.apply(Tensor.cat(0, a, b));
    assertThat(whole.shape()).isEqualTo(new long[] {4, 3, 8});
    assertClose(
        linear.product(a, linear.weight().narrow(1, 0, 2)).add(linear.applyPart(b, 2)),
        whole,
        2e-6);
    assertClose(linear.applyToBoth(a, b), whole, 2e-6);
  }
}
