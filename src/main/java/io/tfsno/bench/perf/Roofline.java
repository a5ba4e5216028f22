package io.tfsno.bench.perf;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.nn.GpuPath;
import io.tfsno.nn.fused.Program;
import io.tfsno.nn.fused.Tape;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.Fno;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.TfSno;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Points;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The floor under the time of a training step on a GPU: bytes and operations counted from shapes
 * alone, and what a chip needs for them at its best.
 *
 * @param kernels every launch of the hand-written path
 * @param leastBytes what any implementation moves that stores sums for the backward pass rather
 *     than compute them twice: these once out and once in, the states, the weights with AdamW's
 *     vectors
 */
public record Roofline(List<KernelCost> kernels, long leastBytes, Chip chip) {
  private static final int NUMBER = Costs.NUMBER;

  /** A model that was declared only, in parts. */
  private interface InParts {
    Program of(Operator declared, CountedParts parts, Points points);
  }

  private static final Map<Class<? extends OperatorSpec>, InParts> COUNTED =
      Map.of(
          FnoSpec.class,
          (fno, parts, points) -> ((Fno) fno).program(parts, points),
          TfSnoSpec.class,
          (tfSno, parts, points) ->
              ((TfSno) tfSno).program(parts, parts::gate, points, Device.CPU));

  public Roofline {
    kernels = List.copyOf(kernels);
  }

  /**
   * @param path how fields are stored, and what is kept of a GELU
   */
  public static Roofline of(
      OperatorSpec spec, FieldShape shape, int batch, GpuPath path, Chip chip) {
    InParts model = COUNTED.get(spec.getClass());
    if (model == null) {
      throw new UserError(
          "a model with hand-written kernels, fno or tfsno, for a roofline",
          spec.model(),
          "Choose one of these.");
    }
    if (spec instanceof TfSnoSpec tfSno && tfSno.local() != null && tfSno.local().product()) {
      throw new UserError(
          "a tfsno without products of fields, which have no hand-written kernels, for a roofline",
          tfSno.local().toString(),
          "Leave model.local.product out, or measure the time instead.");
    }
    boolean regular = shape.dimension() < 3 && shape.points().equalAlongAxes();
    if (!(spec instanceof FnoSpec) && !regular) {
      throw new UserError(
          "a line or a square grid, for which %s has hand-written kernels, for a roofline"
              .formatted(spec.model()),
          shape.points().text(),
          "Measure the time instead.");
    }
    if (spec instanceof FnoSpec fno && !fno.hasKernels(shape.dimension())) {
      throw new UserError(
          "an fno with hand-written kernels, for a roofline: one without options, or with a"
              + " stencil in 1D and 2D",
          spec.toString(),
          "Measure the time instead.");
    }
    Costs costs = new Costs();
    CountedParts parts =
        new CountedParts(new ShapedArrays(path.fields(), path.slopes()), chip, costs);
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off();
        Operator declared = spec.declare(shape)) {
      step(model.of(declared, parts, shape.points()), spec, shape, batch);
      long states = (long) batch * shape.channels() * shape.cells() * NUMBER;
      costs.add("gather", 2 * states, 2 * states, 0);
      costs.add("loss", 2 * states, states, 0);
      long vector = declared.parameters().count() * NUMBER;
      // Once for the norm of the gradient; weights, both moments and the cleared gradient go back.
      costs.add("adamw", 5 * vector, 4 * vector, 0);
      return new Roofline(costs.kernels(), 2 * costs.kept() + 2 * states + 6 * vector, chip);
    }
  }

  /** Forward and backward, for a state whose own gradient nobody asks for. */
  private static void step(Program network, OperatorSpec spec, FieldShape shape, int batch) {
    long channels = shape.channelsIn() + spec.coords().channels(shape.dimension());
    Tape tape =
        new Tape(ShapedArrays.of(DType.FLOAT32, shape.points().shape(channels, batch)), true);
    tape.backward(network.forward(tape, tape.input(), null));
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
