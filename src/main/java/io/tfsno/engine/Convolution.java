package io.tfsno.engine;

import java.util.Arrays;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Strided convolutions on periodic grids. */
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
    Tensor wrapped = x;
    for (int axis = 2; axis < x.rank(); axis++) {
      long reach = kernel.size(axis) / 2;
      long points = x.size(axis);
      wrapped =
          Tensor.cat(
              axis,
              wrapped.narrow(axis, points - reach, reach),
              wrapped,
              wrapped.narrow(axis, 0, reach));
    }
    long[] strides = fill(axes, stride);
    return new Tensor(
        torch.convolution(
            wrapped.handle,
            kernel.handle,
            new TensorOptional(bias.handle),
            strides,
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
