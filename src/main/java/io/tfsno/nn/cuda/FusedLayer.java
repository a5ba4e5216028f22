package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.Linear;
import java.util.Arrays;
import java.util.EnumSet;
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
  private static final int OUTER_WARPS = 4;

  /** How a layer is joined to its neighbours. */
  public enum Joint {
    /** The input is the network's own, in float32 however fields are stored. */
    FROM_STATES,
    /** Lines are added to the sum. */
    TAKES_LINES,
    /** The layer ends in a GELU. */
    ACTIVE,
    /** The lines of the result are wanted. */
    GIVES_LINES,
    /** The layer's input came from a GELU; the way back goes through that too. */
    AFTER_GELU,
    /** The lines of the gradient before that GELU are wanted. */
    GIVES_LINES_BACK
  }

  private final FusedSpectrum spectrum;
  private final Linear linear;
  private final boolean active;
  private final LayerKernel forward;
  private final LayerKernel backward;
  private final Kernels outers;
  private final FusedSum sums;
  private final int in;
  private final int out;

  public FusedLayer(FusedSpectrum spectrum, Linear linear, Joint... joints) {
    this.spectrum = spectrum;
    this.linear = linear;
    EnumSet<Joint> has = EnumSet.noneOf(Joint.class);
    has.addAll(Arrays.asList(joints));
    active = has.contains(Joint.ACTIVE);
    in = Math.toIntExact(linear.weight().size(1));
    out = Math.toIntExact(linear.weight().size(0));
    EnumSet<LayerKernel.Option> there = EnumSet.noneOf(LayerKernel.Option.class);
    if (active) {
      there.add(LayerKernel.Option.ACTIVE);
    }
    EnumSet<LayerKernel.Option> back = EnumSet.of(LayerKernel.Option.BACKWARD);
    if (has.contains(Joint.AFTER_GELU)) {
      back.add(LayerKernel.Option.SLOPE);
    }
    if (has.contains(Joint.FROM_STATES)) {
      there.add(LayerKernel.Option.FROM_STATES);
      back.add(LayerKernel.Option.TO_STATES);
    }
    boolean takes = has.contains(Joint.TAKES_LINES);
    forward = new LayerKernel(spectrum, in, out, takes, has.contains(Joint.GIVES_LINES), there);
    backward =
        new LayerKernel(spectrum, out, in, takes, has.contains(Joint.GIVES_LINES_BACK), back);
    int states = has.contains(Joint.FROM_STATES) ? 1 : 0;
    Map<String, Integer> sizes =
        Map.of("CIN", in, "COUT", out, "WARPS", OUTER_WARPS, "FROM_STATES", states);
    sums = new FusedSum(spectrum.path());
    outers = CudaSource.kernels(spectrum.path(), FusedLayer.class, "outer", sizes);
  }

  /** Says that {@link #forwardMixing} and {@link #backwardMixing} will be called. */
  public void prepareMixing() {
    forward.prepareMixing();
    backward.prepareMixing();
  }

  /** Whether there are kernels for so many channels. */
  public static boolean fits(int channels) {
    return channels <= 32 * OUTER_WARPS;
  }

  /**
   * @param sum what the backward pass needs of the GELU at the sum, see {@link GpuPath#slopes};
   *     null if there is none, or it was not asked for
   * @param field {@code [channel, sample, x(, y)]}
   * @param lines of the field; null if none
   */
  public record Result(Tensor sum, Tensor field, Tensor lines) {}

  /**
   * @param lines to be added, null if the layer takes none
   * @param withSum whether the way back will come
   */
  public Result forward(Tensor field, Tensor lines, boolean withSum) {
    return forward(field, lines, withSum, forward.emptyField(field));
  }

  /** The same with a place for the result, whose memory must be in one piece. */
  public Result forward(Tensor field, Tensor lines, boolean withSum, Tensor result) {
    Tensor sum = active && withSum ? forward.emptySlopes(field) : null;
    Tensor next = forward.run(field, forwardArguments(field, lines, sum, result));
    return new Result(sum, result, next);
  }

  /**
   * The layer with the learnt product whose result it adds, in one kernel where that pays.
   *
   * @param modes what goes into the product
   */
  public Result forwardMixing(Tensor field, Tensor modes, Tensor spectralWeight, boolean withSum) {
    if (!forward.mixes(field)) {
      return forward(field, spectrum.toLines(spectrum.mix(modes, spectralWeight)), withSum);
    }
    Tensor result = forward.emptyField(field);
    Tensor sum = active && withSum ? forward.emptySlopes(field) : null;
    Arguments arguments = forwardArguments(field, modes, sum, result);
    return new Result(sum, result, forward.runMixing(field, arguments, spectralWeight));
  }

  private Arguments forwardArguments(Tensor field, Tensor lines, Tensor sum, Tensor result) {
    return new Arguments()
        .pointer("in", field)
        .pointer("weight", linear.weight())
        .pointer("bias", linear.bias())
        .none("add")
        .pointerOrNone("coeff", lines)
        .pointer("synthesis", spectrum.toPoints(true))
        .none("slope")
        .pointer("analysis", spectrum.toLines(false))
        .pointerOrNone("out", active ? sum : result)
        .pointerOrNone("active", active ? result : null);
  }

  /** Adds to the gradients of W and b, beside what comes next. */
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream beside) {
    long columns = field.count() / in;
    int piles = OUTER_WARPS / Tiles.count(out, 32);
    int most = 3 * Kernels.multiprocessors();
    int blocks = (int) Math.min(most, Math.max(1, columns / 32 / piles));
    int count = out * in + out;
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, count);
    Kernel outer = outers.kernel("outer", 4 * count);
    spectrum.runBeside(
        beside,
        () -> {
          outer.launch(
              blocks,
              32 * OUTER_WARPS,
              new Arguments()
                  .pointer("left", gradient)
                  .pointer("right", field)
                  .pointer("partial", partial)
                  .number("columns", columns));
          sums.add(partial, linear.gradient());
        });
  }

  /**
   * @param gradient of this layer's sum
   * @param lines gradient of the lines of the layer's input, null if the layer takes none
   * @param before the {@code sum} of the GELU that gave the layer's input, null if there was none
   * @return the gradient of {@code before}, or of the input, and that of the lines in it
   */
  public Result backward(Tensor gradient, Tensor lines, Tensor before) {
    Tensor result = backward.emptyField(gradient);
    Tensor next = backward.run(gradient, backwardArguments(gradient, lines, before, result));
    return new Result(null, result, next);
  }

  /**
   * The backward pass of {@link #forwardMixing}.
   *
   * @param modes gradient of the product's result
   */
  public Result backwardMixing(
      Tensor gradient, Tensor modes, Tensor spectralWeight, Tensor before) {
    if (!backward.mixes(gradient)) {
      return backward(gradient, spectrum.toLines(spectrum.mixBack(modes, spectralWeight)), before);
    }
    Tensor result = backward.emptyField(gradient);
    Arguments arguments = backwardArguments(gradient, modes, before, result);
    return new Result(null, result, backward.runMixing(gradient, arguments, spectralWeight));
  }

  private Arguments backwardArguments(Tensor gradient, Tensor lines, Tensor before, Tensor result) {
    return new Arguments()
        .pointer("in", gradient)
        .pointer("weight", linear.weight())
        .none("bias")
        .none("add")
        .pointerOrNone("coeff", lines)
        .pointer("synthesis", spectrum.toPoints(false))
        .pointerOrNone("slope", before)
        .pointer("analysis", spectrum.toLines(true))
        .pointer("out", result)
        .none("active");
  }
}
