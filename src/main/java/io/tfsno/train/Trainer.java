package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.feed.BatchFeed;
import io.tfsno.data.feed.NoisyFeed;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Stream;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.nn.Execution;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.pde.EquationFamily;
import io.tfsno.pde.Residual;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import io.tfsno.run.StartingWeights;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.train.optimiser.AdamW;
import io.tfsno.train.optimiser.Learner;
import io.tfsno.train.optimiser.WeightAverage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts a training together: data, operator, loss, optimiser, and the run they end up in. */
public final class Trainer {
  /** The end of a refusal that {@link #acceptingChanges} would avoid. */
  public static final String ACCEPT_CHANGES = RunRecord.ACCEPT;

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

  /** Finds mistakes in a training before anything is written. */
  public static void check(TrainConfig config, Path dataFile) {
    FieldShape shape = TrainingData.shapeOf(config, dataFile);
    OperatorSpec spec = config.model().in(shape.dimension(), config.name());
    spec.check(shape);
    if (spec.physics().present()) {
      EquationFamily equation = EquationOfData.in(config, dataFile);
      new Residual(equation, shape.grid(), 1, DType.FLOAT32, Device.CPU).close();
    }
    if (config.from() != null) {
      Path from = Path.of(config.from());
      StartingWeights start = StartingWeights.of(from, from);
      try (Operator operator = spec.build(shape, Device.CPU, new Rng(0))) {
        start.fill(operator.parameters());
      }
    }
  }

  /** Resumes a run even if its configuration was changed since its last checkpoint. */
  public Trainer acceptingChanges() {
    run.acceptChanges();
    return this;
  }

  /** Notifies a listener of each epoch, in the training thread, once its metrics are stored. */
  public Trainer onEpoch(Consumer<EpochMetrics> listener) {
    run.onEpoch(listener);
    return this;
  }

  /** Trains from the start, or from the run's last checkpoint if it has one. */
  public Result train(Cancellation cancellation, ProgressListener listener) {
    StartingWeights start = run.startingWeights(config);
    List<String> unused = TrainingData.unused(config, dataFile);
    if (!unused.isEmpty()) {
      listener.note("not used: " + String.join(", ", unused));
    }
    ModelCard before = start == null ? null : start.card();
    TrainingRange range = run.range();
    try (TrainingData data = TrainingData.load(config, dataFile, device, before, range)) {
      fewer(data).ifPresent(listener::note);
      List<String> conserved = data.shape().inputs().conserved();
      if (!conserved.isEmpty()) {
        listener.note(
            "keeps the mean of %s, as the data do".formatted(String.join(", ", conserved)));
      }
      symmetry(data.shape()).ifPresent(listener::note);
      return train(data, start, cancellation, listener);
    }
  }

  /** What predictions commute with, where a configuration asks for it. */
  private Optional<String> symmetry(FieldShape shape) {
    List<String> named = shape.inputs().symmetry();
    if (!named.isEmpty()) {
      return Optional.of(
          "each prediction is the mean over %d symmetries, made from %s"
              .formatted(shape.symmetries().count(), String.join("; ", named)));
    }
    boolean asked = !config.model().inputs(config.name()).symmetry().isEmpty();
    return asked
        ? Optional.of(
            "no symmetries: none are known of the equation of these data; name them in model.symmetry")
        : Optional.empty();
  }

  /** Notes when validation uses fewer trajectories than configured. */
  private Optional<String> fewer(TrainingData data) {
    int asked = config.validation().trajectories();
    int held = data.validation().trajectories();
    boolean meant = asked != TrainConfig.Validation.defaults().trajectories();
    return meant && asked > held
        ? Optional.of(
            "validates on %d trajectories, not on %d as validation.trajectories says: part 'valid' has no more, or they are a fifth of the training set"
                .formatted(held, asked))
        : Optional.empty();
  }

  /**
   * The same, on data that were loaded before by this config's rules. Several trainings may use
   * them at once, each in its own thread.
   */
  public Result train(TrainingData data, Cancellation cancellation, ProgressListener listener) {
    return train(data, run.startingWeights(config), cancellation, listener);
  }

  private Result train(
      TrainingData data,
      StartingWeights start,
      Cancellation cancellation,
      ProgressListener listener) {
    OperatorSpec spec =
        config
            .model()
            .in(data.shape().dimension(), run.path().resolve(RunFolder.CONFIG).toString());
    spec.check(data.shape());
    Rng rng = new Rng(config.seed());
    GraphMemory memory = GraphMemory.on(device);
    try (Stream stream = Stream.open(device);
        Operator operator = operator(spec, data.shape(), start, rng);
        PhysicsLoss physics = spec.physics().present() ? physics(spec, data) : null;
        AdamW optimiser =
            new AdamW(
                operator.parameters(), config.training().weightDecay(), config.training().clip());
        WeightAverage average = average(operator.parameters());
        Validator validator =
            new Validator(operator, data.validation(), data.normaliser(), team, memory);
        TrainingStep step =
            new TrainingStep(
                unroller(operator, physics, data),
                feed(data),
                optimiser,
                Shards.of(operator, device),
                team,
                device,
                memory)) {
      double consistency = physics == null ? Double.NaN : physics.consistency(data.training());
      ModelCard card =
          new ModelCard(
              spec,
              data.shape(),
              data.normaliser(),
              data.scales(),
              data.equation(),
              data.dt(),
              data.range());
      Provenance origin =
          Provenance.of(
              data.file(),
              data.sha256(),
              data.split(),
              execution,
              operator.parameters().trained(),
              consistency,
              team.size());
      if (start != null) {
        origin = origin.startedFrom(start);
        start.differences(card).forEach(listener::note);
      }
      PhysicsLoss.warning(consistency).ifPresent(listener::note);
      // Not before: a run that was refused must not stand in the way of the corrected command.
      run.describe(config.withDataFile(dataFile.toAbsolutePath().normalize().toString()));
      return new TrainingLoop(
              config,
              run,
              origin,
              data,
              card,
              operator,
              new Learner(operator.parameters(), optimiser, average),
              step,
              validator,
              team,
              rng)
          .run(cancellation, listener);
    }
  }

  private Operator operator(OperatorSpec spec, FieldShape shape, StartingWeights start, Rng rng) {
    Operator operator = spec.build(shape, execution, rng);
    if (start != null) {
      start.fill(operator.parameters());
    }
    return operator;
  }

  /** Null where the config asks for none. */
  private WeightAverage average(Parameters parameters) {
    double decay = config.training().average();
    return decay == 0 ? null : new WeightAverage(parameters, decay);
  }

  private BatchFeed feed(TrainingData data) {
    double noise = config.training().noise();
    BatchFeed feed = data.training().feed();
    return noise == 0 ? feed : new NoisyFeed(feed, noise, data.shape().states(1), device);
  }

  private Unroller unroller(Operator operator, PhysicsLoss physics, TrainingData data) {
    StepLoss loss = physics == null ? supervised(data) : physics;
    return new Unroller(
        operator, data.training(), loss, config.pushforward(), config.training().epoch());
  }

  private Objective supervised(TrainingData data) {
    TrainConfig.Loss loss = config.objective();
    return new Objective(loss.kind(), loss.h1(), data.shape().grid(), execution.path());
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
}
