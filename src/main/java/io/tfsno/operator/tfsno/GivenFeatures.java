package io.tfsno.operator.tfsno;

import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.TimeFeatures;
import java.util.ArrayList;
import java.util.List;

/** What MetaNet sees that no state decides: explicit time, and the parameters of a trajectory. */
final class GivenFeatures {
  private final TimeFeatures time;
  private final int parameters;
  private final int size;

  GivenFeatures(GateSpec spec, Inputs inputs, Constants constants) {
    time = spec.time() == null ? null : new TimeFeatures(spec.time(), constants);
    parameters = spec.conditions() ? inputs.parameters().size() : 0;
    size = parameters + (time == null ? 0 : spec.time().size());
  }

  int size() {
    return size;
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
    return switch (seen.size()) {
      case 0 -> null;
      case 1 -> seen.get(0).contiguous();
      default -> Tensor.cat(0, seen.toArray(Tensor[]::new));
    };
  }
}
