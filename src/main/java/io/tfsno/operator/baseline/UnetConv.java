package io.tfsno.operator.baseline;

import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.spectral.Axis;
import io.tfsno.spectral.Grid;
import java.util.Arrays;

/**
 * The convolutions of the U-Net, on fields {@code [sample, channel, x(, y, z)]}: along periodic
 * axes they wrap around, and see zeros past walls. Weights and bias start uniform within
 * 1/sqrt(inputs) of zero.
 */
final class UnetConv {
  private static final int DOUBLING_WIDTH = 4;

  private final Parameter weight;
  private final Parameter bias;
  private final boolean[] wraps;
  private final Kind kind;

  private enum Kind {
    SAME,
    HALVING,
    DOUBLING
  }

  private UnetConv(
      Parameters parameters, String name, Kind kind, Grid grid, Initialiser start, long... shape) {
    this.kind = kind;
    weight = parameters.declare(name + ".weight", start, shape);
    bias = parameters.declare(name + ".bias", start, shape[kind == Kind.DOUBLING ? 1 : 0]);
    wraps = new boolean[grid.dimension()];
    for (int a = 0; a < wraps.length; a++) {
      Axis axis = grid.axis(a);
      wraps[a] = axis.periodic();
    }
  }

  /** Three points wide, on one grid. */
  static UnetConv same(Parameters parameters, String name, Grid grid, int in, int out) {
    long[] shape = shape(grid, UnetSpec.WIDTH, out, in);
    return new UnetConv(parameters, name, Kind.SAME, grid, start(shape, out), shape);
  }

  /** The same with zeros at first. */
  static UnetConv zero(Parameters parameters, String name, Grid grid, int in, int out) {
    long[] shape = shape(grid, UnetSpec.WIDTH, out, in);
    return new UnetConv(parameters, name, Kind.SAME, grid, Initialiser.zeros(), shape);
  }

  /** Three points wide, of which every second is kept. */
  static UnetConv halving(Parameters parameters, String name, Grid grid, int channels) {
    long[] shape = shape(grid, UnetSpec.WIDTH, channels, channels);
    return new UnetConv(parameters, name, Kind.HALVING, grid, start(shape, channels), shape);
  }

  /** Transposed, four points wide, onto twice as many points. */
  static UnetConv doubling(Parameters parameters, String name, Grid grid, int channels) {
    long[] shape = shape(grid, DOUBLING_WIDTH, channels, channels);
    return new UnetConv(parameters, name, Kind.DOUBLING, grid, start(shape, channels), shape);
  }

  private static long[] shape(Grid grid, int width, int first, int second) {
    long[] shape = new long[2 + grid.dimension()];
    Arrays.fill(shape, width);
    shape[0] = first;
    shape[1] = second;
    return shape;
  }

  private static Initialiser start(long[] shape, int out) {
    long inputs = Arrays.stream(shape).reduce(1, Math::multiplyExact) / out;
    return Initialiser.linear(Math.toIntExact(inputs));
  }

  Tensor apply(Tensor x) {
    return switch (kind) {
      case SAME -> Convolution.near(x, weight.tensor(), bias.tensor(), 1, wraps);
      case HALVING -> Convolution.near(x, weight.tensor(), bias.tensor(), 2, wraps);
      case DOUBLING -> Convolution.doubling(x, weight.tensor(), bias.tensor(), wraps);
    };
  }
}
