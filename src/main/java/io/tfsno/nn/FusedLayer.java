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
 *   sum = W in + b + (points of the lines),    out = GELU(sum) or sum,    next lines = lines of out
 * </pre>
 *
 * and its way back. Nothing is recorded for gradients: {@link #backward} must be called by hand.
 */
public final class FusedLayer {
  private static final int PLANE_WARPS = 4;
  private static final int OUTER_WARPS = 4;

  /** Fewer warps in a block would spend their time on fetching the weights. */
  private static final int LEAST_WARPS = 2;

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

  /** Adds to the gradients of W and b. */
  public void addParameterGradient(Tensor gradient, Tensor field) {
    long columns = field.count() / in;
    int piles = OUTER_WARPS / (FusedSpectrum.roundUp(out, 32) / 32);
    int most = 2 * Kernels.multiprocessors();
    int blocks = (int) Math.min(most, Math.max(1, columns / 32 / piles));
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, out * in + out);
    outer.launch(blocks, 32 * OUTER_WARPS, gradient, field, partial, columns);
    FusedSum.add(partial, linear.gradient());
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
    private final int from;
    private final int to;
    private final int linesIn;
    private final int linesOut;
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Map<Integer, Launch> launches = new HashMap<>();

    private record Launch(Kernel kernel, int warps, int most) {}

    Stage(int from, int to, int linesIn, int linesOut, Map<String, Integer> options) {
      this.from = from;
      this.to = to;
      this.linesIn = linesIn;
      this.linesOut = linesOut;
      sizes.put("CIN", from);
      sizes.put("COUT", to);
      sizes.put("N", spectrum.points());
      sizes.put("RIN", linesIn);
      sizes.put("ROUT", linesOut);
      for (String option : new String[] {"ACTIVE", "BACKWARD", "SLOPE"}) {
        sizes.put(option, options.getOrDefault(option, 0));
      }
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
      boolean spread = spectrum.dimension() == 1;
      long groups = field.count() / field.size(0) / spectrum.points();
      int parts = spread ? parts(groups) : 1;
      Launch launch = launches.computeIfAbsent(parts, p -> spread ? onLines(p) : onPlanes());
      Tensor next = linesOut == 0 ? null : emptyLines(field, parts);
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
          sum,
          activated,
          next,
          Math.toIntExact(groups));
      return next;
    }

    private Tensor emptyLines(Tensor field, int parts) {
      long[] shape =
          spectrum.dimension() == 1
              ? new long[] {parts, linesOut / 2, to, field.size(1), 2}
              : new long[] {to, field.size(1), field.size(2), linesOut};
      return Tensor.empty(DType.FLOAT32, spectrum.device(), shape);
    }
  }
}
