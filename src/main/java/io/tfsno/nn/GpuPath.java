package io.tfsno.nn;

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

  public boolean fused() {
    return this != LIBTORCH;
  }

  public static GpuPath current() {
    return current;
  }

  /** Takes effect for networks made from now on. */
  public static void use(GpuPath path) {
    current = path;
  }
}
