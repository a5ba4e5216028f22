package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import io.tfsno.spectral.LineMatrices;
import io.tfsno.spectral.Modes;
import java.util.HashMap;
import java.util.Map;

/**
 * The transform along one axis that is not the last, as kernels: rows {@code [image, x, line]} to
 * modes and back. Along the first axis of a grid modes come first, {@code [mode, image, re/im]};
 * along a later one they are the lines {@code [image, line]} of the axis before it.
 */
final class FusedRows {
  private static final int WARPS = 4;

  /** Points and waves come in tiles of that size. */
  private static final int EIGHT = 8;

  /** Tiles of sums that the registers of a warp hold. */
  private static final int MOST_SUMS = 16;

  private static final int MOST_WAVES = EIGHT * MOST_SUMS;

  /** Warps that keep a multiprocessor busy. */
  private static final int MANY_WARPS = 8;

  private final Modes.Axis axis;
  private final int points;
  private final int line;
  private final int columns;
  private final boolean first;
  private final Constants constants;
  private final Execution execution;

  /**
   * @param columns modes of the axes behind this one
   * @param first whether this is the grid's first axis
   */
  FusedRows(
      Modes.Axis axis,
      int points,
      int columns,
      boolean first,
      Constants constants,
      Execution execution) {
    this.axis = axis;
    this.points = points;
    this.columns = columns;
    this.first = first;
    this.constants = constants;
    this.execution = execution;
    line = lineOf(columns);
    compile(1, eightsOfWaves());
    compile(1, 1);
    compile(largestShare(), 1);
  }

  /** Whether there are kernels for such an axis. */
  static boolean fits(Modes.Axis axis, int points) {
    return points % EIGHT == 0 && axis.count() <= MOST_WAVES;
  }

  /** The length of a line that holds that many modes, padded for kernels. */
  static int lineOf(int modes) {
    return Tiles.roundUp(2 * modes, EIGHT);
  }

  /** Modes of this axis and those behind it. */
  int modes() {
    return axis.count() * columns;
  }

  /**
   * @param images whatever lies before this axis: channels, samples, earlier axes
   */
  Tensor toModes(Tensor rows, long images) {
    Tensor to = first ? empty(modes(), images, 2) : empty(images, lineOf(modes()));
    launch("down", images, new Arguments().pointer("v", rows), to, "m");
    return to;
  }

  /** The transpose of {@link #toModes}. */
  Tensor toRows(Tensor modes, long images) {
    Tensor to = empty(images, points, line);
    launch("up", images, new Arguments().pointer("m", modes), to, "v");
    return to;
  }

  /** Where there are few images, warps share their lines; where there are very few, also waves. */
  private void launch(String name, long images, Arguments from, Tensor to, String toName) {
    long many = (long) MANY_WARPS * Kernels.multiprocessors();
    int share = images < many ? 1 : largestShare();
    int parts = images * (line / EIGHT) < many ? eightsOfWaves() : 1;
    Kernel kernel = compile(share, parts).kernel(name, 0);
    long pieces = images * (line / EIGHT / share) * parts;
    int blocks = kernel.blocksFor(Tiles.count(pieces, WARPS), 32 * WARPS);
    kernel.launch(
        blocks,
        32 * WARPS,
        from.pointer("table", table(name.equals("down")))
            .pointer(toName, to)
            .number("images", Math.toIntExact(images)));
  }

  /** The most eights of a line that a warp can take: its registers hold the sums of all waves. */
  private int largestShare() {
    int share = line / EIGHT;
    while (line / EIGHT % share != 0 || (share > 1 && share * eightsOfWaves() > MOST_SUMS)) {
      share--;
    }
    return share;
  }

  private int eightsOfWaves() {
    return Tiles.count(axis.count(), EIGHT);
  }

  /**
   * @param share eights of a line that a warp takes
   * @param parts warps that share the waves, or the points
   */
  private Kernels compile(int share, int parts) {
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("N", points);
    sizes.put("LINE", line);
    sizes.put("COLUMNS", columns);
    sizes.put("K1", axis.count());
    sizes.put("NEXT_LINE", first ? 0 : lineOf(modes()));
    sizes.put("SHARE", share);
    sizes.put("PARTS", parts);
    sizes.put("WARPS", WARPS);
    return CudaSource.kernels(execution.path(), FusedRows.class, "rows", sizes);
  }

  private Tensor table(boolean down) {
    GpuPath path = execution.path();
    String key = "waves down %s of %s on %d for %s".formatted(down, axis, points, path);
    return constants.tensor(
        key,
        execution.device(),
        () -> path.rounded(LaneOrder.waves(LineMatrices.waves(axis, points), down)));
  }

  private Tensor empty(long... shape) {
    return Tensor.empty(DType.FLOAT32, execution.device(), shape);
  }
}
