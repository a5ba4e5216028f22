package io.tfsno.engine;

import java.util.Arrays;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Convolutions of fields {@code [sample, channel, x(, y, z)]}. They keep the order in memory of the
 * field they are given: row-major, or with neighbouring channels next to each other ({@link
 * #channelsLast}), which is how a GPU's matrix units read a field.
 */
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
    Tensor wider;
    try (Autograd.Mode off = Autograd.off()) {
      wider = widened(x, reach);
    }
    return CustomGradient.connectLarger(wider, x, gradient -> folded(gradient, reach));
  }

  private static Tensor widened(Tensor x, long[] reach) {
    Tensor wider = x;
    for (int axis = 0; axis < reach.length; axis++) {
      long r = reach[axis];
      if (r > 0) {
        long n = x.size(2 + axis);
        Tensor last = wider.narrow(2 + axis, n - r, r);
        Tensor first = wider.narrow(2 + axis, 0, r);
        wider = joined(2 + axis, last, wider, first);
      }
    }
    return wider;
  }

  /** The transpose of {@link #widened}: what lies beyond an end is added to the other end. */
  private static Tensor folded(Tensor gradient, long[] reach) {
    Tensor narrower = gradient;
    for (int axis = reach.length - 1; axis >= 0; axis--) {
      long r = reach[axis];
      if (r > 0) {
        int at = 2 + axis;
        long n = narrower.size(at) - 2 * r;
        Tensor inside = narrower.narrow(at, r, n).copy();
        inside.narrow(at, 0, r).addInPlace(narrower.narrow(at, n + r, r));
        inside.narrow(at, n - r, r).addInPlace(narrower.narrow(at, 0, r));
        narrower = inside;
      }
    }
    return narrower;
  }

  /** Puts parts one after the other along an axis, in the order in memory that they have. */
  private static Tensor joined(int axis, Tensor... parts) {
    if (!isChannelsLast(parts[1])) {
      return Tensor.cat(axis, parts);
    }
    Tensor[] rows = Arrays.stream(parts).map(Convolution::channelsBehind).toArray(Tensor[]::new);
    return channelsSecond(Tensor.cat(axis - 1, rows));
  }

  /**
   * The same field {@code [sample, channel, x(, y, z)]} with the channels of a point next to each
   * other in memory.
   */
  public static Tensor channelsLast(Tensor x) {
    return channelsSecond(channelsBehind(x).contiguous());
  }

  private static boolean isChannelsLast(Tensor x) {
    return x.size(1) > 1 && x.stride(1) == 1;
  }

  private static Tensor channelsBehind(Tensor x) {
    long[] axes = new long[x.rank()];
    Arrays.setAll(axes, a -> a == 0 ? 0 : a + 1);
    axes[axes.length - 1] = 1;
    return x.permute(axes);
  }

  private static Tensor channelsSecond(Tensor x) {
    long[] axes = new long[x.rank()];
    Arrays.setAll(axes, a -> a == 0 ? 0 : a - 1);
    axes[1] = axes.length - 1;
    return x.permute(axes);
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
    if (axes == 1 && isChannelsLast(x)) {
      // Of lines libtorch knows only the row-major order: this one is a plane of one row.
      Tensor plane =
          convolve(row(x), row(kernel), bias, stride, new long[] {0, zeros[0]}, transposed);
      return new Tensor(plane.handle.squeeze(2));
    }
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

  private static Tensor row(Tensor x) {
    return new Tensor(x.handle.unsqueeze(2));
  }

  private static long[] fill(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }
}
