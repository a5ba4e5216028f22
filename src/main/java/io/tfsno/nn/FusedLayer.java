package io.tfsno.nn;

import io.tfsno.engine.DType;
import io.tfsno.engine.Kernel;
import io.tfsno.engine.Kernels;
import io.tfsno.engine.SideStream;
import io.tfsno.engine.Tensor;
import java.util.HashMap;
import java.util.Map;

/**
 * The field side of a spectral layer as one kernel:
 *
 * <pre>
 *   sum = W in + b + (points of the lines),    out = GELU(sum) or sum,    next lines = lines of out
 * </pre>
 *
 * and its way back. Nothing is recorded for gradients: {@link #backward} must be called by hand.
 */
public final class FusedLayer {
  private static final int PLANE_WARPS = 4;
  private static final int OUTER_WARPS = 4;

  private final FusedSpectrum spectrum;
  private final Linear linear;
  private final boolean active;
  private final Stage forward;
  private final Stage backward;
  private final Kernel outer;
  private final int in;
  private final int out;

  /**
   * @param linesIn whether lines are added
   * @param afterGelu whether the layer's input came from a GELU
   * @param active whether the layer ends in a GELU
   * @param linesOut whether the next lines are wanted
   */
  public FusedLayer(
      FusedSpectrum spectrum,
      Linear linear,
      boolean linesIn,
      boolean afterGelu,
      boolean active,
      boolean linesOut) {
    this.spectrum = spectrum;
    this.linear = linear;
    this.active = active;
    in = Math.toIntExact(linear.weight().size(1));
    out = Math.toIntExact(linear.weight().size(0));
    int line = spectrum.line();
    int lines = linesIn ? line : 0;
    forward = new Stage(in, out, lines, linesOut ? line : 0, Map.of("ACTIVE", active ? 1 : 0));
    backward =
        new Stage(
            out,
            in,
            lines,
            afterGelu ? line : 0,
            Map.of("BACKWARD", 1, "SLOPE", afterGelu ? 1 : 0));
    Map<String, Integer> sizes = Map.of("CIN", in, "COUT", out, "WARPS", OUTER_WARPS);
    outer = CudaSource.compile("outer", sizes).kernel("outer", 4 * (out * in + out));
  }

  /**
   * @param sum what GELU was applied to; null if it was not, or not asked for
   * @param field {@code [channel, sample, x(, y)]}
   * @param lines of the field; null if none
   */
  public record Result(Tensor sum, Tensor field, Tensor lines) {}

  /**
   * @param lines to be added, null if the layer takes none
   * @param withSum whether the way back will come
   */
  public Result forward(Tensor field, Tensor lines, boolean withSum) {
    Tensor sum = active && withSum ? forward.emptyField(field) : null;
    Tensor result = forward.emptyField(field);
    Tensor next =
        forward.run(
            field,
            linear.weight(),
            linear.bias(),
            lines,
            spectrum.synthesis(),
            null,
            spectrum.analysis(),
            active ? sum : result,
            active ? result : null);
    return new Result(sum, result, next);
  }

  /** Adds to the gradients of W and b, beside what comes next. */
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream beside) {
    long columns = field.count() / in;
    int piles = OUTER_WARPS / (FusedSpectrum.roundUp(out, 32) / 32);
    int most = 2 * Kernels.multiprocessors();
    int blocks = (int) Math.min(most, Math.max(1, columns / 32 / piles));
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, out * in + out);
    beside.run(
        () -> {
          outer.launch(blocks, 32 * OUTER_WARPS, gradient, field, partial, columns);
          FusedSum.add(partial, linear.gradient());
        });
  }

  /**
   * @param gradient of this layer's sum
   * @param lines gradient of the lines of the layer's input, null if the layer takes none
   * @param before what GELU was applied to to get the layer's input, null if it was not
   * @return the gradient of {@code before}, or of the input, and that of the lines in it
   */
  public Result backward(Tensor gradient, Tensor lines, Tensor before) {
    Tensor result = backward.emptyField(gradient);
    Tensor next =
        backward.run(
            gradient,
            linear.weight(),
            null,
            lines,
            spectrum.analysis(),
            before,
            spectrum.synthesis(),
            result,
            null);
    return new Result(null, result, next);
  }

  /** The kernel in one direction. */
  private final class Stage {
    private final int to;
    private final int linesIn;
    private final int linesOut;
    private final boolean spread;
    private final int warps;
    private final Kernel kernel;
    private final int most;

    Stage(int from, int to, int linesIn, int linesOut, Map<String, Integer> options) {
      this.to = to;
      this.linesIn = linesIn;
      this.linesOut = linesOut;
      Map<String, Integer> sizes = new HashMap<>();
      sizes.put("CIN", from);
      sizes.put("COUT", to);
      sizes.put("N", spectrum.points());
      sizes.put("RIN", linesIn);
      sizes.put("ROUT", linesOut);
      for (String option : new String[] {"ACTIVE", "BACKWARD", "SLOPE"}) {
        sizes.put(option, options.getOrDefault(option, 0));
      }
      spread = spectrum.dimension() == 1;
      warps = spread ? Math.min(8, spectrum.points() / 32) : PLANE_WARPS;
      sizes.put("SPREAD", spread ? 1 : 0);
      sizes.put("WARPS", warps);
      // 16 warps on a multiprocessor leave each the 128 registers that it needs in TF32.
      sizes.put("BLOCKS", GpuPath.current() == GpuPath.TF32 ? Math.max(1, 16 / warps) : 1);
      int weights = FusedSpectrum.roundUp(to, 16) * (FusedSpectrum.roundUp(from, 8) + 4);
      Kernels kernels = CudaSource.compile("layer", sizes);
      kernel = kernels.kernel("layer", 4 * (weights + sharedFloats()));
      most = Kernels.multiprocessors() * kernel.blocksPerMultiprocessor(32 * warps);
    }

    /** What a block keeps in shared memory beside the weights. */
    private int sharedFloats() {
      int points = spectrum.points();
      if (!spread) {
        return linesIn * (points + 8) + linesOut * (points + 4);
      }
      int rows = FusedSpectrum.roundUp(to, 16);
      return warps * rows * (FusedSpectrum.roundUp(linesOut, 32) + 8) + to * (linesIn + 4);
    }

    Tensor emptyField(Tensor like) {
      long[] shape = like.shape();
      shape[0] = to;
      return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
    }

    /** Gives the next lines, null if there are none. */
    Tensor run(
        Tensor field,
        Tensor weight,
        Tensor bias,
        Tensor lines,
        Tensor synthesis,
        Tensor slope,
        Tensor analysis,
        Tensor sum,
        Tensor activated) {
      long groups = field.count() / field.size(0) / spectrum.points();
      Tensor next = linesOut == 0 ? null : emptyLines(field);
      long wanted = spread ? groups : (groups + warps - 1) / warps;
      kernel.launch(
          (int) Math.min(most, wanted),
          32 * warps,
          field,
          weight,
          bias,
          lines,
          synthesis,
          slope,
          analysis,
          sum,
          activated,
          next,
          Math.toIntExact(groups));
      return next;
    }

    private Tensor emptyLines(Tensor field) {
      long[] shape =
          spectrum.dimension() == 1
              ? new long[] {linesOut / 2, to, field.size(1), 2}
              : new long[] {to, field.size(1), field.size(2), linesOut};
      return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
    }
  }
}
