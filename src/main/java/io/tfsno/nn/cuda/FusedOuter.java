package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The gradients of maps over channels that share their input: of the map of a field with its bias,
 * or of the maps of all its differences in one launch.
 */
final class FusedOuter {
  static final int WARPS = 4;

  private final FusedSpectrum spectrum;
  private final int in;
  private final int out;
  private final int maps;
  private final int count;
  private final Kernels kernels;
  private final FusedSum sums;

  /**
   * @param near of which there are differences; none for the field itself
   * @param fromStates whether the input is the network's own
   */
  FusedOuter(FusedSpectrum spectrum, int in, int out, Neighbours near, boolean fromStates) {
    this.spectrum = spectrum;
    this.in = in;
    this.out = out;
    maps = Math.max(1, near.differences());
    count = out * in + (near.isNone() ? out : 0);
    Map<String, Integer> sizes = new HashMap<>(spectrum.sizes(near));
    sizes.put("CIN", in);
    sizes.put("COUT", out);
    sizes.put("WARPS", WARPS);
    sizes.put("FROM_STATES", fromStates ? 1 : 0);
    kernels =
        CudaSource.kernels(spectrum.path(), FusedOuter.class, List.of("near", "outer"), sizes);
    sums = new FusedSum(spectrum.path());
  }

  /** Blocks that each sum a part of such gradients. */
  static int blocks(long columns, int out, int maps, int multiprocessors) {
    int piles = WARPS / Tiles.count(out, 32);
    return FusedSum.blocks(columns / 32 / piles, maps, multiprocessors);
  }

  /**
   * Adds to gradients, concurrently with what comes next.
   *
   * @param gradient of what the maps give
   * @param field their input
   * @param total where the gradients of all maps begin
   */
  void add(Tensor gradient, Tensor field, Tensor total, SideStream side) {
    long columns = field.count() / in;
    int blocks = blocks(columns, out, maps, Kernels.multiprocessors());
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, (long) maps * count);
    Kernel outer = kernels.kernel("outer", 4 * count);
    spectrum.runConcurrently(
        side,
        () -> {
          outer.launchBox(
              blocks,
              maps,
              1,
              32 * WARPS,
              new Arguments()
                  .pointer("left", gradient)
                  .pointer("right", field)
                  .pointer("partial", partial)
                  .number("columns", columns));
          sums.add(partial, total);
        });
  }
}
