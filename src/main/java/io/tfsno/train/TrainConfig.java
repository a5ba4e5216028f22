package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ScoredSteps;
import io.tfsno.train.loss.LossKind;
import io.tfsno.train.optimiser.Annealing;
import io.tfsno.train.optimiser.Schedule;
import io.tfsno.train.optimiser.ScheduleConfig;
import java.nio.file.Path;

/**
 * A training, as its YAML file states it. Every group may be left out; what is left out takes the
 * values of {@code defaults()}.
 *
 * @param name a short name for the run
 * @param model the model's name and sizes
 * @param from the run whose weights to start from; null to draw them
 */
public record TrainConfig(
    String name,
    DataConfig data,
    ModelConfig model,
    Loss objective,
    Steps training,
    Pushforward pushforward,
    Validation validation,
    long seed,
    String from) {
  /**
   * Numbers that are multiplied with float32 must be such numbers themselves, with room to spare.
   */
  private static final double LARGEST = 1e9;

  /**
   * @param kind whether errors are divided by the size of the truth
   * @param h1 weight of the derivative term in the norm: 0 for L2, 1 for H1
   */
  public record Loss(LossKind kind, double h1) {
    static Loss defaults() {
      return new Loss(LossKind.SQUARED, 0.01);
    }

    public Loss {
      if (!(h1 >= 0 && h1 <= LARGEST)) {
        throw new UserError("objective.h1 from 0 to " + LARGEST, Double.toString(h1), "Try 0.01.");
      }
    }
  }

  /**
   * @param batch samples per update; 0 for 32 in 1D and 16 in 2D
   * @param clip largest gradient norm; 0 for none
   * @param checkpoint seconds between checkpoints at most
   * @param schedule course of the learning rate
   * @param warmup updates over which the learning rate grows linearly; 0 for none
   * @param average decay of the moving average of weights, which is kept as the model; 0 for none
   * @param noise deviation of Gaussian noise on first states, in that of the data; 0 for none
   * @param epoch what an epoch goes through once
   */
  public record Steps(
      int epochs,
      int batch,
      double learningRate,
      double finalLearningRate,
      double weightDecay,
      double clip,
      double checkpoint,
      ScheduleConfig schedule,
      int warmup,
      double average,
      double noise,
      EpochOf epoch) {
    static Steps defaults() {
      return new Steps(
          500, 0, 1e-3, 1e-5, 1e-4, 1, 5, ScheduleConfig.defaults(), 0, 0, 0, EpochOf.TRAJECTORIES);
    }

    /** Samples per update where nobody says how many. */
    public static int usualBatch(int dimension) {
      return dimension == 1 ? 32 : 16;
    }

    Steps withEpochs(int other) {
      return new Steps(
          other,
          batch,
          learningRate,
          finalLearningRate,
          weightDecay,
          clip,
          checkpoint,
          schedule,
          warmup,
          average,
          noise,
          epoch);
    }

    Schedule rates() {
      return new Schedule(schedule, learningRate, finalLearningRate, epochs, warmup);
    }

    int batch(int dimension) {
      return batch > 0 ? batch : usualBatch(dimension);
    }

    public Steps {
      if (epochs < 1 || epochs > 1_000_000) {
        throw new UserError("training.epochs from 1 to 1000000", "" + epochs, "Try 500.");
      }
      if (batch < 0) {
        throw new UserError("training.batch >= 1, or 0 for the default", "" + batch, "Try 32.");
      }
      if (!(learningRate > 0) || !(finalLearningRate >= 0) || !(weightDecay >= 0) || !(clip >= 0)) {
        throw new UserError(
            "a learning rate > 0 and finalLearningRate, weightDecay, clip >= 0",
            "%s, %s, %s, %s".formatted(learningRate, finalLearningRate, weightDecay, clip),
            "The paper uses 1e-3, 1e-5, 1e-4; we clip at 1.");
      }
      if (Double.isNaN(checkpoint)) {
        throw new UserError("training.checkpoint in seconds", "NaN", "Try 5.");
      }
      if (Math.max(Math.max(learningRate, finalLearningRate), Math.max(weightDecay, clip))
          > LARGEST) {
        throw new UserError(
            "learning rates, weightDecay and clip up to " + LARGEST,
            "%s, %s, %s, %s".formatted(learningRate, finalLearningRate, weightDecay, clip),
            "Larger values learn nothing.");
      }
      if (noise > LARGEST) {
        throw new UserError("training.noise up to " + LARGEST, "" + noise, "Try 0.01.");
      }
      if (schedule.kind() == Annealing.EXPONENTIAL && finalLearningRate == 0) {
        throw new UserError(
            "training.finalLearningRate > 0 for an exponential schedule", "0", "Try 1e-5.");
      }
      if (warmup < 0 || !(noise >= 0) || !(average >= 0 && average < 1)) {
        throw new UserError(
            "training.warmup and noise >= 0, average from 0 to below 1",
            "%d, %s, %s".formatted(warmup, noise, average),
            "Use 0 for none; try a warm-up of 500, noise of 0.01, an average of 0.999.");
      }
    }
  }

  /**
   * @param horizon T: at most T-1 steps are taken before the supervised one
   * @param every epochs until the unrolling grows by one step
   */
  public record Pushforward(Unrolling mode, int horizon, int every) {
    static Pushforward defaults() {
      return new Pushforward(Unrolling.PF_RANDOM, 5, 5);
    }

    public Pushforward {
      if (horizon < 1 || every < 0) {
        throw new UserError(
            "pushforward.horizon >= 1 and pushforward.every >= 0",
            horizon + " and " + every,
            "The paper uses a horizon of 5.");
      }
    }

    /** Largest number of steps before the supervised one, at an epoch. */
    int limit(int epoch) {
      return every == 0 ? horizon - 1 : Math.min(epoch / every, horizon - 1);
    }
  }

  /**
   * @param trajectories to validate on: the first of {@code valid}, or the last of {@code train}
   * @param every epochs between two validations
   * @param horizon rollout steps
   * @param patience stop after n validations without a better one; 0 for never
   */
  public record Validation(int trajectories, int every, int horizon, int patience) {
    static Validation defaults() {
      return new Validation(50, 10, ScoredSteps.HORIZON, 0);
    }

    public Validation {
      if (trajectories < 1 || every < 1 || horizon < 1 || patience < 0) {
        throw new UserError(
            "validation.trajectories, every and horizon >= 1, patience >= 0",
            "%d, %d, %d, %d".formatted(trajectories, every, horizon, patience),
            "Try 50, 10, 50, 0.");
      }
    }
  }

  public TrainConfig withDataFile(String file) {
    return with(data.at(file));
  }

  private TrainConfig with(DataConfig other) {
    return new TrainConfig(
        name, other, model, objective, training, pushforward, validation, seed, from);
  }

  /** The same, starting from trained weights. */
  public TrainConfig from(Path run) {
    return new TrainConfig(
        name,
        data,
        model,
        objective,
        training,
        pushforward,
        validation,
        seed,
        run == null ? null : run.toString());
  }

  /** The same with another number of epochs. */
  public TrainConfig withEpochs(int epochs) {
    Steps longer = training.withEpochs(epochs);
    return new TrainConfig(
        name, data, model, objective, longer, pushforward, validation, seed, from);
  }

  /** The same with its rule of division in full, which a file without named parts needs. */
  public TrainConfig dividing(Path file) {
    try (TrajectoryFile opened = data.open(file)) {
      boolean divides = data.split() == null && !Splits.named(opened);
      return divides ? with(data.with(SplitRule.defaults())) : this;
    }
  }

  /** The same without a folder of this machine: its data set lies in {@code data/}. */
  public TrainConfig published() {
    TrainConfig here = withDataFile("data/" + SetFiles.name(Path.of(dataFile())));
    return from == null ? here : here.from(Path.of(from).getFileName());
  }

  static TrainConfig defaults() {
    return new TrainConfig(
        "run",
        DataConfig.defaults(),
        ModelConfig.named("tfsno"),
        Loss.defaults(),
        Steps.defaults(),
        Pushforward.defaults(),
        Validation.defaults(),
        1,
        null);
  }

  /** The data set to train on, one path or pattern; an error if the config names none. */
  public String dataFile() {
    if (data.file() == null) {
      throw new UserError(
          "the key 'data.file' is missing. Name the HDF5 set to train on; make one with 'tfsno data generate'.");
    }
    return SetFiles.together(data.file());
  }
}
