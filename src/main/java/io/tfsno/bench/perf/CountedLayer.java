package io.tfsno.bench.perf;

import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.SideStream;
import io.tfsno.nn.Linear;
import io.tfsno.nn.cuda.FusedLayer;
import io.tfsno.nn.fused.Joint;
import io.tfsno.nn.fused.Layer;
import io.tfsno.nn.fused.LineGrid;
import io.tfsno.nn.fused.Local;
import java.util.EnumSet;
import java.util.List;

/** What a layer's kernels move and multiply. */
final class CountedLayer implements Layer {
  private final CountedParts parts;
  private final LineGrid grid;
  private final int in;
  private final int out;
  private final Local local;
  private final int differences;
  private final EnumSet<Joint> has = EnumSet.noneOf(Joint.class);

  CountedLayer(CountedParts parts, LineGrid grid, Linear map, Local local, Joint... joints) {
    this.parts = parts;
    this.grid = grid;
    this.local = local;
    differences =
        local.stencil() == null ? 0 : 2 * grid.points().dimension() * local.stencil().reach();
    in = map.in();
    out = map.out();
    has.addAll(List.of(joints));
  }

  /** Bytes of a map with its bias. */
  private long map() {
    return (long) Costs.NUMBER * (in + 1) * out;
  }

  /** Bytes of the map of a difference. */
  private long stencil() {
    return (long) Costs.NUMBER * in * out;
  }

  private long weights() {
    return map() + (local.isGated() ? map() : 0) + differences * stencil();
  }

  /** Operations of one map. */
  private long map(Tensor field) {
    return 2L * in * out * columns(field);
  }

  private long maps(Tensor field) {
    return (1 + differences + (local.isGated() ? 1 : 0)) * map(field);
  }

  /** Points of all samples. */
  private static long columns(Tensor field) {
    return field.count() / field.size(0);
  }

  /** Operations that lines cost, where there are any. */
  private long transforms(Tensor field, Tensor taken, Tensor given) {
    long each = ShapedArrays.transform(grid, field);
    return (taken == null ? 0 : each) + (given == null ? 0 : each);
  }

  @Override
  public Result forward(Tensor field, Tensor lines, Tensor added, boolean withSum, Tensor place) {
    Tensor result = place == null ? parts.shapes().field(field, out) : place;
    boolean active = has.contains(Joint.ACTIVE);
    long kept = local.isGated() ? 3L * out : out;
    Tensor sum = active && withSum ? parts.shapes().slopes(field, kept) : null;
    Tensor next = has.contains(Joint.GIVES_LINES) ? ShapedArrays.lines(grid, result) : null;
    parts
        .costs()
        .add(
            "layer",
            Costs.bytes(field, lines, added) + weights(),
            Costs.bytes(result, sum, next),
            maps(field) + transforms(result, lines, next));
    if (active || lines != null || added != null) {
      // Each sum, each result of a map behind a GELU, or what the head reads; all else can be had
      // from these without a product.
      parts.costs().keep(result);
    }
    return new Result(sum, result, next);
  }

  @Override
  public void addParameterGradient(Tensor gradient, Tensor field, SideStream side) {
    long ofBias = out * columns(field);
    addGradient(field, 1, map(), map(field) + ofBias);
    if (local.isGated()) {
      addGradient(field, 1, map(), map(field) + ofBias);
    }
    if (differences > 0) {
      addGradient(field, differences, differences * stencil(), differences * map(field));
    }
  }

  private void addGradient(Tensor field, int maps, long written, long flops) {
    long columns = columns(field);
    parts
        .costs()
        .addSums(
            "map gradient",
            Costs.bytes(parts.shapes().field(field, out), field),
            FusedLayer.blocksOfGradient(columns, out, maps, parts.chip().multiprocessors()),
            written,
            flops);
  }

  /** Fields that a backward pass gives. */
  private long gradients() {
    return 1L
        + (has.contains(Joint.AFTER_GAIN) ? 1 : 0)
        + (has.contains(Joint.AFTER_RESIDUAL) ? 1 : 0);
  }

  @Override
  public Result backward(Tensor gradient, Tensor lines, Tensor before, Tensor past) {
    Tensor result =
        has.contains(Joint.FROM_STATES)
            ? ShapedArrays.states(gradient, in)
            : parts.shapes().field(gradient, gradients() * in);
    Tensor next =
        has.contains(Joint.GIVES_LINES_BACK)
            ? ShapedArrays.lines(grid, parts.shapes().field(gradient, in))
            : null;
    parts
        .costs()
        .add(
            "layer back",
            Costs.bytes(gradient, lines, before, past) + weights(),
            Costs.bytes(result, next),
            maps(gradient) + transforms(parts.shapes().field(gradient, in), lines, next));
    return new Result(null, result, next);
  }
}
