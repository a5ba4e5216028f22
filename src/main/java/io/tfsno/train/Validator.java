package io.tfsno.train;

import io.tfsno.data.Normaliser;
import io.tfsno.data.ResidentSet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Operator;

/**
 * The number that weights are chosen by: relative L2 error in physical units, averaged over
 * held-out trajectories and the steps of a rollout from their first states.
 */
final class Validator {
  private final ResidentSet data;
  private final Normaliser normaliser;
  private final int horizon;

  Validator(ResidentSet data, Normaliser normaliser, int horizon) {
    this.data = data;
    this.normaliser = normaliser;
    this.horizon = Math.min(horizon, data.steps() - 1);
  }

  int horizon() {
    return horizon;
  }

  /** The error; infinite if a rollout leaves the finite numbers. */
  double error(Operator operator) {
    operator.training(false);
    Tensor state = Scope.unowned(() -> data.at(0));
    double sum = 0;
    for (int step = 1; step <= horizon; step++) {
      Tensor before = state;
      try (Scope scope = new Scope();
          Autograd.Mode off = Autograd.off()) {
        state = Scope.unowned(() -> operator.forward(before));
        before.close();
        sum += relativeError(state, data.at(step));
      }
    }
    state.close();
    operator.training(true);
    double mean = sum / horizon;
    return Double.isFinite(mean) ? mean : Double.POSITIVE_INFINITY;
  }

  private double relativeError(Tensor prediction, Tensor truth) {
    long samples = truth.size(0);
    Tensor u = normaliser.restore(truth.to(DType.FLOAT64)).view(samples, -1);
    Tensor e = normaliser.restore(prediction.to(DType.FLOAT64)).view(samples, -1).sub(u);
    return e.square().sum(1).div(u.square().sum(1).add(1e-12)).sqrt().mean().item();
  }
}
