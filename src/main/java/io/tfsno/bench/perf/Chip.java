package io.tfsno.bench.perf;

/**
 * What a GPU can do at most.
 *
 * @param bytesPerSecond of its memory
 * @param flopsPerSecond dense products of TF32 numbers, an addition and a multiplication each
 * @param multiprocessors on which some kernels' partial sums depend
 */
public record Chip(String name, double bytesPerSecond, double flopsPerSecond, int multiprocessors) {
  /** By the vendor's data sheet: 4.8 TB/s of HBM3e, 494 TFLOP/s of TF32 without sparsity. */
  public static final Chip H200 = new Chip("NVIDIA H200", 4.8e12, 494e12, 132);

  /** The least time for so much work, in milliseconds. */
  double milliseconds(long bytes, long flops) {
    return 1e3 * Math.max(bytes / bytesPerSecond, flops / flopsPerSecond);
  }
}
