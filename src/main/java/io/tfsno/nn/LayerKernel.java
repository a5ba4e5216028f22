package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.Tensor;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** The kernel of layer.cu for one choice of sizes: a pass over a field in one direction. */
final class LayerKernel {
  private static final int PLANE_WARPS = 4;

  /** What the kernel does beside its products. */
  enum Option {
    /** GELU at the end. */
    ACTIVE,
    /** The weight comes transposed, and there is no bias. */
    BACKWARD,
    /** The result is multiplied by the slope of GELU. */
    SLOPE,
    /** A field is added. */
    ADD
  }

  private final FusedSpectrum spectrum;
  private final int to;
  private final int linesIn;
  private final int linesOut;
  private final boolean spread;
  private final int warps;
  private final Kernel kernel;
  private final int most;

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
    this.to = to;
    this.linesIn = linesIn ? spectrum.stretchOfLines() : 0;
    this.linesOut = linesOut ? spectrum.stretchOfLines() : 0;
    spread = spectrum.dimension() == 1;
    warps = spread ? Math.min(8, spectrum.stretch() / 32) : PLANE_WARPS;
    Map<String, Integer> sizes = new HashMap<>();
    sizes.put("CIN", from);
    sizes.put("COUT", to);
    sizes.put("N", spectrum.stretch());
    sizes.put("RIN", this.linesIn);
    sizes.put("ROUT", this.linesOut);
    for (Option option : Option.values()) {
      sizes.put(option.name(), options.contains(option) ? 1 : 0);
    }
    sizes.put("SPREAD", spread ? 1 : 0);
    sizes.put("WARPS", warps);
    // 16 warps on a multiprocessor leave each the 128 registers that it needs in TF32.
    sizes.put("BLOCKS", GpuPath.current() == GpuPath.TF32 ? Math.max(1, 16 / warps) : 1);
    int weights = FusedSpectrum.roundUp(to, 16) * (FusedSpectrum.roundUp(from, 8) + 4);
    kernel = CudaSource.compile("layer", sizes).kernel("layer", 4 * (weights + sharedFloats()));
    most = Kernels.multiprocessors() * kernel.blocksPerMultiprocessor(32 * warps);
  }

  /** What a block keeps in shared memory beside the weights. */
  private int sharedFloats() {
    int points = spectrum.stretch();
    if (!spread) {
      return linesIn * (points + 8) + linesOut * (points + 4);
    }
    int rows = FusedSpectrum.roundUp(to, 16);
    return warps * rows * (FusedSpectrum.roundUp(linesOut, 32) + 8) + to * (linesIn + 4);
  }

  /** A field for the result, on the grid of another. */
  Tensor emptyField(Tensor like) {
    long[] shape = like.shape();
    shape[0] = to;
    return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
  }

  /** What goes in and where it comes out; null for what the kernel does without. */
  record Arguments(
      Tensor field,
      Tensor weight,
      Tensor bias,
      Tensor added,
      Tensor lines,
      Tensor synthesis,
      Tensor slope,
      Tensor analysis,
      Tensor sum,
      Tensor activated) {}

  /**
   * @param like a field on the grid that the kernel runs over
   * @return the lines of the result, null if there are none
   */
  Tensor run(Tensor like, Arguments a) {
    long groups = like.count() / like.size(0) / spectrum.stretch();
    Tensor next = linesOut == 0 ? null : emptyLines(like);
    long wanted = spread ? groups : (groups + warps - 1) / warps;
    kernel.launch(
        (int) Math.min(most, wanted),
        32 * warps,
        a.field,
        a.weight,
        a.bias,
        a.added,
        a.lines,
        a.synthesis,
        a.slope,
        a.analysis,
        a.sum,
        a.activated,
        next,
        Math.toIntExact(groups));
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
