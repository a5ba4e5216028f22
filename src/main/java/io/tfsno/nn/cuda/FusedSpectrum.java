package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Execution;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.SpectralConv;
import io.tfsno.spectral.LineMatrices;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Hand-written kernels for the spectral side of networks on one grid: the learnt products of the
 * modes, and the transforms along all axes but the last.
 *
 * <p>Fields are {@code [channel, sample, x(, y, z)]}. Modes are {@code [mode, channel, sample,
 * re/im]}, in the order of {@link SpectralConv}'s weights. {@link FusedLayer} takes and gives
 * <em>lines</em>, coefficients along the last axis: in 1D these are the modes, else they are {@code
 * [channel, sample, x(, y), line]}.
 */
public final class FusedSpectrum {
  static final int WARPS = 4;

  /** Kernels go along lines in stretches of that many points. */
  private static final int STRETCH = 32;

  /** Most columns of tables of the transform; those of a line can stay in a GPU's cache. */
  private static final int LONGEST_LINE = 16_384;

  private static final int WIDEST_PLANE = 256;

  /** Fewest points of a line that can be folded. */
  private static final int SHORTEST_LINE = 8;

  private final Points grid;
  private final Modes modes;
  private final Constants constants;
  private final Device device;
  private final GpuPath path;
  private final boolean crowded;
  private final int line;
  private final List<FusedRows> rows = new ArrayList<>();

  public FusedSpectrum(Modes modes, Points grid, Constants constants, Execution execution) {
    this.grid = grid;
    this.modes = modes;
    this.constants = constants;
    device = execution.device();
    path = execution.path();
    crowded = execution.crowded();
    line = lineOf(modes);
    int columns = modes.last().count();
    for (int axis = modes.dimension() - 2; axis >= 0; axis--) {
      FusedRows next =
          new FusedRows(modes.axis(axis), grid.at(axis), columns, axis == 0, constants, execution);
      rows.add(next);
      columns = next.modes();
    }
  }

  public GpuPath path() {
    return path;
  }

  /** Whether the chip is shared with other networks. */
  boolean crowded() {
    return crowded;
  }

  /**
   * Whether there are kernels for such grids and modes.
   *
   * @param weightBytes that a layer keeps beside the coefficients of a line
   */
  static boolean fits(Modes modes, Points grid, int weightBytes) {
    return IntStream.range(0, modes.dimension() - 1)
            .allMatch(axis -> FusedRows.fits(modes.axis(axis), grid.at(axis)))
        && fitsAlongLast(modes, grid.last(), weightBytes);
  }

  private static boolean fitsAlongLast(Modes modes, int points, int weightBytes) {
    boolean alone = modes.dimension() == 1;
    boolean folds = !alone && points >= SHORTEST_LINE && STRETCH % points == 0;
    boolean whole = points % STRETCH == 0;
    return (whole || folds)
        && points <= (alone ? LONGEST_LINE : WIDEST_PLANE)
        && leastBytes(modes, points) + weightBytes <= Kernels.sharedBytes();
  }

  private static int leastBytes(Modes modes, int points) {
    int fold = foldOf(points);
    return LayerKernel.leastBytes(modes.dimension(), fold * lineOf(modes), fold * points);
  }

  /** Numbers of a line, filled up for kernels. */
  public static int lineOf(Modes modes) {
    return lineOf(modes.last().count());
  }

  /** The length of a line that holds that many modes. */
  public static int lineOf(int count) {
    return FusedRows.lineOf(count);
  }

  /** Short lines, of which kernels take several as one. */
  private static int foldOf(int points) {
    return Math.max(1, STRETCH / points);
  }

  /** Points that a kernel takes as one line. */
  int stretch() {
    return foldOf(grid.last()) * grid.last();
  }

  /** Numbers of the lines in a stretch. */
  int stretchOfLines() {
    return foldOf(grid.last()) * line;
  }

  public int dimension() {
    return modes.dimension();
  }

  /** What near.cu has to know. */
  Map<String, Integer> sizes(Neighbours near) {
    // Without neighbours the grid does not matter: levels then share their kernels.
    int points = near.isNone() ? SHORTEST_LINE : grid.last();
    int height = near.axes() < 2 ? 1 : grid.at(0);
    return Map.of("NEAR", near.axes(), "REACH", near.reach(), "POINTS", points, "HEIGHT", height);
  }

  /** Numbers of a line. */
  int line() {
    return line;
  }

  public Modes modes() {
    return modes;
  }

  public Device device() {
    return device;
  }

  /**
   * A matrix for {@link LayerKernel}, by which it makes points from lines.
   *
   * @param inverse that of the inverse transform; else the transpose of the forward transform
   */
  Tensor toPoints(boolean inverse) {
    return rounded("to points, inverse " + inverse, () -> LaneOrder.toPoints(matrix(inverse)));
  }

  /**
   * A matrix for {@link LayerKernel}, by which it makes lines from points.
   *
   * @param inverse the transpose of the inverse transform; else the forward transform
   */
  Tensor toLines(boolean inverse) {
    return rounded("to lines, inverse " + inverse, () -> LaneOrder.toLines(matrix(inverse)));
  }

  /** {@code [line, x]}; where lines are folded it repeats along its diagonal. */
  private Tensor matrix(boolean inverse) {
    int points = grid.last();
    Tensor matrix = LineMatrices.padded(modes, grid, line, inverse);
    Tensor whole = Tensor.zeros(matrix.type(), matrix.device(), stretchOfLines(), stretch());
    for (int i = 0; i < foldOf(points); i++) {
      whole
          .narrow(0, (long) i * line, line)
          .narrow(1, (long) i * points, points)
          .copyInPlace(matrix);
    }
    return whole;
  }

  private Tensor rounded(String what, Supplier<Tensor> make) {
    String key = "%s of %s on %s for %s".formatted(what, modes, grid, path);
    return constants.tensor(key, device, () -> path.rounded(make.get()));
  }

  /** Lines to modes. */
  public Tensor toModes(Tensor lines) {
    if (rows.isEmpty()) {
      return lines;
    }
    Tensor x = lines;
    long images = lines.size(0) * lines.size(1);
    for (int i = 0; i < rows.size(); i++) {
      x = rows.get(i).toModes(x, images * pointsBefore(i));
    }
    return x.view(modes.count(), lines.size(0), lines.size(1), 2);
  }

  /** Modes to lines: the transpose of {@link #toModes}. */
  public Tensor toLines(Tensor ofModes) {
    if (rows.isEmpty()) {
      return ofModes;
    }
    Tensor x = ofModes;
    long images = ofModes.size(1) * ofModes.size(2);
    for (int i = rows.size() - 1; i >= 0; i--) {
      x = rows.get(i).toRows(x, images * pointsBefore(i));
    }
    return x.view(linesShape(ofModes.size(1), ofModes.size(2)));
  }

  /** Lines of that many fields. */
  long[] linesShape(long channels, long samples) {
    long[] shape = grid.shape(channels, samples);
    shape[shape.length - 1] = line;
    return shape;
  }

  /** Points along the axes before that of a transform; the first one is along the last but one. */
  private long pointsBefore(int transform) {
    long points = 1;
    for (int axis = 0; axis < grid.dimension() - 2 - transform; axis++) {
      points *= grid.at(axis);
    }
    return points;
  }

  /** Room for coefficients like those of x, with another number of channels. */
  public Tensor emptyModes(long count, long channels, long samples) {
    // Numbers beyond the last mode are multiplied by zero, so they must at least be numbers.
    return count > modes.count()
        ? Tensor.zeros(DType.FLOAT32, device, count, channels, samples, 2)
        : empty(count, channels, samples, 2);
  }

  /** Queues a product of all modes, one tile of 16 channels of the result to a block. */
  public void launch(Kernel kernel, int to, int samples, Arguments arguments) {
    int tiles = Tiles.count(to, 16);
    int fours = (samples + 3) / 4;
    // A warp takes two groups of four samples at least, unless the chip would be half idle.
    boolean few = modes.count() * tiles * (fours / (2 * WARPS)) < Kernels.multiprocessors();
    int turns = Math.max(1, fours / (few ? WARPS : 2 * WARPS));
    // A warp without samples would read the weights all the same.
    int warps = Math.min(WARPS, fours);
    kernel.launchBox(modes.count(), tiles, turns, 32 * warps, arguments);
  }

  /**
   * Queues kernels that add to gradients of parameters. In 1D, where kernels are short, several
   * queues made a step 3 to 6 % faster; in 2D, where they fill the chip, 2 to 3 % slower.
   */
  public void runConcurrently(SideStream side, Runnable kernels) {
    if (modes.dimension() == 1) {
      side.runInTurn(kernels);
    } else {
      side.run(kernels);
    }
  }

  /** A kernel of {@link #products}. */
  public Kernel product(String name, Tensor weight, int hidden) {
    int weights = 16 * (Tiles.roundUp(2 * Math.toIntExact(weight.size(-1)), 32) + 4);
    int sums = 256 * WARPS;
    return products(weight, hidden).kernel(name, 4 * Math.max(weights, sums));
  }

  /** The kernels of modes.cu for weights of such a shape, with that many numbers in a gate. */
  public Kernels products(Tensor weight, int hidden) {
    Map<String, Integer> sizes =
        Map.of(
            "CIN",
            Math.toIntExact(weight.size(-1)),
            "COUT",
            Math.toIntExact(weight.size(-3)),
            "WARPS",
            WARPS,
            "HID",
            hidden);
    return CudaSource.kernels(path, FusedSpectrum.class, "modes", sizes);
  }

  private Tensor empty(long... shape) {
    return Tensor.empty(DType.FLOAT32, device, shape);
  }
}
