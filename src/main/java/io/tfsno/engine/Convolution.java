package io.tfsno.engine;

import java.util.Arrays;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Convolutions of fields {@code [sample, channel, x(, y, z)]}. */
public final class Convolution {
  static {
    Natives.load();
  }

  private Convolution() {}

  /**
   * Convolves {@code x [sample, in, N(, N)]} with an odd {@code kernel [out, in, k(, k)]}, wrapping
   * around, and keeps every stride-th point.
   */
  public static Tensor periodic(Tensor x, Tensor kernel, Tensor bias, int stride) {
    int axes = x.rank() - 2;
    long[] reach = new long[axes];
    for (int axis = 0; axis < axes; axis++) {
      reach[axis] = kernel.size(2 + axis) / 2;
    }
    return inside(wrapped(x, reach), kernel, bias, stride);
  }

  /**
   * Convolves {@code x [sample, in, N(, N)]} with a kernel {@code [out, in, 3(, 3)]} and keeps
   * every stride-th point. Beyond its ends an axis wraps around, or is zero.
   *
   * @param wraps which of the two, for each axis
   */
  public static Tensor near(Tensor x, Tensor kernel, Tensor bias, int stride, boolean[] wraps) {
    return convolve(around(x, wraps), kernel, bias, stride, pick(wraps, 0, 1), false);
  }

  /**
   * Convolves {@code x [sample, in, N(, N)]}, with a zero after each of its points, with a kernel
   * {@code [in, out, 4(, 4)]}: every point of the doubled grid sees the two nearest of x along each
   * axis. Beyond its ends an axis wraps around, or is zero.
   */
  public static Tensor doubling(Tensor x, Tensor kernel, Tensor bias, boolean[] wraps) {
    // One more coarse point at each end is two more fine ones, which are cut off again.
    return convolve(around(x, wraps), kernel, bias, 2, pick(wraps, 3, 1), true);
  }

  private static Tensor around(Tensor x, boolean[] wraps) {
    return wrapped(x, pick(wraps, 1, 0));
  }

  private static long[] pick(boolean[] wraps, long wrapping, long zero) {
    long[] picked = new long[wraps.length];
    for (int axis = 0; axis < wraps.length; axis++) {
      picked[axis] = wraps[axis] ? wrapping : zero;
    }
    return picked;
  }

  /** The field with more points at both ends of every axis, taken from its other end. */
  private static Tensor wrapped(Tensor x, long[] reach) {
    if (Arrays.stream(reach).allMatch(r -> r == 0)) {
      return x;
    }
    long[] ends = new long[2 * reach.length]; // of the last axis first
    for (int axis = 0; axis < reach.length; axis++) {
      ends[2 * axis] = ends[2 * axis + 1] = reach[reach.length - 1 - axis];
    }
    return new Tensor(torch.pad(x.handle, ends, "circular", new DoubleOptional()));
  }

  /**
   * Convolves {@code x [sample, in, N(, N)]} with {@code kernel [out, in, k(, k)]} wherever the
   * kernel lies inside, every stride points: the map over channels for k = 1, the map over channels
   * of blocks for k = stride.
   *
   * @param bias {@code [out]}, or null for none
   */
  public static Tensor inside(Tensor x, Tensor kernel, Tensor bias, int stride) {
    return convolve(x, kernel, bias, stride, fill(x.rank() - 2, 0), false);
  }

  private static Tensor convolve(
      Tensor x, Tensor kernel, Tensor bias, int stride, long[] zeros, boolean transposed) {
    int axes = x.rank() - 2;
    return new Tensor(
        torch.convolution(
            x.handle,
            kernel.handle,
            bias == null ? new TensorOptional() : new TensorOptional(bias.handle),
            fill(axes, stride),
            zeros,
            fill(axes, 1),
            transposed,
            fill(axes, 0),
            1));
  }

  private static long[] fill(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }
}
