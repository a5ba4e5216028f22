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
import io.tfsno.nn.fused.Local;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A {@link Layer} as one kernel for each direction. */
public final class FusedLayer implements Layer {
  private static final int OUTER_WARPS = 4;

  private final FusedSpectrum spectrum;
  private final Linear linear;
  private final boolean active;
  private final LayerKernel forward;
  private final LayerKernel backward;
  private final Local local;
  private final int near;
  private final List<Kernels> outers = new ArrayList<>();
  private final FusedSum sums;
  private final int in;
  private final int out;

  public FusedLayer(FusedSpectrum spectrum, Linear linear, Local local, Joint... joints) {
    this.spectrum = spectrum;
    this.linear = linear;
    this.local = local;
    near = local.stencil() == null ? 0 : spectrum.dimension();
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
    if (has.contains(Joint.AFTER_GAIN)) {
      back.add(LayerKernel.Option.GAINED);
    }
    if (local.isGated()) {
      there.add(LayerKernel.Option.GATED);
      back.add(LayerKernel.Option.GATED);
    }
    if (has.contains(Joint.FROM_STATES)) {
      there.add(LayerKernel.Option.FROM_STATES);
      back.add(LayerKernel.Option.TO_STATES);
    }
    boolean takes = has.contains(Joint.TAKES_LINES);
    forward =
        new LayerKernel(spectrum, in, out, takes, has.contains(Joint.GIVES_LINES), near, there);
    backward =
        new LayerKernel(spectrum, out, in, takes, has.contains(Joint.GIVES_LINES_BACK), near, back);
    sums = new FusedSum(spectrum.path());
    for (int tap = 0; tap <= 2 * near; tap++) {
      outers.add(outer(tap, has.contains(Joint.FROM_STATES)));
    }
  }

  /** The kernel that sums the gradient of the map of a tap: of the field, or of a difference. */
  private Kernels outer(int tap, boolean fromStates) {
    Map<String, Integer> sizes = new HashMap<>(spectrum.neighbours(tap == 0 ? 0 : near));
    sizes.put("CIN", in);
    sizes.put("COUT", out);
    sizes.put("WARPS", OUTER_WARPS);
    sizes.put("FROM_STATES", fromStates ? 1 : 0);
    sizes.put("TAP", tap);
    return CudaSource.kernels(spectrum.path(), FusedLayer.class, List.of("near", "outer"), sizes);
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

  /** Whether there are kernels for stencils on grids of so many axes. */
  public static boolean seesNeighbours(int dimension) {
    return dimension <= 2;
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
        .pointerOrNone("stencil", near == 0 ? null : local.stencil().weight())
        .pointerOrNone("gate", local.isGated() ? local.gate().weight() : null)
        .pointer("bias", linear.bias())
        .pointerOrNone("gateBias", local.isGated() ? local.gate().bias() : null)
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
    Tensor ofSum = gradient.narrow(0, 0, out);
    addOuter(0, ofSum, field, linear.gradient(), beside);
    if (local.isGated()) {
      addOuter(0, gradient.narrow(0, out, out), field, local.gate().gradient(), beside);
    }
    for (int tap = 1; tap <= 2 * near; tap++) {
      Tensor total = local.stencil().gradient().view(2L * near, -1).select(0, tap - 1);
      addOuter(tap, ofSum, field, total, beside);
    }
  }

  private void addOuter(int tap, Tensor gradient, Tensor field, Tensor total, SideStream beside) {
    long columns = field.count() / in;
    int blocks = blocksOfGradient(columns, out, Kernels.multiprocessors());
    int count = out * in + (tap == 0 ? out : 0);
    Tensor partial = Tensor.empty(DType.FLOAT32, spectrum.device(), blocks, count);
    Kernel outer = outers.get(tap).kernel("outer", 4 * count);
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
          sums.add(partial, total);
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
        .pointerOrNone("stencil", near == 0 ? null : local.stencil().weight())
        .pointerOrNone("gate", local.isGated() ? local.gate().weight() : null)
        .none("bias")
        .none("gateBias")
        .none("add")
        .pointerOrNone("coeff", lines)
        .pointer("synthesis", spectrum.toPoints(false))
        .pointerOrNone("slope", before)
        .pointer("analysis", spectrum.toLines(true))
        .pointer("out", result)
        .none("active");
  }
}
