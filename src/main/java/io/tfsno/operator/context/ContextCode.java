package io.tfsno.operator.context;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Activation;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Mlp;
import io.tfsno.nn.Parameter;
import io.tfsno.nn.Parameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of a context as a network is given them: shifted and scaled by constants, their mean
 * and deviation over training trajectories, then through a small network if there is one.
 */
public final class ContextCode {
  /** Keep numbers that hardly differ between trajectories from becoming large. */
  private static final double LEAST_VARIANCE = 1e-8;

  private static final double LEAST_RELATIVE_VARIANCE = 1e-4;

  private final int size;
  private final Parameter shift;
  private final Parameter scale;
  private final Limits limits;
  private final Mlp learnt;

  public ContextCode(Parameters parameters, ContextSpec spec, int dimension) {
    int numbers = spec.numbers(dimension);
    size = spec.code(dimension);
    shift = parameters.declareState("context.shift", Initialiser.constant(0), numbers);
    scale = parameters.declareState("context.scale", Initialiser.constant(1), numbers);
    limits = spec.limit() == null ? null : new Limits(parameters, spec.limit(), numbers);
    learnt = spec.learnt() == null ? null : network(parameters, spec.learnt(), numbers);
  }

  private static Mlp network(Parameters parameters, CodeSpec spec, int numbers) {
    List<Integer> widths = new ArrayList<>(List.of(numbers));
    widths.addAll(spec.hidden());
    int last = widths.get(widths.size() - 1);
    widths.add(spec.numbers());
    return new Mlp(parameters, "context", widths, Activation.GELU, Initialiser.linear(last));
  }

  public int size() {
    return size;
  }

  /** Whether gradients must reach it. */
  public boolean isLearnt() {
    return learnt != null;
  }

  /** The mean of the numbers over training trajectories, {@code [number]}. Not to be written to. */
  Tensor mean() {
    return shift.tensor();
  }

  /** {@code [sample, number]} to {@code [code, sample]}. */
  public Tensor of(Tensor numbers) {
    // A copy of the state: other parts of that vector may be written to before the backward pass.
    Tensor believed = limits == null ? numbers : limits.of(numbers);
    Tensor s = believed.sub(shift.tensor()).div(scale.tensor().copy()).permute(1, 0).contiguous();
    return learnt == null ? s : learnt.apply(s);
  }

  /** Takes the constants from the contexts of some trajectories. */
  public void calibrate(Tensor numbers) {
    try (Autograd.Mode off = Autograd.off()) {
      if (limits != null) {
        limits.calibrate(numbers);
      }
      Tensor mean = numbers.mean(0);
      shift.tensor().copyInPlace(mean);
      Tensor variance = numbers.sub(mean).square().mean(0);
      Tensor least = mean.square().mul(LEAST_RELATIVE_VARIANCE).add(LEAST_VARIANCE);
      scale.tensor().copyInPlace(variance.add(least).sqrt());
    }
  }
}
