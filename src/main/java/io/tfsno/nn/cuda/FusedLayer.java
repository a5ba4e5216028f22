package io.tfsno.nn.cuda;

import io.tfsno.engine.DType;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.Kernel;
import io.tfsno.engine.kernel.Kernels;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;

/** A {@link Layer} as one kernel for each direction. */
public final class FusedLayer implements Layer {
  private static final int OUTER_WARPS = 4;

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
    in = linear.in();
    out = linear.out();
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

  /** Blocks that each sum a part of the gradient of W and b. */
  public static int blocksOfGradient(long columns, int out, int multiprocessors) {
    int piles = OUTER_WARPS / Tiles.count(out, 32);
    return FusedSum.blocks(columns / 32 / piles, multiprocessors);
  }

  /** Whether there are kernels for so many channels. */
  public static boolean fits(int channels) {
    return channels <= 32 * OUTER_WARPS;
  }

  @Override
  public Result forward(Tensor field, Tensor lines, boolean withSum, Tensor place) {
    Tensor result = place == null ? forward.emptyField(field) : place;
    Tensor sum = active && withSum ? forward.emptySlopes(field) : null;
    Tensor next = forward.run(field, forwardArguments(field, lines, sum, result));
    return new Result(sum, result, next);
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

  @Override
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream beside) {
    long columns = field.count() / in;
    int blocks = blocksOfGradient(columns, out, Kernels.multiprocessors());
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

  @Override
  public Result backward(Tensor gradient, Tensor lines, Tensor before) {
    Tensor result = backward.emptyField(gradient);
    Tensor next = backward.run(gradient, backwardArguments(gradient, lines, before, result));
    return new Result(null, result, next);
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
