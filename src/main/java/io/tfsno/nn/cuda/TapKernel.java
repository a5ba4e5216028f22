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

  /** Rows of tiles of a block on lines, and on planes, whose patches take more shared memory. */
  private static final int MOST_ROWS = 3;

  private static final int MOST_ROWS_OF_PLANES = 4;

  /**
   * @param side points along an axis that a point of the sum sees
   * @param grid of the sum
   * @param joined whether the first half of what comes in is on half as many points along each axis
   * @param early whether weights may be read before the kernel in front has ended
   */
  record Sizes(
      int in, int out, int side, int stride, TapGrid grid, boolean joined, boolean early, To to) {
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
      int most = grid.axes() == 1 ? MOST_ROWS : MOST_ROWS_OF_PLANES;
      int rows = Math.min(tiles(), most);
      while (tiles() % rows != 0) {
        rows--;
      }
      return rows;
    }

    int warps() {
      return rowTiles() * grid.tile() / 32;
    }

    int ring() {
      return ringOf(in, side);
    }

    int sharedBytes() {
      int field = 8 * steps() * grid.pitch(side, stride);
      return 4 * (field + warps() * ring() * side * 128);
    }

    Map<String, Integer> macros() {
      Map<String, Integer> macros = new HashMap<>();
      macros.put("CIN", in);
      macros.put("COUT", out);
      macros.put("TAPS", side);
      macros.put("STRIDE", stride);
      grid.nameIn(macros);
      macros.put("TILE", grid.tile());
      macros.put("ROW_TILES", rowTiles());
      macros.put("RING", ring());
      macros.put("JOINED", joined ? 1 : 0);
      macros.put("EARLY", early ? 1 : 0);
      macros.put("TO", to.number);
      return macros;
    }
  }

  /** Steps whose weights are copied ahead, by channels and taps of a line. */
  static int ringOf(int in, int side) {
    return Math.max(LEAST_RING, Math.min(MOST_RING / side, Tiles.count(in, 8)));
  }

  private final Sizes sizes;
  private final Kernels kernels;

  TapKernel(Sizes sizes, GpuPath path) {
    this.sizes = sizes;
    kernels = CudaSource.kernels(path, TapKernel.class, List.of("tapcore", "taps"), sizes.macros());
  }

  /** Blocks that cover the columns of the sum. */
  int blocks(long columns) {
    return Math.toIntExact(columns / sizes.grid().tile() * (sizes.tiles() / sizes.rowTiles()));
  }

  /** All arguments but the number of columns. */
  void launch(long columns, Arguments arguments) {
    Kernel kernel = kernels.kernel("taps", sizes.sharedBytes());
    kernel.launchBox(
        Math.toIntExact(columns / sizes.grid().tile()),
        sizes.tiles() / sizes.rowTiles(),
        1,
        32 * sizes.warps(),
        arguments.number("columns", columns));
  }
}
