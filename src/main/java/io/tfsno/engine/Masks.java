package io.tfsno.engine;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;

/** Choices made value by value, on the device. */
public final class Masks {
  private Masks() {}

  /** Where a value is below {@code limit}; NaN is not. */
  public static Tensor below(Tensor x, double limit) {
    return new Tensor(x.handle.lt(new Scalar(limit)));
  }

  /** Elementwise {@code mask ? a : b}. */
  public static Tensor choose(Tensor mask, Tensor a, Tensor b) {
    return new Tensor(torch.where(mask.handle, a.handle, b.handle));
  }
}
