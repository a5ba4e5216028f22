package io.tfsno.nn;

import io.tfsno.engine.Products;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * The affine map {@code y = W x + b} over the first axis, at every point alike: a convolution with
 * kernel 1 on fields {@code [channel, ...]}, a linear layer on features {@code [feature, sample]}.
 */
public final class Linear {
  private final Parameter weight;
  private final Parameter bias;

  /** Weights and bias start uniform within 1/sqrt(in) of zero. */
  public Linear(Parameters parameters, String name, int in, int out) {
    this(parameters, name, in, out, Initialiser.linear(in));
  }

  public Linear(Parameters parameters, String name, int in, int out, Initialiser initialiser) {
    this(parameters, name, in, out, initialiser, initialiser);
  }

  public Linear(
      Parameters parameters,
      String name,
      int in,
      int out,
      Initialiser ofWeight,
      Initialiser ofBias) {
    weight = parameters.declare(name + ".weight", ofWeight, out, in);
    bias = parameters.declare(name + ".bias", ofBias, out);
  }

  /** A layer that gives zeros until it is trained. */
  public static Linear zero(Parameters parameters, String name, int in, int out) {
    return new Linear(parameters, name, in, out, Initialiser.zeros());
  }

  /** {@code [in, ...]} to {@code [out, ...]}. */
  public Tensor apply(Tensor x) {
    return apply(x, weight());
  }

  /** The same with another weight, for layers that are constrained. */
  public Tensor apply(Tensor x, Tensor otherWeight) {
    long[] shape = x.shape();
    shape[0] = bias.count();
    Tensor column = bias().view(-1, 1);
    return Products.add(column, otherWeight, x.reshape(x.size(0), -1)).view(shape);
  }

  /** {@code W x} with another weight, without the bias. */
  public Tensor product(Tensor x, Tensor otherWeight) {
    long[] shape = x.shape();
    shape[0] = bias.count();
    return otherWeight.matmul(x.reshape(x.size(0), -1)).view(shape);
  }

  /** {@code W x + b} for the inputs from {@code start} on only. */
  public Tensor applyPart(Tensor x, long start) {
    return apply(x, weight().narrow(1, start, x.size(0)));
  }

  /** {@code W [x; y] + b} for the inputs of two fields on one grid, which are not joined. */
  public Tensor applyToBoth(Tensor x, Tensor y) {
    Tensor sum = applyPart(y, x.size(0));
    Tensor part = weight().narrow(1, 0, x.size(0));
    Products.addInPlace(sum.view(sum.size(0), -1), part, x.reshape(x.size(0), -1));
    return sum;
  }

  /** Rows of the input; known before there are values. */
  public int in() {
    return Math.toIntExact(weight.shape().get(1));
  }

  /** Rows of the result. */
  public int out() {
    return Math.toIntExact(weight.shape().get(0));
  }

  /** {@code [out, in]}. */
  public Tensor weight() {
    return weight.tensor();
  }

  /** The gradient of the weight; that of the bias lies right behind it. */
  public Tensor gradient() {
    return weight.gradient();
  }

  public Tensor bias() {
    return bias.tensor();
  }

  @Override
  public String toString() {
    return "Linear" + Arrays.toString(weight.dimensions());
  }
}
