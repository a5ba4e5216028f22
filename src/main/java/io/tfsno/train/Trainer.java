package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Stream;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.nn.Execution;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Residual;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.train.optimiser.AdamW;
import java.nio.file.Path;
import java.util.List;

/** Puts a training together: data, operator, loss, optimiser, and the run they end up in. */
public final class Trainer {
  private final TrainConfig config;
  private final Path dataFile;
  private final RunRecord run;
  private final Execution execution;
  private final Device device;
  private final Team team;

  /**
   * @param dataFile where the config's data set lies
   */
  public Trainer(TrainConfig config, Path dataFile, RunFolder run, Device device) {
    this(config, dataFile, run, Execution.on(device));
  }

  /** The same with a choice of how a GPU computes. */
  public Trainer(TrainConfig config, Path dataFile, RunFolder run, Execution execution) {
    this(config, dataFile, run, execution, ProcessGroup.alone());
  }

  /**
   * @param group the processes that train together, all with the same config
   */
  public Trainer(
      TrainConfig config, Path dataFile, RunFolder run, Execution execution, ProcessGroup group) {
    this.config = config;
    this.dataFile = dataFile;
    this.execution = execution;
    this.device = execution.device();
    this.team = new Team(group);
    this.run = new RunRecord(run, team.leads());
  }

  /**
   * How a training ended.
   *
   * @param validationError the best one, which chose the weights
   */
  public record Result(
      int epochs,
      long updates,
      int bestEpoch,
      double validationError,
      long parameters,
      double seconds) {}

  /** Finds what is wrong with a training before anything of it is written. */
  public static void check(TrainConfig config, Path dataFile) {
    FieldShape shape = TrainingData.shapeOf(config, dataFile);
    OperatorSpec spec = config.model().in(shape.dimension(), config.name());
    spec.check(shape);
    if (spec.physics().present()) {
      Equation equation = EquationOfData.in(config, dataFile);
      new Residual(equation, shape.grid(), 1, DType.FLOAT32, Device.CPU).close();
    }
  }

  /** Trains from the start, or from the run's last checkpoint if it has one. */
  public Result train(Cancellation cancellation, ProgressListener listener) {
    List<String> unused = TrainingData.unused(config, dataFile);
    if (!unused.isEmpty()) {
      listener.note("not used: " + String.join(", ", unused));
    }
    try (TrainingData data = TrainingData.load(config, dataFile, device)) {
      return train(data, cancellation, listener);
    }
  }

  /**
   * The same, on data that were loaded before by this config's rules. Several trainings may use
   * them at once, each in its own thread.
   */
  public Result train(TrainingData data, Cancellation cancellation, ProgressListener listener) {
    OperatorSpec spec =
        config
            .model()
            .in(data.shape().dimension(), run.path().resolve(RunFolder.CONFIG).toString());
    spec.check(data.shape());
    Rng rng = new Rng(config.seed());
    GraphMemory memory = GraphMemory.on(device);
    try (Stream stream = Stream.open(device);
        Operator operator = spec.build(data.shape(), execution, rng);
        PhysicsLoss physics = spec.physics().present() ? physics(spec, data) : null;
        AdamW optimiser =
            new AdamW(
                operator.parameters(), config.training().weightDecay(), config.training().clip());
        Validator validator =
            new Validator(operator, data.validation(), data.normaliser(), team, memory);
        TrainingStep step =
            new TrainingStep(
                unroller(operator, physics, data),
                data.training().feed(),
                optimiser,
                Shards.of(operator, device),
                team,
                device,
                memory)) {
      requireAutonomous(operator);
      double consistency = physics == null ? Double.NaN : physics.consistency(data.training());
      ModelCard card =
          new ModelCard(spec, data.shape(), data.normaliser(), data.equation(), data.dt());
      Provenance origin =
          Provenance.of(
              data.file(),
              data.sha256(),
              data.split(),
              execution,
              operator.parameters().count(),
              consistency,
              team.size());
      PhysicsLoss.warning(consistency).ifPresent(listener::note);
      return new TrainingLoop(
              config, run, origin, data, card, operator, optimiser, step, validator, team, rng)
          .run(cancellation, listener);
    }
  }

  private Unroller unroller(Operator operator, PhysicsLoss physics, TrainingData data) {
    StepLoss loss = physics == null ? supervised(data) : physics;
    return new Unroller(operator, data.training(), loss, config.pushforward());
  }

  private Objective supervised(TrainingData data) {
    return new Objective(config.objective().h1(), data.shape().grid(), execution.path());
  }

  private PhysicsLoss physics(OperatorSpec spec, TrainingData data) {
    return PhysicsLoss.of(
        supervised(data),
        spec.physics(),
        EquationOfData.in(config, dataFile),
        data,
        config.training().epochs(),
        team,
        device);
  }

  private static void requireAutonomous(Operator operator) {
    if (operator.needsTime()) {
      throw new UserError(
          "a model without explicit time, the only kind that can be trained so far",
          "the key 'model.gate.time'",
          "Leave it out.");
    }
  }
}
