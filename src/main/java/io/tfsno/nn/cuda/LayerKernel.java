package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernel of layer.cu for one choice of sizes: a pass over a field in one direction. */
final class LayerKernel {
  private static final int PLANE_WARPS = 4;
  private static final int MOST_WARPS = 8;

  /** Points that the warps of a block take at once: blocks share the pieces of longer lines. */
  private static final int PIECE = 32 * MOST_WARPS;

  /** Tiles of 16 channels that a warp's registers hold along a piece of a long line. */
  private static final int MOST_TILES = 4;

  /** Groups and modes of a block that adds up pieces. */
  private static final int GROUPS_TOGETHER = 8;

  private static final int MODES_TOGETHER = 32;

  /** Shared memory that each block loses to the system. */
  private static final int RESERVED_BYTES = 1024;

  /** Channels times neighbours on a side that leave a warp of a crowded chip enough registers. */
  private static final int MOST_CROWDED = 64;

  /** Numbers that a warp can keep of a row of a plane. */
  private static final int MOST_KEPT = 128;

  /** What the kernel does in addition to its products. */
  enum Option {
    /** GELU at the end. */
    ACTIVE,
    /** The weight comes transposed, and there is no bias. */
    BACKWARD,
    /** The result is multiplied by the slope of GELU. */
    SLOPE,
    /** A field is added. */
    ADD,
    /** What comes in are states of the network, in float32. */
    FROM_STATES,
    /** What comes out are states. */
    TO_STATES,
    /** There is a local gate; in the backward pass its gradient follows that of the sum. */
    GATED,
    /** The sum before the GELU had a local gate, whose gradient follows that of the sum. */
    GAINED,
    /** The field that comes in is added to the GELU. */
    RESIDUAL,
    /** What the slope is multiplied with is given as well, behind all else. */
    PASSES
  }

  private final FusedSpectrum spectrum;
  private final int from;
  private final int to;
  private final int linesIn;
  private final int linesOut;
  private final Neighbours near;
  private final EnumSet<Option> options;
  private final GpuPath path;
  private final boolean planes;
  private final boolean spread;
  private final boolean crowded;
  private final int warps;
  private final int tiles;
  private final int pieces;
  private final int leastSplit;
  private final Kernels whole;
  private final Kernels shared;

  /**
   * @param from channels of the field, 0 for none
   * @param linesIn whether lines are added
   * @param linesOut whether the lines of the result are wanted
   * @param near of which there are differences
   */
  LayerKernel(
      FusedSpectrum spectrum,
      int from,
      int to,
      boolean linesIn,
      boolean linesOut,
      Neighbours near,
      EnumSet<Option> options) {
    this.spectrum = spectrum;
    path = spectrum.path();
    this.from = from;
    this.to = to;
    this.linesIn = linesIn ? spectrum.stretchOfLines() : 0;
    this.linesOut = linesOut ? spectrum.stretchOfLines() : 0;
    this.near = near;
    this.options = options;
    tiles = Tiles.count(to, 16);
    planes = spectrum.dimension() > 1;
    spread = !planes || overfillsWarp();
    crowded = spectrum.crowded() && !planes && from * near.reach() <= MOST_CROWDED;
    warps = spread ? Math.min(MOST_WARPS, spectrum.stretch() / 32) : PLANE_WARPS;
    pieces = spread ? Tiles.count(spectrum.stretch(), 32 * warps) : 1;
    leastSplit = gates() ? tiles : pools() ? splitOfPieces() : 1;
    whole = compile(leastSplit);
    shared = compile(tiles);
  }

  /** Whether a row of a plane, with its coefficients and tables, is too much for one warp. */
  private boolean overfillsWarp() {
    int kept = tiles * (linesIn + linesOut) / 2 + 16 * tiles;
    int tables = 4 * planeFloats(linesIn, linesOut, spectrum.stretch());
    return kept > MOST_KEPT || 2 * tables > Kernels.sharedBytes();
  }

  /** Whether a gain is made, which with what it multiplies takes twice the registers of a sum. */
  private boolean gates() {
    return options.contains(Option.GATED) && !options.contains(Option.BACKWARD);
  }

  /** Whether the warps of a block share the rows of the table that makes lines. */
  private boolean pools() {
    return spread && (planes || pieces > 1);
  }

  /** The fewest blocks among which channels must be divided so that two fit together. */
  private int splitOfPieces() {
    int split = 1;
    while (split < tiles
        && (tiles % split != 0
            || tiles / split > MOST_TILES
            || 2 * sharedBytes(split) > Kernels.sharedBytes())) {
      split++;
    }
    return split;
  }

  /**
   * @param split blocks that share the channels
   */
  private Kernels compile(int split) {
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("CIN", from);
    sizes.put("COUT", to);
    sizes.put("N", spectrum.stretch());
    sizes.put("RIN", linesIn);
    sizes.put("ROUT", linesOut);
    for (Option option : Option.values()) {
      sizes.put(option.name(), options.contains(option) ? 1 : 0);
    }
    sizes.putAll(spectrum.sizes(near));
    sizes.put("SPREAD", spread ? 1 : 0);
    sizes.put("PLANES", planes ? 1 : 0);
    sizes.put("WARPS", warps);
    sizes.put("SPLIT", split);
    sizes.put("CROWDED", crowded ? 1 : 0);
    sizes.put("BLOCKS", path.products() == 1 || crowded ? blocksTogether(split) : 1);
    return CudaSource.kernels(path, LayerKernel.class, List.of("near", "layer"), sizes);
  }

  /**
   * 16 warps on a multiprocessor leave each the 128 registers that it needs with TF32 products, 8
   * those that neighbours and gates take in addition on a line, or on a plane where a warp keeps
   * both its old and its new lines or sees two neighbours on each side; where fewer fit into shared
   * memory, each can have more. On a crowded chip 16 warps hide each other's waits.
   */
  private int blocksTogether(int split) {
    int fitting = Kernels.sharedBytes() / (sharedBytes(split) + RESERVED_BYTES);
    boolean local = !near.isNone() || options.contains(Option.GATED);
    boolean full = spread || (linesIn > 0 && linesOut > 0) || near.reach() > 1;
    return Math.max(1, Math.min((local && full && !crowded ? 8 : 16) / warps, fitting));
  }

  /** What a block keeps in shared memory. */
  private int sharedBytes(int split) {
    int rows = 16 * tiles / split;
    int rest =
        spread
            ? rows * spreadFloats(warps, linesIn, linesOut, pools())
            : planeFloats(linesIn, linesOut, spectrum.stretch());
    return weightBytes(rows, from, near, options.contains(Option.GATED)) + 4 * rest;
  }

  private static int weightBytes(int rows, int from, Neighbours near, boolean gated) {
    int maps = 1 + near.differences() + (gated ? 1 : 0);
    return 4 * rows * maps * Tiles.roundUp(from, 8);
  }

  /** Of 16 rows of the result. */
  static int leastWeightBytes(int channels, Neighbours near, boolean gated) {
    return weightBytes(16, channels, near, gated);
  }

  /** On a line, for each row of the result. */
  private static int spreadFloats(int warps, int linesIn, int linesOut, boolean pooled) {
    int ofWarp = pooled ? 32 : Tiles.roundUp(linesOut, 32) + 8;
    return (linesOut == 0 ? 0 : warps * ofWarp) + linesIn;
  }

  private static int planeFloats(int linesIn, int linesOut, int stretch) {
    return (linesIn + linesOut) * stretch;
  }

  /**
   * What a block needs in addition to weights, if it has 16 rows of the result and takes and gives
   * lines.
   *
   * @param lines numbers of the lines in a stretch
   */
  static int leastBytes(int dimension, int lines, int stretch) {
    boolean pooled = dimension > 1 || stretch > PIECE;
    return 4 * 16 * spreadFloats(MOST_WARPS, lines, lines, pooled);
  }

  /** A field for the result, on the grid of another. */
  Tensor emptyField(Tensor like) {
    DType type = options.contains(Option.TO_STATES) ? DType.FLOAT32 : path.fields();
    int gained = options.contains(Option.GAINED) ? 1 : 0;
    return empty(type, like, 1 + gained + (options.contains(Option.PASSES) ? 1 : 0));
  }

  /** Room for what the backward pass needs of the GELU. */
  Tensor emptySlopes(Tensor like) {
    return empty(path.slopes(), like, gates() ? 3 : 1);
  }

  private Tensor empty(DType type, Tensor like, int fields) {
    long[] shape = like.shape();
    shape[0] = (long) fields * to;
    return Tensor.empty(type, spectrum.device(), shape);
  }

  /**
   * @param like a field on the grid that the kernel runs over
   * @param arguments what goes in and where it comes out, but for the lines of the result
   * @return the lines of the result, null if there are none
   */
  Tensor run(Tensor like, Arguments arguments) {
    long groups = like.count() / like.size(0) / spectrum.stretch();
    Tensor next = linesOut == 0 ? null : emptyLines(like);
    Tensor ofPieces = linesOut == 0 || pieces == 1 ? next : emptyPieces(groups);
    long wanted = spread ? groups * pieces : Tiles.count(groups, warps);
    // Too few groups to occupy the chip, or too many channels for a block: blocks share the
    // channels.
    boolean few =
        wanted < Kernels.multiprocessors() || sharedBytes(leastSplit) > Kernels.sharedBytes();
    int split = few ? tiles : leastSplit;
    Kernel kernel = (few ? shared : whole).kernel("layer", sharedBytes(split));
    kernel.launchBox(
        kernel.blocksFor(wanted, 32 * warps),
        split,
        1,
        32 * warps,
        arguments.pointerOrNone("modes", ofPieces).number("groups", Math.toIntExact(groups)));
    if (next != ofPieces) {
      addPieces(ofPieces, next, Math.toIntExact(groups));
    }
    return next;
  }

  /** What each block sums along its piece of a long line, {@code [group, piece, channel, row]}. */
  private Tensor emptyPieces(long groups) {
    return Tensor.empty(DType.FLOAT32, spectrum.device(), groups, pieces, to, linesOut);
  }

  private void addPieces(Tensor ofPieces, Tensor lines, int groups) {
    int pair = 8;
    whole
        .kernel("addPieces", pair * GROUPS_TOGETHER * (MODES_TOGETHER + 1))
        .launchBox(
            Tiles.count(linesOut / 2, MODES_TOGETHER),
            to,
            Tiles.count(groups, GROUPS_TOGETHER),
            GROUPS_TOGETHER * MODES_TOGETHER,
            new Arguments()
                .pointer("partial", ofPieces)
                .pointer("modes", lines)
                .number("groups", groups));
  }

  private Tensor emptyLines(Tensor field) {
    int line = spectrum.line();
    long[] shape =
        planes
            ? spectrum.linesShape(to, field.size(1))
            : new long[] {line / 2, to, field.size(1), 2};
    return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
  }
}
