package io.tfsno.bench.perf;

import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;

/** What the launches of a step move and compute, in their order. */
final class Costs {
  /** Bytes of a number that is no field's. */
  static final int NUMBER = 4;

  private final List<KernelCost> kernels = new ArrayList<>();
  private long kept;

  void add(String kernel, long read, long written, long flops) {
    kernels.add(new KernelCost(kernel, read, written, flops));
  }

  /** A kernel whose blocks write partial sums, and the one that adds them to a gradient. */
  void addSums(String kernel, long read, long blocks, long gradient, long flops) {
    add(kernel, read, blocks * gradient, flops);
    add("sums of parts", (blocks + 1) * gradient, gradient, 0);
  }

  /** Notes an array that a backward pass cannot do without. */
  void keep(Tensor array) {
    kept += bytes(array);
  }

  /** Bytes of all that {@link #keep} noted. */
  long kept() {
    return kept;
  }

  List<KernelCost> kernels() {
    return kernels;
  }

  /** Null for an array that is not there. */
  static long bytes(Tensor... arrays) {
    long sum = 0;
    for (Tensor array : arrays) {
      sum += array == null ? 0 : array.count() * array.type().bytes();
    }
    return sum;
  }
}
