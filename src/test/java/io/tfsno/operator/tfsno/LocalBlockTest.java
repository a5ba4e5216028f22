package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.NaiveFourier;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.Built;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A block with every option, on its training grid and on others, against its equation written once
 * more with loops in double precision.
 */
@ExtendWith(PerTestScope.class)
class LocalBlockTest {
  private static final int C = 6;
  private static final int M = 6;

  /** Neighbours on each side that a wide stencil sees. */
  private static final int REACH = 2;

  static Stream<Arguments> grids() {
    return Stream.of(
        Arguments.of(Points.of(32), Points.of(32)),
        Arguments.of(Points.of(32), Points.of(96)),
        Arguments.of(Points.of(16, 18), Points.of(16, 18)),
        Arguments.of(Points.of(16, 18), Points.of(32, 18)));
  }

  @ParameterizedTest
  @MethodSource("grids")
  void block_isItsEquation(Points trained, Points points) {
    FieldShape shape = new FieldShape(Grid.periodic(trained, 1), Channel.unnamed(1));
    TfSnoSpec spec = Built.tfSno().withLocal(LocalPartTest.ALL);
    try (TfSno net = spec.build(shape, Device.CPU, new Rng(42))) {
      Built.stir(net, 0.1);
      // Without waves that the training grid lacks, which take no part in differences.
      Tensor z = Resample.to(noise(5, odd(trained).shape(1, C)).mul(0.7), points);
      BlockView block = net.blocks().get(0);
      Tensor delta = block.delta(z);
      double[] expected =
          new Loops(net.parameters(), trained, points).block(z.toDoubles(), delta.toDoubles());
      Tensor truth = Tensor.of(expected, z.shape()).to(DType.FLOAT32);
      assertClose(block.apply(z), truth, 1e-5 * largest(truth));
    }
  }

  private static Points odd(Points points) {
    return points.map(n -> n - 1 + n % 2);
  }

  /** The first block of a network for one sample, {@code [channel][cell]}. */
  private static final class Loops {
    private final Parameters parameters;
    private final Points trained;
    private final Points points;
    private final Modes modes;
    private final NaiveFourier fourier;
    private final int cells;

    Loops(Parameters parameters, Points trained, Points points) {
      this.parameters = parameters;
      this.trained = trained;
      this.points = points;
      modes = Modes.half(Points.cube(points.dimension(), M).perAxis());
      fourier = new NaiveFourier(modes, points);
      cells = points.cells();
    }

    private double[] get(String name) {
      return parameters.get("blocks.0." + name).toDoubles();
    }

    double[] block(double[] flat, double[] delta) {
      double[][] z = new double[C][cells];
      for (int i = 0; i < flat.length; i++) {
        z[i / cells][i % cells] = flat[i];
      }
      double[][] y = spectral(z, delta);
      double[][] gate = mapped(get("local_gate.weight"), get("local_gate.bias"), z);
      double[][] own = mapped(get("pointwise.weight"), get("pointwise.bias"), z);
      double[][] active = new double[C][cells];
      for (int o = 0; o < C; o++) {
        for (int cell = 0; cell < cells; cell++) {
          double sum = y[o][cell] + y[o][cell] * gate[o][cell] + own[o][cell];
          active[o][cell] = gelu(sum + stencil(z, o, cell));
        }
      }
      double[][] change = mapped(get("mix.weight"), get("mix.bias"), active);
      double[] out = new double[C * cells];
      for (int i = 0; i < out.length; i++) {
        out[i] = flat[i] + change[i / cells][i % cells];
      }
      return out;
    }

    private double[][] spectral(double[][] z, double[] delta) {
      double[][][] x = new double[C][][];
      for (int c = 0; c < C; c++) {
        x[c] = fourier.analyse(z[c]);
      }
      double[][][] q = products(x);
      double[] phi0 = get("spectral.weight");
      double[] phi1 = get("product.spectral.weight");
      double[][] y = new double[C][];
      for (int o = 0; o < C; o++) {
        double[][] sum = new double[modes.count()][2];
        for (int k = 0; k < sum.length; k++) {
          double gain = 1 + delta[o * sum.length + k];
          addTimes(sum[k], phi0, x, k, o, gain);
          addTimes(sum[k], phi1, q, k, o, 1);
        }
        y[o] = fourier.synthesise(sum);
      }
      return y;
    }

    /** {@code sum += gain Phi[k, o] x[k]}, with Phi as {@code [k, out, re/im, in]}. */
    private static void addTimes(
        double[] sum, double[] phi, double[][][] x, int k, int o, double gain) {
      int in = x.length;
      for (int i = 0; i < in; i++) {
        double re = phi[(k * C + o) * 2 * in + i];
        double im = phi[((k * C + o) * 2 + 1) * in + i];
        sum[0] += gain * (re * x[i][k][0] - im * x[i][k][1]);
        sum[1] += gain * (re * x[i][k][1] + im * x[i][k][0]);
      }
    }

    /** Spectra of the products, formed on far more points than the waves need. */
    private double[][][] products(double[][][] x) {
      NaiveFourier dense = new NaiveFourier(modes, points.map(n -> 5 * M));
      double[][] kept = new double[C][];
      for (int c = 0; c < C; c++) {
        kept[c] = dense.synthesise(x[c]);
      }
      double[] p = get("product.factors.weight");
      double[][][] q = new double[C / 2][][];
      for (int c = 0; c < q.length; c++) {
        double[] product = new double[kept[0].length];
        for (int cell = 0; cell < product.length; cell++) {
          double first = 0;
          double second = 0;
          for (int i = 0; i < C; i++) {
            first += p[c * C + i] * kept[i][cell];
            second += p[(C / 2 + c) * C + i] * kept[i][cell];
          }
          product[cell] = first * second;
        }
        q[c] = dense.analyse(product);
      }
      return q;
    }

    private double[][] mapped(double[] weight, double[] bias, double[][] z) {
      double[][] out = new double[C][cells];
      for (int o = 0; o < C; o++) {
        for (int cell = 0; cell < cells; cell++) {
          out[o][cell] = bias[o];
          for (int i = 0; i < C; i++) {
            out[o][cell] += weight[o * C + i] * z[i][cell];
          }
        }
      }
      return out;
    }

    private double stencil(double[][] z, int o, int cell) {
      double[] s = get("stencil.weight");
      int pairs = REACH * points.dimension();
      double sum = 0;
      int stride = cells;
      for (int pair = 0; pair < pairs; pair++) {
        int axis = pair / REACH;
        int n = points.at(axis);
        stride /= pair % REACH == 0 ? n : 1;
        int by = (pair % REACH + 1) * n / trained.at(axis);
        int at = cell / stride % n;
        int next = cell + ((at + by) % n - at) * stride;
        int last = cell + ((at + n - by) % n - at) * stride;
        for (int i = 0; i < C; i++) {
          double slope = (z[i][next] - z[i][last]) / 2;
          double bend = z[i][next] - 2 * z[i][cell] + z[i][last];
          sum += s[(pair * C + o) * C + i] * slope;
          sum += s[((pairs + pair) * C + o) * C + i] * bend / 2;
        }
      }
      return sum;
    }

    /** With the normal distribution's integral by Simpson's rule. */
    private static double gelu(double x) {
      int steps = 2000;
      double h = x / steps;
      double sum = 0;
      for (int i = 0; i <= steps; i++) {
        double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
        sum += weight * Math.exp(-h * i * h * i / 2);
      }
      return x * (0.5 + sum * h / 3 / Math.sqrt(2 * Math.PI));
    }
  }
}
