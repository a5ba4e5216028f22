package io.tfsno.engine;

import java.util.Arrays;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Convolutions of fields {@code [sample, channel, x(, y)]}. */
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
    long[] reach = new long[2 * axes]; // of the last axis first
    for (int axis = 0; axis < axes; axis++) {
      reach[2 * axis] = reach[2 * axis + 1] = kernel.size(-1 - axis) / 2;
    }
    Tensor wrapped = new Tensor(torch.pad(x.handle, reach, "circular", new DoubleOptional()));
    return inside(wrapped, kernel, bias, stride);
  }

  /**
   * Convolves {@code x [sample, in, N(, N)]} with {@code kernel [out, in, k(, k)]} wherever the
   * kernel lies inside, every stride points: the map over channels for k = 1, the map over channels
   * of blocks for k = stride.
   *
   * @param bias {@code [out]}, or null for none
   */
  public static Tensor inside(Tensor x, Tensor kernel, Tensor bias, int stride) {
    int axes = x.rank() - 2;
    return new Tensor(
        torch.convolution(
            x.handle,
            kernel.handle,
            bias == null ? new TensorOptional() : new TensorOptional(bias.handle),
            fill(axes, stride),
            fill(axes, 0),
            fill(axes, 1),
            false,
            fill(axes, 0),
            1));
  }

  private static long[] fill(int count, long value) {
    long[] values = new long[count];
    Arrays.fill(values, value);
    return values;
  }
}
