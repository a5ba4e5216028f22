package io.tfsno.nn.cuda;

import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernel of taps.cu for one map in one direction. */
final class TapKernel {
  /** What becomes of the sum, by the numbers of taps.cu. */
  enum To {
    PLAIN(0),
    SPLIT(1),
    UNFOLD(2),
    END(3);

    private final int number;

    To(int number) {
      this.number = number;
    }
  }

  /** Steps whose weights are copied ahead: more of them where a step is short. */
  private static final int LEAST_RING = 4;

  private static final int MOST_RING = 16;

  /**
   * @param points of a line of the sum
   * @param joined whether the first half of what comes in is on half as many points
   * @param early whether weights may be read before the kernel in front has ended
   */
  record Sizes(
      int in, int out, int taps, int stride, int points, boolean joined, boolean early, To to) {
    /** Tiles of 16 rows. */
    int tiles() {
      return Tiles.count(out, 16);
    }

    /** Steps of 8 channels. */
    int steps() {
      return Tiles.count(in, 8);
    }

    /** Rows of tiles of a block: all of them if they are few, else such that blocks are many. */
    int rowTiles() {
      return tiles() <= 3 ? tiles() : tiles() % 3 == 0 ? 3 : tiles() % 2 == 0 ? 2 : 1;
    }

    /** Columns of a block. */
    int tile() {
      return points % 64 == 0 ? 64 : 32;
    }

    int warps() {
      return rowTiles() * tile() / 32;
    }

    int ring() {
      return ringOf(in, taps);
    }

    int sharedBytes() {
      int halo = stride == 1 && taps > 1 ? 8 : 0;
      int field = 8 * steps() * (stride * tile() + halo + 4);
      return 4 * (field + warps() * ring() * taps * 128);
    }

    private Map<String, Integer> macros() {
      Map<String, Integer> macros = new HashMap<>();
      macros.put("CIN", in);
      macros.put("COUT", out);
      macros.put("TAPS", taps);
      macros.put("STRIDE", stride);
      macros.put("N", points);
      macros.put("TILE", tile());
      macros.put("ROW_TILES", rowTiles());
      macros.put("RING", ring());
      macros.put("JOINED", joined ? 1 : 0);
      macros.put("EARLY", early ? 1 : 0);
      macros.put("TO", to.number);
      return macros;
    }
  }

  /** Steps whose weights are copied ahead, by channels and taps. */
  static int ringOf(int in, int taps) {
    return Math.max(LEAST_RING, Math.min(MOST_RING / taps, Tiles.count(in, 8)));
  }

  private final Sizes sizes;
  private final Kernels kernels;

  TapKernel(Sizes sizes, GpuPath path) {
    this.sizes = sizes;
    kernels = CudaSource.kernels(path, TapKernel.class, List.of("tapcore", "taps"), sizes.macros());
  }

  /** Blocks that cover the columns of the sum. */
  int blocks(long columns) {
    return Math.toIntExact(columns / sizes.tile() * (sizes.tiles() / sizes.rowTiles()));
  }

  /** All arguments but the number of columns. */
  void launch(long columns, Arguments arguments) {
    Kernel kernel = kernels.kernel("taps", sizes.sharedBytes());
    kernel.launchBox(
        Math.toIntExact(columns / sizes.tile()),
        sizes.tiles() / sizes.rowTiles(),
        1,
        32 * sizes.warps(),
        arguments.number("columns", columns));
  }
}
