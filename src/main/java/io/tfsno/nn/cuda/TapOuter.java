package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.fused.TapMap;
import io.tfsno.nn.fused.TapPass;
import java.util.HashMap;
import java.util.Map;

/** The gradients of the parameters of a map, in parts: tapouter.cu. */
final class TapOuter {
  private static final int LEAST_PARTS = 8;
  private static final int MOST_PARTS = 32;

  /** Numbers of all parts together, unless the least are more: 128 MiB. */
  private static final int MOST_NUMBERS = 1 << 25;

  /** Columns of the finest level from which on there is another part. */
  private static final int COLUMNS_OF_PART = 2048;

  /** Tiles that a warp's registers hold, 8 channels and one tap wide, unless the taps are more. */
  private static final int MOST_TILES = 8;

  private static final int MOST_ALONG = 4;

  /** Taps whose sums fit into the registers of a thread: 5 x 5. */
  private static final int MOST_TAPS = 25;

  /** Taps up to which these hold more than one tile of outputs: 3 x 3, or 9 in a line. */
  private static final int MOST_TAPS_OF_SEVERAL = 9;

  /** Up to this many blocks of a part, each has more warps. */
  private static final int FEW_BLOCKS = 24;

  private final TapMap map;
  private final int up;
  private final int along;
  private final int blocks;
  private final int warps;
  private final Kernels kernels;

  TapOuter(TapMap map, GpuPath path) {
    this.map = map;
    int tiles = Tiles.count(map.out(), 16);
    up = map.taps() > MOST_TAPS_OF_SEVERAL ? 1 : tiles % 2 == 0 ? 2 : tiles % 3 == 0 ? 3 : 1;
    int room = Math.min(MOST_ALONG, MOST_TILES / (up * map.taps()));
    along = Math.max(1, Math.min(room, Tiles.count(map.in(), 8)));
    blocks = tiles / up * Tiles.count(map.in(), 8 * along);
    warps = blocks <= FEW_BLOCKS ? 8 : 4;
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("CIN", map.in());
    sizes.put("COUT", map.out());
    sizes.put("TAPS", map.side());
    sizes.put("STRIDE", map.stride());
    TapGrid.of(map).nameIn(sizes);
    sizes.put("JOINED", map.end() == TapMap.End.JOIN ? 1 : 0);
    sizes.put("UP", up);
    sizes.put("ALONG", along);
    sizes.put("WARPS", warps);
    kernels = CudaSource.kernels(path, TapOuter.class, "tapouter", sizes);
  }

  /** Whether there is a kernel for the gradients of such a map. */
  static boolean fits(TapMap map) {
    return map.taps() <= MOST_TAPS;
  }

  /**
   * Sums that are made for each parameter, to be added up at the end of a pass.
   *
   * @param columns of the finest level
   * @param numbers of all parameters
   */
  static int parts(long columns, int numbers) {
    long most = Math.min(MOST_PARTS, MOST_NUMBERS / numbers);
    return (int) Math.max(LEAST_PARTS, Math.min(most, columns / COLUMNS_OF_PART));
  }

  /**
   * @param partial where the gradients of the map begin in the first part
   * @param parts how many of them
   * @param pitch from one part to the next
   */
  void launch(
      Tensor gradient, TapPass.Joined u, Tensor ofScale, Tensor partial, int parts, long pitch) {
    boolean joint = u.half() != null;
    Kernel outer = kernels.kernel("tapOuter", 4 * 16 * up * (8 * along * map.taps() + 1));
    outer.launchBox(
        blocks,
        parts,
        1,
        32 * warps,
        new Arguments()
            .pointer("left", gradient)
            .pointer("right", joint ? u.half() : u.whole())
            .pointerOrNone("other", joint ? u.whole() : null)
            .pointerOrNone("scale", map.scale() == null ? null : map.scale().tensor())
            .pointerOrNone("dots", ofScale)
            .pointer("partial", partial)
            .number("dotCount", ofScale == null ? 0 : Math.toIntExact(ofScale.count()))
            .number("biased", map.bias() == null ? 0 : 1)
            .number("columns", gradient.count() / map.out())
            .number("pitch", pitch));
  }
}
