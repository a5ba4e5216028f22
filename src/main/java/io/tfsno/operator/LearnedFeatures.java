package io.tfsno.operator;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Linear;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import java.util.Arrays;

/**
 * 32 numbers from a small encoder instead of statistics: two strided convolutions on the periodic
 * grid (5 wide, every 4th point; 3 wide, every 2nd) with GELU, the mean over space, one linear map.
 */
final class LearnedFeatures implements Features {
  private static final int SIZE = 32;

  private final Conv first;
  private final Conv second;
  private final Linear last;

  private record Conv(Parameter weight, Parameter bias, int stride) {
    static Conv declare(
        Parameters parameters, String name, int dimension, int in, int out, int size, int stride) {
      long[] shape = new long[2 + dimension];
      Arrays.fill(shape, size);
      shape[0] = out;
      shape[1] = in;
      Initialiser start = Initialiser.linear(in * (int) Math.pow(size, dimension));
      return new Conv(
          parameters.declare(name + ".weight", start, shape),
          parameters.declare(name + ".bias", start, out),
          stride);
    }

    Tensor apply(Tensor x) {
      return Activations.gelu(Convolution.periodic(x, weight.tensor(), bias.tensor(), stride));
    }
  }

  LearnedFeatures(Parameters parameters, String name, int dimension, int channels) {
    first = Conv.declare(parameters, name + ".0", dimension, channels, 16, 5, 4);
    second = Conv.declare(parameters, name + ".1", dimension, 16, SIZE, 3, 2);
    last = new Linear(parameters, name + ".2", SIZE, SIZE);
  }

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public Tensor of(Tensor z, Tensor x) {
    Tensor encoded = second.apply(first.apply(GridOperator.swapFirst(z)));
    Tensor mean = encoded.rank() == 3 ? encoded.mean(2) : encoded.mean(2, 3);
    return last.apply(mean.permute(1, 0).contiguous());
  }
}
