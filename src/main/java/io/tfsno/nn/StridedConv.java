package io.tfsno.nn;

import io.tfsno.engine.Convolution;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/** A convolution with bias on the periodic grid, of which every stride-th point is kept. */
public final class StridedConv {
  private final Parameter weight;
  private final Parameter bias;
  private final int stride;

  /**
   * @param size odd number of points per axis that the kernel sees
   */
  public record Shape(int dimension, int in, int out, int size, int stride) {
    /** Values that one output is made of. */
    public int inputs() {
      return in * window();
    }

    /** Values that one input goes into, were all points kept. */
    public int outputs() {
      return out * window();
    }

    private int window() {
      return (int) Math.pow(size, dimension);
    }

    private long[] ofWeight() {
      long[] shape = new long[2 + dimension];
      Arrays.fill(shape, size);
      shape[0] = out;
      shape[1] = in;
      return shape;
    }
  }

  public StridedConv(
      Parameters parameters, String name, Shape shape, Initialiser ofWeight, Initialiser ofBias) {
    weight = parameters.declare(name + ".weight", ofWeight, shape.ofWeight());
    bias = parameters.declare(name + ".bias", ofBias, shape.out());
    stride = shape.stride();
  }

  /**
   * Fields {@code [sample, in, x(, y, z)]} to {@code [sample, out, x(, y, z)]} on the coarser grid.
   */
  public Tensor apply(Tensor x) {
    return Convolution.periodic(x, weight.tensor(), bias.tensor(), stride);
  }
}
