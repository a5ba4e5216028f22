package io.tfsno.engine;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** What networks use around their linear maps: elementwise functions, and a normalisation. */
public final class Activations {
  static {
    Natives.load();
  }

  private Activations() {}

  /** The exact form {@code x Phi(x)} with the error function, not its tanh approximation. */
  public static Tensor gelu(Tensor x) {
    return new Tensor(torch.gelu(x.handle));
  }

  public static Tensor relu(Tensor x) {
    return new Tensor(torch.relu(x.handle));
  }

  /** {@code x sigmoid(x)}. */
  public static Tensor silu(Tensor x) {
    return new Tensor(torch.silu(x.handle));
  }

  /** {@code x tanh(ln(1 + exp(x)))}. */
  public static Tensor mish(Tensor x) {
    return new Tensor(torch.mish(x.handle));
  }

  public static Tensor sigmoid(Tensor x) {
    return new Tensor(torch.sigmoid(x.handle));
  }

  /** {@code ln(1 + exp(x))}. */
  public static Tensor softplus(Tensor x) {
    return new Tensor(torch.softplus(x.handle));
  }

  /** {@code sign(x) ln(1 + |x|)}: linear near zero, logarithmic far out. */
  public static Tensor signedLog(Tensor x) {
    return new Tensor(x.handle.sign().mul(x.handle.abs().log1p()));
  }

  public static Tensor sin(Tensor x) {
    return new Tensor(x.handle.sin());
  }

  public static Tensor cos(Tensor x) {
    return new Tensor(x.handle.cos());
  }

  /** {@code min(x, bound)}. */
  public static Tensor atMost(Tensor x, double bound) {
    return new Tensor(torch.clamp_max(x.handle, new Scalar(bound)));
  }

  /** {@code max(x, bound)}. */
  public static Tensor atLeast(Tensor x, double bound) {
    return new Tensor(torch.clamp_min(x.handle, new Scalar(bound)));
  }

  /** {@code min(max(x, low), high)}, element by element. */
  public static Tensor between(Tensor x, Tensor low, Tensor high) {
    return new Tensor(torch.minimum(torch.maximum(x.handle, low.handle), high.handle));
  }

  /**
   * Fields {@code [sample, channel, x(, y, z)]} with mean 0 and variance 1 over every group of
   * neighbouring channels of a sample, then scaled and shifted channel by channel.
   */
  public static Tensor groupNorm(Tensor x, int groups, Tensor scale, Tensor shift) {
    TensorOptional factor = new TensorOptional(scale.handle);
    TensorOptional term = new TensorOptional(shift.handle);
    return new Tensor(torch.group_norm(x.handle, groups, factor, term, 1e-5, true));
  }
}
