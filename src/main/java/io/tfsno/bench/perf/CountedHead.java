package io.tfsno.bench.perf;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.cuda.FusedHead;
import io.tfsno.nn.fused.Head;

/** What the head's kernels move and multiply; h is computed three times rather than stored. */
record CountedHead(CountedParts parts, Linear first, Linear second) implements Head {
  private long weights() {
    long numbers = (first.in() + 1L) * first.out() + (second.in() + 1L) * second.out();
    return Costs.NUMBER * numbers;
  }

  private static long columns(Tensor v) {
    return v.count() / v.size(0);
  }

  private static long flops(Linear map, Tensor v) {
    return 2L * map.in() * map.out() * columns(v);
  }

  @Override
  public Tensor forward(Tensor v) {
    Tensor result = ShapedArrays.states(v, second.out());
    parts
        .costs()
        .add(
            "head",
            Costs.bytes(v) + weights(),
            Costs.bytes(result),
            flops(first, v) + flops(second, v));
    return result;
  }

  @Override
  public Tensor backward(Tensor gradient, Tensor v, SideStream side) {
    long read = Costs.bytes(v, gradient) + weights();
    long back = 2 * flops(first, v) + flops(second, v);
    int blocks = FusedHead.blocksOfGradient(columns(v), parts.chip().multiprocessors());
    parts.costs().addSums("head gradient", read, blocks, weights(), back + flops(second, v));
    Tensor result = parts.shapes().field(v, first.in());
    parts.costs().add("head back", read, Costs.bytes(result), back);
    return result;
  }
}
