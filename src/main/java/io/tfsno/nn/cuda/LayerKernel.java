package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.nn.GpuPath;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** The kernel of layer.cu for one choice of sizes: a pass over a field in one direction. */
final class LayerKernel {
  private static final int PLANE_WARPS = 4;
  private static final int MOST_WARPS = 8;

  /** What the kernel does beside its products. */
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
    TO_STATES
  }

  private final FusedSpectrum spectrum;
  private final int from;
  private final int to;
  private final int linesIn;
  private final int linesOut;
  private final EnumSet<Option> options;
  private final GpuPath path;
  private final boolean spread;
  private final int warps;
  private final int tiles;
  private final Kernels whole;
  private final Kernels shared;

  /**
   * @param from channels of the field, 0 for none
   * @param linesIn whether lines are added
   * @param linesOut whether the lines of the result are wanted
   */
  LayerKernel(
      FusedSpectrum spectrum,
      int from,
      int to,
      boolean linesIn,
      boolean linesOut,
      EnumSet<Option> options) {
    this.spectrum = spectrum;
    path = spectrum.path();
    this.from = from;
    this.to = to;
    this.linesIn = linesIn ? spectrum.stretchOfLines() : 0;
    this.linesOut = linesOut ? spectrum.stretchOfLines() : 0;
    this.options = options;
    spread = spectrum.dimension() == 1;
    warps = spread ? Math.min(MOST_WARPS, spectrum.stretch() / 32) : PLANE_WARPS;
    tiles = Tiles.count(to, 16);
    whole = compile(1);
    shared = compile(tiles);
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
    sizes.put("SPREAD", spread ? 1 : 0);
    sizes.put("WARPS", warps);
    sizes.put("SPLIT", split);
    // 16 warps on a multiprocessor leave each the 128 registers that it needs with TF32 products.
    sizes.put("BLOCKS", path.products() == 1 ? Math.max(1, 16 / warps) : 1);
    return CudaSource.kernels(path, LayerKernel.class, "layer", sizes);
  }

  /** What a block keeps in shared memory. */
  private int sharedBytes(int split) {
    int rows = 16 * tiles / split;
    int rest =
        spread
            ? rows * spreadFloats(warps, linesIn, linesOut)
            : planeFloats(linesIn, linesOut, spectrum.stretch());
    return 4 * (rows * Tiles.roundUp(from, 8) + rest);
  }

  /** On a line, for each row of the result. */
  private static int spreadFloats(int warps, int linesIn, int linesOut) {
    int sums = linesOut == 0 ? 0 : warps * (Tiles.roundUp(linesOut, 32) + 8);
    return sums + linesIn;
  }

  private static int planeFloats(int linesIn, int linesOut, int stretch) {
    return (linesIn + linesOut) * stretch;
  }

  /**
   * What a block needs beside weights, if it has 16 rows of the result and takes and gives lines.
   *
   * @param lines numbers of the lines in a stretch
   */
  static int leastBytes(int dimension, int lines, int stretch) {
    return dimension == 1
        ? 4 * 16 * spreadFloats(MOST_WARPS, lines, lines)
        : 4 * planeFloats(lines, lines, stretch);
  }

  /** A field for the result, on the grid of another. */
  Tensor emptyField(Tensor like) {
    long[] shape = like.shape();
    shape[0] = to;
    DType type = options.contains(Option.TO_STATES) ? DType.FLOAT32 : path.fields();
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
    long wanted = spread ? groups : Tiles.count(groups, warps);
    // Too few groups to occupy the chip, or too many channels for a block: blocks share the
    // channels.
    boolean few = wanted < Kernels.multiprocessors() || sharedBytes(1) > Kernels.sharedBytes();
    int split = few ? tiles : 1;
    Kernel kernel = (few ? shared : whole).kernel("layer", sharedBytes(split));
    kernel.launchBox(
        kernel.blocksFor(wanted, 32 * warps),
        split,
        1,
        32 * warps,
        arguments.pointerOrNone("modes", next).number("groups", Math.toIntExact(groups)));
    return next;
  }

  private Tensor emptyLines(Tensor field) {
    int line = spectrum.line();
    long[] shape =
        spread
            ? new long[] {line / 2, to, field.size(1), 2}
            : new long[] {to, field.size(1), field.size(2), line};
    return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
  }
}
