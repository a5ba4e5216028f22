package io.tfsno.operator.baseline;

import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.spectral.Points;
import java.util.Arrays;

/**
 * A convolution on fields {@code [sample, channel, x(, y, z)]} with as many points between its
 * places as it is wide: the same affine map for every point (width 1) or for every block of points.
 */
final class ConvLayer {
  private final Parameter weight;
  private final Parameter bias;

  /** Weights and bias start uniform within 1/sqrt(inputs) of zero. */
  ConvLayer(Parameters parameters, String name, int dimension, int in, int out, int width) {
    this(parameters, name, true, start(dimension, in, width), shape(dimension, in, out, width));
  }

  private ConvLayer(
      Parameters parameters, String name, boolean biased, Initialiser initialiser, long... shape) {
    weight = parameters.declare(name + ".weight", initialiser, shape);
    bias = biased ? parameters.declare(name + ".bias", initialiser, shape[0]) : null;
  }

  /** A linear map over channels. */
  static ConvLayer withoutBias(Parameters parameters, String name, int dimension, int in, int out) {
    return new ConvLayer(
        parameters, name, false, start(dimension, in, 1), shape(dimension, in, out, 1));
  }

  /** An affine map over channels that gives zeros until it is trained. */
  static ConvLayer zero(Parameters parameters, String name, int dimension, int in, int out) {
    return new ConvLayer(parameters, name, true, Initialiser.zeros(), shape(dimension, in, out, 1));
  }

  private static Initialiser start(int dimension, int in, int width) {
    return Initialiser.linear(in * (int) Math.pow(width, dimension));
  }

  private static long[] shape(int dimension, int in, int out, int width) {
    long[] shape = new long[2 + dimension];
    Arrays.fill(shape, width);
    shape[0] = out;
    shape[1] = in;
    return shape;
  }

  Tensor apply(Tensor x) {
    return Convolution.inside(x, weight(), bias(), Math.toIntExact(weight().size(-1)));
  }

  /** The map of the inputs from {@code start} on only, with or without the bias. */
  Tensor applyPart(Tensor x, long start, boolean biased) {
    Tensor part = weight().narrow(1, start, x.size(1));
    return Convolution.inside(x, part, biased ? bias() : null, 1);
  }

  /**
   * The same map on periodic grids, in parts.
   *
   * @param scale that multiplies it; null for none
   * @param points of a field of the result
   */
  TapMap inParts(TimeStep scale, Points points, TapMap.End end) {
    return new TapMap(weight, bias, scale == null ? null : scale.parameter(), points, end);
  }

  /** {@code [out, in, width(, width, width)]}. */
  Tensor weight() {
    return weight.tensor();
  }

  /** {@code [out]}, or null. */
  Tensor bias() {
    return bias == null ? null : bias.tensor();
  }
}
