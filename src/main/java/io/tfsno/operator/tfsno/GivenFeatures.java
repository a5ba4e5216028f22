package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeFeatures;
import io.tfsno.operator.context.ContextCode;
import java.util.ArrayList;
import java.util.List;

/**
 * What MetaNet sees that the present state does not decide: explicit time, and of a trajectory its
 * parameters and the code of its first states.
 */
final class GivenFeatures {
  private final TimeFeatures time;
  private final int parameters;
  private final ContextCode context;
  private final int size;

  /**
   * @param context of the operator; null for none
   */
  GivenFeatures(GateSpec spec, Inputs inputs, Constants constants, ContextCode context) {
    time = spec.time() == null ? null : new TimeFeatures(spec.time(), constants);
    parameters = spec.conditions() ? inputs.parameters().size() : 0;
    boolean remembers = inputs.remembers() && inputs.context().to().gates();
    this.context = remembers ? context : null;
    size = parameters + (time == null ? 0 : spec.time().size()) + (remembers ? context.size() : 0);
  }

  int size() {
    return size;
  }

  /** Whether gradients must reach what is seen. */
  boolean isLearnt() {
    return context != null && context.isLearnt();
  }

  /** {@code [feature, sample]}; null where there is nothing to see. */
  Tensor of(Conditions given) {
    List<Tensor> seen = new ArrayList<>();
    if (time != null) {
      seen.add(time.of(given.time()));
    }
    if (parameters > 0) {
      seen.add(given.parameters().permute(1, 0));
    }
    if (context != null) {
      seen.add(context.of(given.context()));
    }
    return switch (seen.size()) {
      case 0 -> null;
      case 1 -> seen.get(0).contiguous();
      default -> Tensor.cat(0, seen.toArray(Tensor[]::new));
    };
  }
}
