package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.GraphMemory;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Operator;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.pde.Equation;
import io.tfsno.pde.Residual;
import io.tfsno.run.ModelCard;
import io.tfsno.run.ModelReader;
import io.tfsno.run.Provenance;
import io.tfsno.run.RunFolder;
import java.nio.file.Path;
import java.util.Map;

/** The training loop. */
public final class Trainer {
  private final TrainConfig config;
  private final Path dataFile;
  private final RunRecord run;
  private final Device device;
  private final Team team;

  /**
   * @param dataFile where the config's data set lies
   */
  public Trainer(TrainConfig config, Path dataFile, RunFolder run, Device device) {
    this(config, dataFile, run, device, ProcessGroup.alone());
  }

  /**
   * @param group the processes that train together, all with the same config
   */
  public Trainer(
      TrainConfig config, Path dataFile, RunFolder run, Device device, ProcessGroup group) {
    this.config = config;
    this.dataFile = dataFile;
    this.device = device;
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
    OperatorSpec spec = ModelReader.read(config.name(), config.model(), shape.dimension());
    spec.check(shape);
    if (spec.physics().present()) {
      Equation equation = EquationOfData.in(dataFile);
      new Residual(equation, shape.length(), shape.points(), 1, DType.FLOAT32, Device.CPU).close();
    }
  }

  /** Trains from the start, or from the run's last checkpoint if it has one. */
  public Result train(Cancellation cancellation, ProgressListener listener) {
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
        ModelReader.read(
            run.path().resolve(RunFolder.CONFIG).toString(),
            config.model(),
            data.shape().dimension());
    spec.check(data.shape());
    Rng rng = new Rng(config.seed());
    GraphMemory memory = GraphMemory.on(device);
    try (Stream stream = Stream.open(device);
        Operator operator = spec.build(data.shape(), device, rng);
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
      Loop loop = new Loop(data, spec, operator, consistency, optimiser, step, validator, rng);
      return loop.run(cancellation, listener);
    }
  }

  private Unroller unroller(Operator operator, PhysicsLoss physics, TrainingData data) {
    StepLoss loss = physics == null ? supervised(data) : physics;
    return new Unroller(operator, data.training(), loss, config.pushforward());
  }

  private Objective supervised(TrainingData data) {
    return new Objective(config.objective().h1(), data.shape().dimension());
  }

  private PhysicsLoss physics(OperatorSpec spec, TrainingData data) {
    return PhysicsLoss.of(
        supervised(data),
        spec.physics(),
        EquationOfData.in(dataFile),
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

  private final class Loop {
    private final TrainingData data;
    private final ModelCard card;
    private final Operator operator;
    private final AdamW optimiser;
    private final TrainingStep step;
    private final Validator validator;
    private final Schedule schedule;
    private final int batch;
    private final double consistency;
    private final long started = System.nanoTime();
    private Rng rng;
    private int epoch;
    private double best = Double.POSITIVE_INFINITY;
    private int bestEpoch;
    private final StatusLine status = new StatusLine();
    private long savedAt = System.nanoTime();

    /**
     * @param consistency of the data with their equation; NaN for models that do not use it
     */
    Loop(
        TrainingData data,
        OperatorSpec spec,
        Operator operator,
        double consistency,
        AdamW optimiser,
        TrainingStep step,
        Validator validator,
        Rng rng) {
      this.data = data;
      this.operator = operator;
      this.consistency = consistency;
      this.optimiser = optimiser;
      this.step = step;
      this.validator = validator;
      this.rng = rng;
      TrainConfig.Steps steps = config.training();
      card = new ModelCard(spec, data.shape(), data.normaliser(), data.equation(), data.dt());
      schedule = new Schedule(steps.learningRate(), steps.finalLearningRate(), steps.epochs());
      batch = steps.batch() > 0 ? steps.batch() : data.shape().dimension() == 1 ? 32 : 16;
    }

    Result run(Cancellation cancellation, ProgressListener listener) {
      begin();
      PhysicsLoss.warning(consistency).ifPresent(listener::note);
      operator.training(true);
      int perEpoch = new Batches(data.training().trajectories(), batch, new Rng(0)).count();
      long total = (long) config.training().epochs() * perEpoch;
      while (epoch < config.training().epochs() && !outOfPatience()) {
        trainEpoch(cancellation, listener, total, perEpoch);
      }
      save();
      Result result =
          new Result(
              epoch, optimiser.steps(), bestEpoch, best, operator.parameters().count(), seconds());
      run.finish(provenance(), result);
      return result;
    }

    /** Goes on from a checkpoint, or starts the run's files; all ranks from the same point. */
    private void begin() {
      boolean resumes = team.leads() && run.hasCheckpoint();
      if (resumes) {
        take(run.restore(operator.parameters(), optimiser, data));
      } else if (team.leads()) {
        run.start(provenance());
      }
      team.meet("ready");
      boolean resumed = team.follow(resumes ? 1 : 0)[0] == 1;
      take(checkpoint().shared(team, operator.parameters(), optimiser));
      if (!resumed) {
        calibrate();
      }
    }

    private void take(Checkpoint c) {
      epoch = c.epoch();
      rng = new Rng(c.rng());
      best = c.best();
      bestEpoch = c.bestEpoch();
    }

    private Checkpoint checkpoint() {
      return new Checkpoint(epoch, optimiser.steps(), rng.state(), best, bestEpoch);
    }

    private Map<String, Object> provenance() {
      Map<String, Object> p =
          Provenance.of(data.file(), data.sha256(), device, operator.parameters().count());
      if (!Double.isNaN(consistency)) {
        p.put("physics_consistency", consistency);
      }
      if (!team.isAlone()) {
        p.put("ranks", team.size());
      }
      return p;
    }

    private void calibrate() {
      try (Scope scope = new Scope()) {
        operator.calibrate(CalibrationStates.of(data.training(), config.seed()), epoch);
        operator.parameters().flatGradient().zeroInPlace();
        if (!operator.parameters().stateEntries().isEmpty()) {
          team.follow(operator.parameters().flatState());
        }
      }
    }

    private void trainEpoch(
        Cancellation cancellation, ProgressListener listener, long total, int perEpoch) {
      long start = System.nanoTime();
      double rate = schedule.rate(epoch);
      Batches batches = new Batches(data.training().trajectories(), batch, rng);
      step.begin(batches, epoch, rng);
      step.forgetLoss();
      for (int i = 0; i < batches.count(); i++) {
        cancellation.check();
        step.run(i, rate);
        listener.progress(
            (long) epoch * perEpoch + i + 1,
            total,
            status.text(epoch + 1, step::ownLoss, best, (i + 1.0) * batch, start));
      }
      // One clock decides for all ranks whether to save.
      double[] sums = team.sum(step.lossSum(), team.leads() && saveIsDue() ? 1 : 0);
      double loss = sums[0] / step.updates();
      requireFinite(loss);
      epoch++;
      if (operator.calibratesAfter(epoch)) {
        calibrate();
      }
      double error = validateIfDue();
      double seconds = (System.nanoTime() - start) * 1e-9;
      int horizon = validator.horizon(config.validation().horizon());
      int samples = data.training().trajectories();
      run.epoch(new RunRecord.Epoch(epoch, loss, rate, error, horizon, seconds, samples));
      if (sums[1] > 0) {
        save();
      }
    }

    private boolean saveIsDue() {
      return (System.nanoTime() - savedAt) * 1e-9 > config.training().checkpoint();
    }

    private void requireFinite(double loss) {
      if (!Double.isFinite(loss)) {
        throw diverged(epoch + 1, "the loss is " + loss);
      }
    }

    /** The loss speaks of the weights before the last update; this asks those after it. */
    private void requireSound() {
      double error = validator.error(1);
      if (!Double.isFinite(error)) {
        throw diverged(epoch, "its last update sent the forecasts to infinity");
      }
    }

    private UserError diverged(int when, String sign) {
      boolean saved = run.hasCheckpoint();
      return new UserError(
          "training diverged in epoch %d: %s. %s; lower training.learningRate or objective.h1 and start again."
              .formatted(
                  when,
                  sign,
                  saved
                      ? "The last checkpoint in %s is sound".formatted(run.path())
                      : "There is no checkpoint in %s yet".formatted(run.path())));
    }

    /** The validation error if this epoch has one, else NaN. */
    private double validateIfDue() {
      boolean due = epoch % config.validation().every() == 0 || epoch == config.training().epochs();
      if (!due) {
        return Double.NaN;
      }
      requireSound();
      double error = validator.error(config.validation().horizon());
      if (error < best || bestEpoch == 0) {
        best = error;
        bestEpoch = epoch;
        run.best(operator.parameters(), card);
      }
      return error;
    }

    private boolean outOfPatience() {
      int patience = config.validation().patience();
      return patience > 0
          && bestEpoch > 0
          && epoch - bestEpoch >= patience * config.validation().every();
    }

    private void save() {
      requireSound();
      run.save(checkpoint(), operator.parameters(), optimiser);
      savedAt = System.nanoTime();
    }

    private double seconds() {
      return (System.nanoTime() - started) * 1e-9;
    }
  }
}
