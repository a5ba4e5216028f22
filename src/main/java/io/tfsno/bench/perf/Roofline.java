package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The floor under the time of a training step on a GPU: bytes and operations counted from shapes
 * alone, and what a chip needs for them at its best.
 *
 * @param kernels every launch of the hand-written path
 * @param leastBytes what any implementation moves that stores sums for the way back rather than
 *     compute them twice: these once out and once in, the states, the weights with AdamW's vectors
 */
public record Roofline(List<KernelCost> kernels, long leastBytes, Chip chip) {
  private static final int NUMBER = 4;

  /** Adds a model's costs; gives the bytes of what must be stored. */
  private interface Counter {
    long count(OperatorSpec spec, FieldShape shape, GridMaker grids);
  }

  private static final Map<Class<? extends OperatorSpec>, Counter> COUNTERS =
      Map.of(
          FnoSpec.class, (spec, shape, grids) -> FnoCosts.count((FnoSpec) spec, shape, grids),
          TfSnoSpec.class,
              (spec, shape, grids) -> TfSnoCosts.count((TfSnoSpec) spec, shape, grids));

  public Roofline {
    kernels = List.copyOf(kernels);
  }

  /**
   * @param fieldBytes of a stored number of a field
   */
  public static Roofline of(
      OperatorSpec spec, FieldShape shape, int batch, int fieldBytes, Chip chip) {
    Counter counter = COUNTERS.get(spec.getClass());
    if (counter == null) {
      throw new UserError(
          "a model with hand-written kernels, fno or tfsno, for a roofline",
          spec.model(),
          "Choose one of these.");
    }
    if (shape.dimension() > 2) {
      throw new UserError(
          "1 or 2 dimensions, which have hand-written kernels, for a roofline",
          Integer.toString(shape.dimension()),
          "Measure the time instead.");
    }
    if (!shape.points().equalAlongAxes()) {
      throw new UserError(
          "as many points along each axis, which the counts assume, for a roofline",
          shape.points().text(),
          "Measure the time instead.");
    }
    List<KernelCost> kernels = new ArrayList<>();
    long stored =
        counter.count(
            spec,
            shape,
            (points, modes) ->
                new GridCosts(
                    modes(shape.dimension(), modes), points, batch, fieldBytes, chip, kernels));
    long states = (long) batch * shape.channels() * shape.cells() * NUMBER;
    kernels.add(new KernelCost("gather", 2 * states, 2 * states, 0));
    kernels.add(new KernelCost("loss", 2 * states, states, 0));
    long vector = spec.parameterCount(shape) * NUMBER;
    // Once for the norm of the gradient; weights, both moments and the cleared gradient go back.
    kernels.add(new KernelCost("adamw", 5 * vector, 4 * vector, 0));
    return new Roofline(kernels, 2 * stored + 2 * states + 6 * vector, chip);
  }

  private static Modes modes(int dimension, int perAxis) {
    return Modes.half(Points.cube(dimension, perAxis).perAxis());
  }

  public long bytes() {
    return kernels.stream().mapToLong(KernelCost::bytes).sum();
  }

  public long flops() {
    return kernels.stream().mapToLong(KernelCost::flops).sum();
  }

  /** The least time of these kernels one after the other, if all memory is the chip's main one. */
  public double floorMs() {
    return byKind().stream().mapToDouble(k -> floorMs(k.kernel())).sum();
  }

  /** The same of one kind of kernel. */
  public double floorMs(String kind) {
    return kernels.stream()
        .filter(k -> k.kernel().equals(kind))
        .mapToDouble(k -> chip.milliseconds(k.bytes(), k.flops()))
        .sum();
  }

  /** The least time of any implementation. */
  public double leastMs() {
    return chip.milliseconds(leastBytes, flops());
  }

  /** Costs by kind of kernel, in the order in which they first come. */
  public List<KernelCost> byKind() {
    Map<String, KernelCost> kinds = new LinkedHashMap<>();
    for (KernelCost k : kernels) {
      kinds.merge(
          k.kernel(),
          k,
          (a, b) ->
              new KernelCost(
                  a.kernel(),
                  a.read() + b.read(),
                  a.written() + b.written(),
                  a.flops() + b.flops()));
    }
    return List.copyOf(kinds.values());
  }
}
