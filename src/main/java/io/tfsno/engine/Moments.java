package io.tfsno.engine;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Means and deviations along the last axis, each as one fused operation. */
public final class Moments {
  static {
    Natives.load();
  }

  private static final TensorOptional NONE = Natives.immortal(new TensorOptional());
  private static final ScalarOptional POPULATION =
      Natives.immortal(new ScalarOptional(Natives.immortal(new Scalar(0.0))));

  private Moments() {}

  /** {@code (x - mean) / sqrt(variance + epsilon)} along the last axis. */
  public static Tensor standardise(Tensor x, double epsilon) {
    long[] last = {x.size(-1)};
    return new Tensor(torch.layer_norm(x.handle, last, NONE, NONE, epsilon, false));
  }

  /** Population variance along the last axis, which disappears. */
  public static Tensor variance(Tensor x) {
    return new Tensor(torch.var(x.handle, new long[] {-1}, POPULATION, false));
  }
}
