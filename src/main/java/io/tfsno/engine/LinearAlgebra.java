package io.tfsno.engine;

import org.bytedeco.pytorch.global.torch;

/** Decompositions of small matrices. */
public final class LinearAlgebra {
  static {
    Natives.load();
  }

  private LinearAlgebra() {}

  /** The largest singular value of each matrix {@code [..., m, n]}. Not differentiable here. */
  public static Tensor spectralNorm(Tensor matrices) {
    return singularValues(matrices).max(-1);
  }

  /** All singular values of each matrix, largest first. Not differentiable here. */
  public static Tensor singularValues(Tensor matrices) {
    return new Tensor(torch.linalg_svdvals(matrices.handle.detach()));
  }
}
