package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Linear;
import io.tfsno.nn.fused.Head;
import java.util.Map;

/** A {@link Head} as kernels that do not store what lies between the two maps. */
public final class FusedHead implements Head {
  private static final int MOST_WARPS = 8;
  private static final int LEAST_WARPS = 4;

  private final Linear first;
  private final Linear second;
  private final int in;
  private final int hidden;
  private final int out;
  private final GpuPath path;
  private final Kernels large;
  private final Kernels small;
  private final FusedSum sums;

  public FusedHead(Linear first, Linear second, GpuPath path) {
    this.path = path;
    sums = new FusedSum(path);
    this.first = first;
    this.second = second;
    in = first.in();
    hidden = first.out();
    out = second.out();
    large = kernels(MOST_WARPS);
    small = kernels(LEAST_WARPS);
  }

  /** Whether there are kernels for such sizes. */
  public static boolean fits(int in, int hidden, int out) {
    return hidden <= 512 && out <= 4 && sharedBytes(2, in, hidden, out) <= Kernels.sharedBytes();
  }

  /** Blocks that each sum a part of the gradients of the weights. */
  public static int blocksOfGradient(long columns, int multiprocessors) {
    return FusedSum.blocks(columns / 64, 1, multiprocessors);
  }

  /** What a block keeps in shared memory: the first map in some orders, its bias, the second. */
  private static int sharedBytes(int orders, int in, int hidden, int out) {
    return 4 * rows(hidden) * (orders * Tiles.roundUp(in, 8) + 1 + out);
  }

  /** Hidden rows as kernels take them, in whole tiles. */
  private static int rows(int hidden) {
    return Tiles.roundUp(hidden, 16);
  }

  @Override
  public Tensor forward(Tensor v) {
    long columns = v.count() / in;
    long[] shape = v.shape();
    shape[0] = out;
    Tensor result = Tensor.empty(DType.FLOAT32, v.device(), shape);
    launch(
        "head",
        sharedBytes(1, in, hidden, out),
        columns / 32,
        ofField(v).pointer("b1", second.bias()).pointer("out", result).number("columns", columns));
    return result;
  }

  @Override
  public Tensor backward(Tensor gradient, Tensor v, SideStream side) {
    long columns = v.count() / in;
    Tensor back = Tensor.empty(v.type(), v.device(), v.shape());
    // The four parameters lie one behind the other in the flat gradient, as the kernel sums them.
    int count = hidden * in + hidden + out * hidden + out;
    int blocks = blocksOfGradient(columns, Kernels.multiprocessors());
    Tensor partial = Tensor.empty(DType.FLOAT32, v.device(), blocks, count);
    int rows = rows(hidden);
    Kernel weight = large.kernel("headWeight", 4 * rows * Tiles.roundUp(in, 8));
    boolean pairs = rows % 32 == 0 && path.products() == 1;
    side.run(
        () -> {
          weight.launch(
              blocks,
              pairs ? rows : 2 * rows,
              ofField(v)
                  .pointer("gout", gradient)
                  .pointer("partial", partial)
                  .number("columns", columns));
          sums.add(partial, first.gradient());
        });
    launch(
        "headField",
        sharedBytes(2, in, hidden, out),
        columns / 16,
        ofField(v).pointer("gout", gradient).pointer("gv", back).number("columns", columns));
    return back;
  }

  private Arguments ofField(Tensor v) {
    return new Arguments()
        .pointer("v", v)
        .pointer("q0", first.weight())
        .pointer("b0", first.bias())
        .pointer("q1", second.weight());
  }

  /** Queues a kernel with a warp for each tile of columns, in small blocks if there are few. */
  private void launch(String name, int sharedBytes, long tiles, Arguments arguments) {
    boolean few = tiles < (long) MOST_WARPS * Kernels.multiprocessors();
    int warps = few ? LEAST_WARPS : MOST_WARPS;
    Kernel kernel = (few ? small : large).kernel(name, sharedBytes);
    int blocks = kernel.blocksFor(Math.max(1, Tiles.count(tiles, warps)), 32 * warps);
    kernel.launch(blocks, 32 * warps, arguments);
  }

  private Kernels kernels(int warps) {
    Map<String, Integer> sizes = Map.of("CIN", in, "HIDDEN", hidden, "COUT", out, "WARPS", warps);
    return CudaSource.kernels(path, FusedHead.class, "head", sizes);
  }
}
