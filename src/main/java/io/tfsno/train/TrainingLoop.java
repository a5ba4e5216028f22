package io.tfsno.train;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.engine.Rng;
import io.tfsno.operator.Operator;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.ModelCard;
import io.tfsno.run.Provenance;
import io.tfsno.train.optimiser.Learner;
import io.tfsno.train.optimiser.Schedule;

/** Epoch after epoch: updates, validation, metrics and checkpoints. */
final class TrainingLoop {
  /** Past the first epochs, in which constants are taken. */
  private static final int TRAINED = 1_000_000;

  private final TrainConfig config;
  private final RunRecord run;
  private final Provenance origin;
  private final TrainingData data;
  private final ModelCard card;
  private final Operator operator;
  private final Learner learner;
  private final TrainingStep step;
  private final Validator validator;
  private final Team team;
  private final Soundness soundness;
  private final Calibration calibration;
  private final Schedule schedule;
  private final int batch;
  private final StatusLine status = new StatusLine();
  private final long started = System.nanoTime();
  private Rng rng;
  private int epoch;
  private double best = Double.POSITIVE_INFINITY;
  private int bestEpoch;
  private long savedAt = System.nanoTime();
  private boolean toldObstacle;

  /**
   * @param rng of the batches, where no checkpoint says otherwise
   */
  TrainingLoop(
      TrainConfig config,
      RunRecord run,
      Provenance origin,
      TrainingData data,
      ModelCard card,
      Operator operator,
      Learner learner,
      TrainingStep step,
      Validator validator,
      Team team,
      Rng rng) {
    this.config = config;
    this.run = run;
    this.origin = origin;
    this.data = data;
    this.card = card;
    this.operator = operator;
    this.learner = learner;
    this.step = step;
    this.validator = validator;
    this.team = team;
    this.rng = rng;
    soundness = new Soundness(validator, run);
    calibration = new Calibration(data.training(), config.seed(), team);
    TrainConfig.Steps steps = config.training();
    schedule = steps.rates();
    batch = steps.batch(data.shape().dimension());
  }

  Trainer.Result run(Cancellation cancellation, ProgressListener listener) {
    begin(listener);
    operator.training(true);
    int perEpoch = (step.samplesOfEpoch() + batch - 1) / batch;
    long total = (long) config.training().epochs() * perEpoch;
    while (epoch < config.training().epochs() && !outOfPatience()) {
      trainEpoch(cancellation, listener, total, perEpoch);
    }
    save();
    Trainer.Result result =
        new Trainer.Result(
            epoch, updates(), bestEpoch, best, operator.parameters().trained(), seconds());
    run.finish(origin, result);
    Soundness.tell(result, listener);
    return result;
  }

  /** Resumes from a checkpoint, or starts the run's files; all ranks from the same point. */
  private void begin(ProgressListener listener) {
    boolean resumes = team.leads() && run.hasCheckpoint();
    if (resumes) {
      take(run.restore(learner, data, config));
    } else if (team.leads()) {
      run.start(origin);
    }
    team.meet("ready");
    boolean resumed = team.follow(resumes ? 1 : 0)[0] == 1;
    take(checkpoint().shared(team, learner));
    if (!resumed) {
      calibration.apply(operator, age());
      judgeStart(listener);
    }
  }

  /** Trained weights are kept until an epoch has better ones. */
  private void judgeStart(ProgressListener listener) {
    if (config.from() != null) {
      int horizon = validator.horizon(config.validation().horizon());
      best = validator.error(horizon);
      run.best(operator.parameters(), card);
      listener.note(
          "the weights of %s start at a validation error of %.4f over %d steps"
              .formatted(config.from(), best, horizon));
    }
  }

  /** Epochs that count for calibration: weights that were trained before keep their constants. */
  private int age() {
    return config.from() == null ? epoch : TRAINED + epoch;
  }

  private void take(Checkpoint c) {
    epoch = c.epoch();
    rng = new Rng(c.rng());
    best = c.best();
    bestEpoch = c.bestEpoch();
  }

  private Checkpoint checkpoint() {
    return new Checkpoint(epoch, updates(), rng.state(), best, bestEpoch);
  }

  private long updates() {
    return learner.optimiser().steps();
  }

  private void trainEpoch(
      Cancellation cancellation, ProgressListener listener, long total, int perEpoch) {
    long start = System.nanoTime();
    double rate = 0;
    Batches batches = new Batches(step.samplesOfEpoch(), batch, rng);
    step.begin(batches, epoch, rng);
    step.forgetLoss();
    for (int i = 0; i < batches.count(); i++) {
      cancellation.check();
      rate = schedule.rate(epoch + within(i, batches), updates());
      step.run(i, rate);
      learner.follow();
      listener.progress(
          (long) epoch * perEpoch + i + 1,
          total,
          status.text(epoch + 1, step::ownLoss, best, (i + 1.0) * batch, start));
    }
    // One clock decides for all ranks whether to save.
    double[] sums = team.sum(step.lossSum(), team.leads() && saveIsDue() ? 1 : 0);
    double loss = sums[0] / step.updates();
    soundness.requireFinite(loss, epoch + 1);
    epoch++;
    if (operator.calibratesAfter(age())) {
      calibration.apply(operator, age());
    }
    double error = validateIfDue();
    double seconds = (System.nanoTime() - start) * 1e-9;
    int horizon = validator.horizon(config.validation().horizon());
    double speed = step.samplesOfEpoch() / seconds;
    run.epoch(new EpochMetrics(epoch, loss, rate, error, horizon, seconds, speed));
    if (sums[1] > 0) {
      save();
    }
    tellObstacle(listener);
  }

  private void tellObstacle(ProgressListener listener) {
    if (!toldObstacle) {
      step.obstacle()
          .ifPresent(
              reason -> {
                listener.note("steps are run operation by operation, which is slower: " + reason);
                toldObstacle = true;
              });
    }
  }

  /**
   * How much of an epoch counts for the learning rate. Epochs of trajectories are short and many;
   * those of pairs are long and few, and steps of the rate between them would be large.
   */
  private double within(int index, Batches batches) {
    return config.training().epoch() == EpochOf.PAIRS ? (double) index / batches.count() : 0;
  }

  private boolean saveIsDue() {
    return (System.nanoTime() - savedAt) * 1e-9 > config.training().checkpoint();
  }

  /** The validation error if this epoch has one, else NaN. */
  private double validateIfDue() {
    boolean due = epoch % config.validation().every() == 0 || epoch == config.training().epochs();
    if (!due) {
      return Double.NaN;
    }
    soundness.require(epoch);
    return learner.withKeptWeights(this::validate);
  }

  private double validate() {
    double error = validator.error(config.validation().horizon());
    if (error < best || (bestEpoch == 0 && Double.isInfinite(best))) {
      best = error;
      bestEpoch = epoch;
      run.best(operator.parameters(), card);
    }
    return error;
  }

  private boolean outOfPatience() {
    return checkpoint().outOfPatience(config.validation());
  }

  private void save() {
    soundness.require(epoch);
    run.save(checkpoint(), learner, config);
    savedAt = System.nanoTime();
  }

  private double seconds() {
    return (System.nanoTime() - started) * 1e-9;
  }
}
