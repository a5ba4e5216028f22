package io.tfsno.operator;

import io.tfsno.base.UserError;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Drift;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.context.ContextCode;
import io.tfsno.operator.context.ContextEncoder;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.context.Memory;
import io.tfsno.operator.symmetry.Symmetries;
import io.tfsno.spectral.Points;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What all operators share: the check of what comes in, and the choice between predicting the next
 * state and predicting its change.
 */
public abstract class CheckedOperator implements Operator {
  private final OperatorSpec spec;
  private final FieldShape shape;
  protected final Parameters parameters = new Parameters();
  protected final Constants constants;

  /** The code of what is remembered of a trajectory's first states; null for none. */
  protected final ContextCode context;

  private final ContextEncoder encoder;

  /** Null for none. */
  private final Drift drift;

  /** Null for none. */
  private final ShellGuard guard;

  /** Null where no field keeps its mean. */
  private final KeptMeans means;

  /** Null for none. */
  private final Symmetries symmetries;

  protected CheckedOperator(OperatorSpec spec, FieldShape shape, Constants constants) {
    spec.check(shape);
    requireGates(spec, shape.inputs().context());
    this.spec = spec;
    this.shape = shape;
    this.constants = constants;
    ContextSpec remembered = shape.inputs().remembers() ? shape.inputs().context() : null;
    context =
        remembered == null ? null : new ContextCode(parameters, remembered, shape.dimension());
    encoder = remembered == null ? null : new ContextEncoder(remembered, shape.grid(), constants);
    drift = shape.inputs().drift() ? declaredDrift() : null;
    Double margin = shape.inputs().guard();
    guard = margin == null ? null : new ShellGuard(parameters, shape, margin, constants);
    means = shape.inputs().conserved().isEmpty() ? null : new KeptMeans(shape, constants);
    symmetries = shape.symmetries();
    requireSymmetric(shape.inputs());
  }

  private static void requireSymmetric(Inputs inputs) {
    if (!inputs.symmetry().isEmpty() && (inputs.drift() || inputs.remembers())) {
      throw new UserError(
          "a model without drift and context for model.symmetry",
          inputs.drift() ? "model.drift" : "model.context",
          "Leave one of them out: what they say of a trajectory would have to be reversed too.");
    }
  }

  private Drift declaredDrift() {
    if (!shape.grid().periodic()) {
      throw new UserError(
          "a periodic grid for model.drift", "walls", "Leave model.drift out: walls do not move.");
    }
    int known = shape.inputs().parameters().size() + (context == null ? 0 : context.size());
    if (known == 0) {
      throw new UserError(
          "parameters or a context for model.drift to take a distance from",
          "a model that is given neither",
          "Name parameters in model.conditions, or set model.context: {states: 6, to: channels}.");
    }
    return new Drift(parameters, constants, "drift", known, shape.dimension());
  }

  /** The numbers of each trajectory, {@code [number, sample]}. */
  private Tensor known(Conditions given) {
    Tensor code = context == null ? null : context.of(given.context());
    if (shape.inputs().parameters().isEmpty()) {
      return code;
    }
    Tensor told = given.parameters().permute(1, 0).contiguous();
    return code == null ? told : Tensor.cat(0, told, code);
  }

  private static void requireGates(OperatorSpec spec, ContextSpec asked) {
    if (asked != null && asked.to().gates() && !spec.gated()) {
      throw new UserError(
          "a model with gates for model.context.to: gate or both",
          spec.model() + (spec.model().equals("tfsno") ? " with gate.kind: none" : ""),
          "Use to: channels, or TF-SNO with a gate.");
    }
    if (asked != null && asked.phase() && !spec.shifts()) {
      throw new UserError(
          "model.context.phase with a model whose blocks can be shifted",
          spec.model(),
          "Leave it out, or use TF-SNO.");
    }
  }

  /** What the network says to states {@code [sample, channel, x(, y, z)]}, in the same shape. */
  protected abstract Tensor answer(Tensor u, Pass pass);

  @Override
  public final FieldShape shape() {
    return shape;
  }

  @Override
  public OperatorSpec spec() {
    return spec;
  }

  @Override
  public final Parameters parameters() {
    return parameters;
  }

  @Override
  public final Tensor forward(Tensor u, Conditions given) {
    return step(u, Pass.plain(given));
  }

  protected final Tensor step(Tensor u, Pass pass) {
    check(u);
    pass.given().require(shape.inputs(), needsTime(), u);
    boolean averaged = symmetries != null && pass.isPlain();
    Tensor out = averaged ? symmetric(u, pass.given()) : answer(u, pass);
    Tensor next = spec.predictDelta() ? u.add(out) : out;
    Tensor moved = drift == null ? next : drift.of(next, known(pass.given()));
    Tensor capped = guard == null ? moved : guard.capped(moved);
    return means == null ? capped : means.of(u, capped);
  }

  private Tensor symmetric(Tensor u, Conditions given) {
    return symmetries.mean(answer(symmetries.images(u), Pass.plain(given.images(symmetries))));
  }

  @Override
  public final Tensor observe(List<Tensor> first) {
    return encoder == null ? null : encoder.of(first);
  }

  @Override
  public final Optional<Memory> memory() {
    return context == null
        ? Optional.empty()
        : Optional.of(new Memory(shape.inputs().context(), shape.grid(), context));
  }

  @Override
  public final Optional<Tensor> drift(Conditions given) {
    if (drift == null) {
      return Optional.empty();
    }
    try (Scope scope = new Scope();
        Autograd.Mode off = Autograd.off()) {
      Tensor shares = drift.distance(known(given)).mul(1 / (2 * Math.PI));
      return Optional.of(scope.keep(shares.permute(1, 0).contiguous()));
    }
  }

  @Override
  public void calibrate(Tensor u, Conditions given, int epoch) {
    if (context != null && epoch == 0) {
      context.calibrate(given.context());
    }
  }

  @Override
  public boolean calibratesAfter(int epoch) {
    return context != null && epoch == 0;
  }

  @Override
  public final boolean surveys() {
    return guard != null;
  }

  @Override
  public final void survey(Tensor u) {
    if (guard != null) {
      guard.allow(u);
    }
  }

  private void check(Tensor u) {
    long[] found = u.shape();
    boolean fits = found.length == 2 + shape.dimension() && found[1] == shape.channels();
    if (!fits) {
      throw new UserError(
          "states [samples, %d, %s]".formatted(shape.channels(), axes()),
          Arrays.toString(found),
          "This operator was made for %s.".formatted(shape.text()));
    }
    Points points = Points.of(u, shape.dimension());
    if (!runsOn(points)) {
      throw new UserError(
          "a grid that %s can run on, such as %s points".formatted(spec.model(), shape.points()),
          points + " points",
          "Resample the states first.");
    }
  }

  private String axes() {
    return shape.grid().axes().stream()
        .map(axis -> "points along " + axis.name())
        .collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    parameters.close();
    constants.close();
  }
}
