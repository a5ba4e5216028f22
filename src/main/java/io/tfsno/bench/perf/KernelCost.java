package io.tfsno.bench.perf;

/**
 * What one launch moves and computes.
 *
 * @param kernel its kind
 * @param read bytes of all arrays that it reads, each once
 * @param written bytes of all arrays that it writes
 * @param flops of products; what is done to each value alone is not counted
 */
public record KernelCost(String kernel, long read, long written, long flops) {
  public long bytes() {
    return read + written;
  }
}
