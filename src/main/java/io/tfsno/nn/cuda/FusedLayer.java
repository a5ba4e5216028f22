package io.tfsno.nn.cuda;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Arguments;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.Local;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.EnumSet;

/** A {@link Layer} as one kernel for each direction. */
public final class FusedLayer implements Layer {
  /** Channels for which maps between layers, such as joints of two levels, have room. */
  private static final int MOST_BETWEEN = 512;

  private final FusedSpectrum spectrum;
  private final Linear linear;
  private final boolean active;
  private final LayerKernel forward;
  private final LayerKernel backward;
  private final Local local;
  private final Neighbours near;
  private final FusedOuter outer;
  private final FusedOuter outerNear;
  private final int out;

  public FusedLayer(FusedSpectrum spectrum, Linear linear, Local local, Joint... joints) {
    this.spectrum = spectrum;
    this.linear = linear;
    this.local = local;
    near = Neighbours.of(local, spectrum.dimension());
    EnumSet<Joint> has = EnumSet.noneOf(Joint.class);
    has.addAll(Arrays.asList(joints));
    active = has.contains(Joint.ACTIVE);
    int in = linear.in();
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
    if (has.contains(Joint.AFTER_RESIDUAL)) {
      back.add(LayerKernel.Option.PASSES);
    }
    if (local.isGated()) {
      there.add(LayerKernel.Option.GATED);
      back.add(LayerKernel.Option.GATED);
    }
    if (has.contains(Joint.RESIDUAL)) {
      there.add(LayerKernel.Option.RESIDUAL);
    }
    if (has.contains(Joint.RESIDUAL) || has.contains(Joint.PASSED_BY)) {
      back.add(LayerKernel.Option.ADD);
    }
    if (has.contains(Joint.ADDS)) {
      there.add(LayerKernel.Option.ADD);
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
    boolean fromStates = has.contains(Joint.FROM_STATES);
    outer = new FusedOuter(spectrum, in, out, Neighbours.NONE, fromStates);
    outerNear = near.isNone() ? null : new FusedOuter(spectrum, in, out, near, fromStates);
  }

  /**
   * Blocks that each sum a part of the gradient of a map.
   *
   * @param maps whose gradients share a launch
   */
  public static int blocksOfGradient(long columns, int out, int maps, int multiprocessors) {
    return FusedOuter.blocks(columns, out, maps, multiprocessors);
  }

  /** Whether there are kernels for n channels. */
  public static boolean fits(int channels) {
    return channels <= 32 * FusedOuter.WARPS;
  }

  /** Whether there are kernels for n channels, such modes and local terms on a grid. */
  public static boolean fits(int channels, Local local, Modes modes, Points grid) {
    Neighbours near = Neighbours.of(local, grid.dimension());
    int weights =
        Math.max(
            LayerKernel.leastWeightBytes(channels, near, local.isGated()),
            LayerKernel.leastWeightBytes(MOST_BETWEEN, Neighbours.NONE, false));
    return fits(channels) && FusedSpectrum.fits(modes, grid, weights);
  }

  /** Whether there are kernels for stencils in this dimension. */
  public static boolean seesNeighbours(int dimension) {
    return dimension <= 2;
  }

  @Override
  public Result forward(Tensor field, Tensor lines, Tensor added, boolean withSum, Tensor place) {
    Tensor result = place == null ? forward.emptyField(field) : place;
    Tensor sum = active && withSum ? forward.emptySlopes(field) : null;
    Tensor next = forward.run(field, forwardArguments(field, lines, added, sum, result));
    return new Result(sum, result, next);
  }

  private Arguments forwardArguments(
      Tensor field, Tensor lines, Tensor added, Tensor sum, Tensor result) {
    return new Arguments()
        .pointer("in", field)
        .pointer("weight", linear.weight())
        .pointerOrNone("stencil", near.isNone() ? null : local.stencil().weight())
        .pointerOrNone("gate", local.isGated() ? local.gate().weight() : null)
        .pointer("bias", linear.bias())
        .pointerOrNone("gateBias", local.isGated() ? local.gate().bias() : null)
        .pointerOrNone("add", added)
        .pointerOrNone("coeff", lines)
        .pointer("synthesis", spectrum.toPoints(true))
        .none("slope")
        .pointer("analysis", spectrum.toLines(false))
        .pointerOrNone("out", active ? sum : result)
        .pointerOrNone("active", active ? result : null);
  }

  @Override
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream side) {
    Tensor ofSum = gradient.narrow(0, 0, out);
    outer.add(ofSum, field, linear.gradient(), side);
    if (local.isGated()) {
      outer.add(gradient.narrow(0, out, out), field, local.gate().gradient(), side);
    }
    if (!near.isNone()) {
      outerNear.add(ofSum, field, local.stencil().gradient(), side);
    }
  }

  @Override
  public Result backward(Tensor gradient, Tensor lines, Tensor before, Tensor past) {
    Tensor result = backward.emptyField(gradient);
    Tensor next = backward.run(gradient, backwardArguments(gradient, lines, before, past, result));
    return new Result(null, result, next);
  }

  private Arguments backwardArguments(
      Tensor gradient, Tensor lines, Tensor before, Tensor past, Tensor result) {
    return new Arguments()
        .pointer("in", gradient)
        .pointer("weight", linear.weight())
        .pointerOrNone("stencil", near.isNone() ? null : local.stencil().weight())
        .pointerOrNone("gate", local.isGated() ? local.gate().weight() : null)
        .none("bias")
        .none("gateBias")
        .pointerOrNone("add", past)
        .pointerOrNone("coeff", lines)
        .pointer("synthesis", spectrum.toPoints(false))
        .pointerOrNone("slope", before)
        .pointer("analysis", spectrum.toLines(true))
        .pointer("out", result)
        .none("active");
  }
}
