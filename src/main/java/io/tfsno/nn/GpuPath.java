package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Precision;
import io.tfsno.engine.Tensor;

/** How networks are computed on a GPU. On the CPU it makes no difference. */
public enum GpuPath {
  /** With libtorch's operations only: what all other paths are held against. */
  LIBTORCH(0),
  /** Hand-written kernels; factors of products rounded to TF32, sums in float32. */
  TF32(1),
  /** Hand-written kernels; each factor as a sum of two such numbers, as exact as float32. */
  FLOAT32(3);

  private static volatile GpuPath current = TF32;

  private final int products;

  GpuPath(int products) {
    this.products = products;
  }

  /** Products on the tensor cores for one exact product. */
  int products() {
    return products;
  }

  /** Numbers as the products of this path use them, on the CPU. */
  Tensor rounded(Tensor exact) {
    if (this != TF32) {
      return exact;
    }
    float[] values = exact.to(DType.FLOAT32).toFloats();
    for (int i = 0; i < values.length; i++) {
      // 10 bits of mantissa, ties away from zero.
      values[i] = Float.intBitsToFloat((Float.floatToRawIntBits(values[i]) + 0x1000) & ~0x1fff);
    }
    return Tensor.of(values, exact.shape());
  }

  public boolean fused() {
    return this != LIBTORCH;
  }

  public static GpuPath current() {
    return current;
  }

  /** Takes effect for networks made from now on; libtorch's own products change at once. */
  public static void use(GpuPath path) {
    current = path;
    Precision.allowTf32(path == TF32);
  }
}
