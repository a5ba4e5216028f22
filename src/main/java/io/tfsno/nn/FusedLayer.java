package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.Tensor;
import java.util.HashMap;
import java.util.Map;

/**
 * The field side of a spectral layer as one kernel:
 *
 * <pre>
 *   out = W f(in) + b + (points of the lines),     next lines = lines of h(out)
 * </pre>
 *
 * with f and h GELU or nothing, and its way back. Nothing is recorded for gradients: {@link
 * #backward} must be called by hand.
 */
public final class FusedLayer {
  private static final int PLANE_WARPS = 4;
  private static final int OUTER_WARPS = 4;

  /** Fewer warps in a block would spend their time on fetching the weights. */
  private static final int LEAST_WARPS = 2;

  private final FusedSpectrum spectrum;
  private final Linear linear;
  private final boolean activeIn;
  private final Stage forward;
  private final Stage backward;
  private final Kernel outer;
  private final int in;
  private final int out;

  /**
   * @param activeIn whether GELU is applied to what comes in: it is what the layer before gave
   * @param linesIn whether lines are added
   * @param linesOut whether the next lines are wanted
   * @param activeOut whether the next lines are those of GELU of the result
   */
  public FusedLayer(
      FusedSpectrum spectrum,
      Linear linear,
      boolean activeIn,
      boolean linesIn,
      boolean linesOut,
      boolean activeOut) {
    this.spectrum = spectrum;
    this.linear = linear;
    this.activeIn = activeIn;
    in = Math.toIntExact(linear.weight().size(1));
    out = Math.toIntExact(linear.weight().size(0));
    int line = spectrum.line();
    forward =
        new Stage(in, out, linesIn ? line : 0, linesOut ? line : 0, activeIn, activeOut, false);
    backward = new Stage(out, in, linesIn ? line : 0, activeIn ? line : 0, false, false, true);
    outer =
        CudaSource.compile(
                "outer",
                Map.of("CIN", in, "COUT", out, "ACTIVE_IN", activeIn ? 1 : 0, "WARPS", OUTER_WARPS))
            .kernel("outer", 4 * (out * in + out));
  }

  /**
   * @param field {@code [channel, sample, x(, y)]}
   * @param lines null if none
   */
  public record Result(Tensor field, Tensor lines) {}

  /**
   * @param lines to be added, null if the layer takes none
   */
  public Result forward(Tensor field, Tensor lines) {
    return forward.run(
        field,
        linear.weight(),
        linear.bias(),
        lines,
        spectrum.synthesis(),
        null,
        spectrum.analysis());
  }

  /**
   * Adds to the gradients of W and b.
   *
   * @param gradient of the result
   * @param lines gradient of the lines of f(in), null if the layer takes none
   * @param field what {@link #forward} was given
   * @return the gradient of the field, through f; and, if f is GELU, that of the lines which the
   *     layer before has added
   */
  public Result backward(Tensor gradient, Tensor lines, Tensor field, boolean fieldToo) {
    addParameterGradient(gradient, field);
    if (!fieldToo) {
      return null;
    }
    return backward.run(
        gradient,
        linear.weight(),
        null,
        lines,
        spectrum.analysis(),
        activeIn ? field : null,
        spectrum.synthesis());
  }

  private void addParameterGradient(Tensor gradient, Tensor field) {
    long columns = field.count() / in;
    int piles = OUTER_WARPS / (FusedSpectrum.roundUp(out, 32) / 32);
    int most = 2 * Kernels.multiprocessors();
    int blocks = (int) Math.min(most, Math.max(1, columns / 32 / piles));
    int count = out * in + out;
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, count);
    outer.launch(blocks, 32 * OUTER_WARPS, gradient, field, partial, columns);
    FusedSum.add(partial, linear.gradient());
  }

  /** The kernel in one direction. */
  private final class Stage {
    private final int from;
    private final int to;
    private final int linesIn;
    private final int linesOut;
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Map<Integer, Launch> launches = new HashMap<>();

    private record Launch(Kernel kernel, int warps, int most) {}

    Stage(
        int from,
        int to,
        int linesIn,
        int linesOut,
        boolean activeIn,
        boolean activeOut,
        boolean back) {
      this.from = from;
      this.to = to;
      this.linesIn = linesIn;
      this.linesOut = linesOut;
      sizes.put("CIN", from);
      sizes.put("COUT", to);
      sizes.put("N", spectrum.points());
      sizes.put("RIN", linesIn);
      sizes.put("ROUT", linesOut);
      sizes.put("ACTIVE_IN", activeIn ? 1 : 0);
      sizes.put("ACTIVE_OUT", activeOut ? 1 : 0);
      sizes.put("BACKWARD", back ? 1 : 0);
      sizes.put("SLOPE", back && FusedLayer.this.activeIn ? 1 : 0);
    }

    /** One warp for each line of a plane. */
    private Launch onPlanes() {
      int points = spectrum.points();
      return launch(false, 1, PLANE_WARPS, linesIn * (points + 8) + linesOut * (points + 4));
    }

    /** A line shared by so many blocks. */
    private Launch onLines(int parts) {
      int warps = Math.min(8, spectrum.points() / 32 / parts);
      int rows = FusedSpectrum.roundUp(to, 16);
      return launch(
          true,
          parts,
          warps,
          warps * rows * (FusedSpectrum.roundUp(linesOut, 32) + 8) + to * (linesIn + 4));
    }

    private Launch launch(boolean spread, int parts, int warps, int moreFloats) {
      Map<String, Integer> all = new HashMap<>(sizes);
      all.put("SPREAD", spread ? 1 : 0);
      all.put("PARTS", parts);
      all.put("WARPS", warps);
      // 16 warps on a multiprocessor leave each the 128 registers that it needs in TF32.
      all.put("BLOCKS", GpuPath.current() == GpuPath.TF32 ? Math.max(1, 16 / warps) : 1);
      int weights = FusedSpectrum.roundUp(to, 16) * (FusedSpectrum.roundUp(from, 8) + 4);
      Kernel kernel = CudaSource.compile("layer", all).kernel("layer", 4 * (weights + moreFloats));
      int most = Kernels.multiprocessors() * kernel.blocksPerMultiprocessor(32 * warps);
      return new Launch(kernel, warps, most);
    }

    /** As many blocks for a line as keep all multiprocessors busy when there are few lines. */
    private int parts(long lines) {
      int parts = 1;
      while (2 * parts * lines <= Kernels.multiprocessors()
          && spectrum.points() % (32 * LEAST_WARPS * 2 * parts) == 0) {
        parts *= 2;
      }
      return parts;
    }

    Result run(
        Tensor field,
        Tensor weight,
        Tensor bias,
        Tensor lines,
        Tensor synthesis,
        Tensor slope,
        Tensor analysis) {
      boolean spread = spectrum.dimension() == 1;
      long groups = field.count() / field.size(0) / spectrum.points();
      int parts = spread ? parts(groups) : 1;
      Launch launch = launches.computeIfAbsent(parts, p -> spread ? onLines(p) : onPlanes());
      long[] shape = field.shape();
      shape[0] = to;
      Tensor result = Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
      Tensor next = linesOut == 0 ? null : emptyLines(shape, parts);
      long wanted = spread ? groups * parts : (groups + launch.warps - 1) / launch.warps;
      launch.kernel.launch(
          (int) Math.min(launch.most, wanted),
          32 * launch.warps,
          field,
          weight,
          bias,
          lines,
          synthesis,
          slope,
          analysis,
          result,
          next,
          Math.toIntExact(groups));
      return new Result(result, next);
    }

    private Tensor emptyLines(long[] field, int parts) {
      long[] shape =
          spectrum.dimension() == 1
              ? new long[] {parts, linesOut / 2, to, field[1], 2}
              : new long[] {to, field[1], field[2], linesOut};
      return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
    }
  }
}
