package io.tfsno.train;

import io.tfsno.data.Normaliser;
import io.tfsno.data.feed.BatchStates;
import io.tfsno.data.feed.StateSource;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.PhysicsTerm;
import io.tfsno.pde.EquationFamily;
import io.tfsno.pde.Residual;
import io.tfsno.spectral.Channel;
import java.util.List;
import java.util.Optional;

/**
 * The supervised loss and the equation's: {@code L = L_sup + w L_pde} with
 *
 * <pre>
 *   L_pde = mean(r^2) / ( mean(((u_{t+1} - u_t)/dt)^2) + 1e-8 )
 * </pre>
 *
 * in physical units, where r is the {@link Residual} of the model's step from the state it was
 * given, and the denominator is data. The ratio makes w mean the same for every equation.
 *
 * <p>The weight w stands on the device, because captured steps must see it change. Owns it and the
 * residual.
 *
 * @param told finds the coefficients of each sample's own equation
 * @param scales the denominators of the steps of an unrolling, where ranks agree on them; null
 *     where a batch has its own
 */
record PhysicsLoss(
    Objective supervised,
    Residual residual,
    Told told,
    double dt,
    Normaliser normaliser,
    PhysicsTerm term,
    Tensor weight,
    int epochs,
    Tensor scales)
    implements StepLoss, AutoCloseable {
  /**
   * Coefficients that differ between trajectories, among the parameters that the model is given.
   *
   * @param columns of the parameters; empty where all obey one law
   */
  record Told(List<Integer> columns, Normaliser scales) {
    /** All trajectories obey one law. */
    static final Told NOTHING = new Told(List.of(), Normaliser.NONE);

    static Told of(EquationFamily family, TrainingData data) {
      List<String> given = Channel.names(data.shape().inputs().parameters());
      return family.names().isEmpty()
          ? NOTHING
          : new Told(
              family.names().stream().map(given::indexOf).toList(), data.scales().parameters());
    }

    /** {@code [sample, coefficient]} in physical units; null where there are none. */
    Tensor in(Tensor parameters) {
      if (columns.isEmpty()) {
        return null;
      }
      Tensor physical = scales.restore(parameters);
      return Tensor.cat(
          1, columns.stream().map(c -> physical.narrow(1, c, 1)).toArray(Tensor[]::new));
    }
  }

  private static final double FLOOR = 1e-8;
  private static final double BIASED = 0.03;

  /** Steep states decide the level, and they are rare: it takes many to find it. */
  private static final long SAMPLED_VALUES = 1 << 21;

  /** Adds the physics that a model asks for to the supervised loss. */
  static PhysicsLoss of(
      Objective supervised,
      PhysicsTerm term,
      EquationFamily equation,
      TrainingData data,
      int epochs,
      Team team,
      Device device) {
    FieldShape shape = data.shape();
    Residual residual = new Residual(equation, shape.grid(), data.dt(), DType.FLOAT32, device);
    Tensor weight = Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device));
    int steps = data.training().steps();
    Tensor scales =
        team.isAlone() ? null : Scope.unowned(() -> Tensor.zeros(DType.FLOAT32, device, steps));
    return new PhysicsLoss(
        supervised,
        residual,
        Told.of(equation, data),
        data.dt(),
        data.normaliser(),
        term,
        weight,
        epochs,
        scales);
  }

  @Override
  public void enter(int epoch) {
    try (Scope scope = new Scope()) {
      float now = (float) term.weight(epoch, epochs);
      weight.sendInPlace(Tensor.of(new float[] {now}));
    }
  }

  @Override
  public Tensor loss(Step step) {
    return loss(step, weight);
  }

  Tensor loss(Step step, Tensor ofPhysics) {
    return supervised.loss(step).addProduct(physics(step), ofPhysics);
  }

  private Tensor physics(Step step) {
    Tensor change =
        scales == null
            ? squaredChange(step.before(), step.after())
            : scales.select(0, step.number() - 1);
    return residualOf(step).div(change.add(FLOOR));
  }

  private Tensor residualOf(Step step) {
    Tensor now = normaliser.restore(step.state().detach());
    Tensor next = normaliser.restore(step.answer());
    return residual.of(next, now, told.in(step.parameters())).square().mean();
  }

  private Tensor squaredChange(Tensor before, Tensor after) {
    return normaliser.restoreChange(after.sub(before)).mul(1 / dt).square().mean();
  }

  /** A ratio of means is no mean of ratios: the denominator is taken over all ranks' samples. */
  @Override
  public void agree(BatchStates states, int steps, double share, Team team) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      for (int i = 0; i < steps; i++) {
        Tensor own = squaredChange(states.at(i), states.at(i + 1)).mul(share);
        scales.select(0, i).copyInPlace(own);
      }
      team.addUp(scales.narrow(0, 0, steps));
    }
  }

  /**
   * What is left of the residual for a perfect model: {@code |r| / |u_t|} over states spread evenly
   * over the data. It falls with the square of dt.
   */
  double consistency(StateSource data) {
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      long perState = data.gather(new int[1], new int[1], 0).count();
      long steps = (long) data.trajectories() * (data.steps() - 1);
      int states = (int) Math.max(1, Math.min(SAMPLED_VALUES / perState, steps));
      int[] trajectory = new int[states];
      int[] step = new int[states];
      for (int i = 0; i < states; i++) {
        trajectory[i] = (int) ((long) i * data.trajectories() / states);
        step[i] = i % (data.steps() - 1);
      }
      Tensor before = data.gather(trajectory, step, 0);
      Tensor after = data.gather(trajectory, step, 1);
      Tensor scale = squaredChange(before, after).add(FLOOR);
      Tensor given = data.conditions(trajectory, step, 0).parameters();
      Step perfect = new Step(before, after, before, after, 1, given);
      return residualOf(perfect).div(scale).sqrt().item();
    }
  }

  /** What to tell the user if the data themselves break the residual by too much. */
  static Optional<String> warning(double consistency) {
    return consistency > BIASED
        ? Optional.of(
            "the residual of the data themselves is %.3f of their rate of change, more than %.2f: the physics biases the model. Lower model.physicsWeight, or store steps closer together."
                .formatted(consistency, BIASED))
        : Optional.empty();
  }

  @Override
  public void close() {
    residual.close();
    weight.close();
    if (scales != null) {
      scales.close();
    }
  }
}
