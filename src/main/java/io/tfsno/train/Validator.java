package io.tfsno.train;

import io.tfsno.data.Normaliser;
import io.tfsno.data.feed.ResidentSet;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Scope;
import io.tfsno.engine.StepGraph;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Operator;
import io.tfsno.train.loss.RelativeError;
import java.util.Arrays;

/**
 * The number that weights are chosen by, averaged over held-out trajectories and the steps of a
 * rollout from their first states: the relative L2 error in physical units. Of several channels it
 * is the mean of their relative L2 errors as normalised fields, because in physical units the
 * largest channel would choose alone. Owns its memory.
 */
final class Validator implements AutoCloseable {
  private final Operator operator;
  private final ResidentSet data;
  private final Normaliser normaliser;
  private final Tensor rows;
  private final Tensor state;
  private final Tensor earlier;
  private final int history;
  private final int observed;
  private final Tensor sum;
  private final StepGraph step;
  private final Team team;
  private final double share;

  /**
   * @param team whose ranks divide the trajectories among them
   * @param memory for captured steps; null where nothing is captured
   */
  Validator(
      Operator operator, ResidentSet data, Normaliser normaliser, Team team, GraphMemory memory) {
    this.operator = operator;
    history = operator.shape().inputs().history();
    observed = operator.shape().inputs().observed();
    this.team = team;
    share = team.slice(data.trajectories()).share();
    this.data = data;
    this.normaliser = normaliser;
    long[] first = firstRows();
    rows = Scope.unowned(() -> Tensor.of(first, first.length).to(data.device()));
    state = Scope.unowned(() -> data.gather(rows, observed - 1));
    earlier = history == 1 ? null : Scope.unowned(this::trueHistory);
    sum = Scope.unowned(() -> Tensor.zeros(DType.FLOAT64, data.device()));
    step = StepGraph.of(memory, this::advance);
  }

  /** Of this rank's trajectories. */
  private long[] firstRows() {
    Team.Slice own = team.slice(data.trajectories());
    return Arrays.copyOfRange(data.firstRows(), own.first(), own.first() + own.count());
  }

  /** The states before the first present ones, the latest first. */
  private Tensor trueHistory() {
    return data.states(rows).later(observed - history).first(history - 1);
  }

  /** The longest rollout that the data can judge, up to a limit. */
  int horizon(int wished) {
    return Math.min(wished, data.steps() - observed);
  }

  /**
   * The error of rollouts of n steps; infinite if one leaves the finite numbers. All ranks must ask
   * for it together, and get the same answer.
   */
  double error(int wished) {
    operator.training(false);
    int horizon = horizon(wished);
    double mean;
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      long[] first = firstRows();
      rows.sendInPlace(Tensor.of(first, first.length));
      state.copyInPlace(data.gather(rows, observed - 1));
      if (earlier != null) {
        earlier.copyInPlace(trueHistory());
      }
      sum.zeroInPlace();
      for (int i = 0; i < horizon; i++) {
        step.run();
      }
      mean = sum.item() / horizon;
    }
    operator.training(true);
    double own = share == 0 ? 0 : share * mean;
    double all = team.sum(own)[0];
    return Double.isFinite(all) ? all : Double.POSITIVE_INFINITY;
  }

  private void advance() {
    try (Autograd.Mode off = Autograd.off()) {
      Conditions given = UnrolledBatch.conditions(data.conditions(rows, observed - 1), earlier);
      Tensor next = operator.forward(state, given);
      rows.plusInPlace(1);
      sum.addInPlace(relativeError(next, data.gather(rows, observed - 1)));
      if (earlier != null) {
        earlier.copyInPlace(given.historyAfter(state));
      }
      state.copyInPlace(next);
    }
  }

  private Tensor relativeError(Tensor prediction, Tensor truth) {
    Tensor u = judged(truth);
    Tensor e = judged(prediction).sub(u);
    return RelativeError.of(e.square().sum(2), u.square().sum(2)).mean();
  }

  /** {@code [sample, channel, cell]}. */
  private Tensor judged(Tensor normalised) {
    Tensor fields = normalised.to(DType.FLOAT64);
    Tensor inUnits = fields.size(1) == 1 ? normaliser.restore(fields) : fields;
    return inUnits.reshape(fields.size(0), fields.size(1), -1);
  }

  @Override
  public void close() {
    step.close();
    rows.close();
    state.close();
    if (earlier != null) {
      earlier.close();
    }
    sum.close();
  }
}
