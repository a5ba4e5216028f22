package io.tfsno.nn.cuda;

import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernels of gated.cu: a gate and the step behind it, for all channels of 32 columns. */
final class GatedKernel {
  private static final int TILE = 32;
  private static final int MOST_WARPS = 8;

  private final int channels;
  private final Kernels kernels;

  /**
   * @param cells points of a field
   */
  GatedKernel(int channels, int cells, GpuPath path) {
    this.channels = channels;
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("CIN", channels);
    sizes.put("TAPS", 1);
    sizes.put("STRIDE", 1);
    new TapGrid(1, 1, cells).nameIn(sizes);
    sizes.put("TILE", TILE);
    sizes.put("ROW_TILES", warps(channels));
    sizes.put("RING", TapKernel.ringOf(channels, 1));
    sizes.put("JOINED", 0);
    kernels = CudaSource.kernels(path, GatedKernel.class, List.of("tapcore", "gated"), sizes);
  }

  /** Each has 16 channels at a time, in as few turns as can be and as even ones. */
  private static int warps(int channels) {
    int tiles = Tiles.count(channels, 16);
    return Tiles.count(tiles, Tiles.count(tiles, MOST_WARPS));
  }

  static int sharedBytes(int channels) {
    int field = Tiles.roundUp(channels, 8) * (TILE + 4);
    return 4 * (2 * field + warps(channels) * TapKernel.ringOf(channels, 1) * 128);
  }

  static int blocks(long columns) {
    return Math.toIntExact(columns / TILE);
  }

  /** All arguments but the number of columns. */
  void launch(String kernel, long columns, Arguments arguments) {
    kernels
        .kernel(kernel, sharedBytes(channels))
        .launch(blocks(columns), 32 * warps(channels), arguments.number("columns", columns));
  }
}
