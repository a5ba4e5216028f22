package io.tfsno.train;

import io.tfsno.base.UserError;
import io.tfsno.data.SplitRule;
import io.tfsno.data.Splits;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.run.ModelConfig;
import io.tfsno.run.ScoredSteps;
import java.nio.file.Path;

/**
 * A training, as its YAML file states it. Every group may be left out; what is left out takes the
 * values of {@code defaults()}.
 *
 * @param name a short name for the run
 * @param model the model's name and sizes
 */
public record TrainConfig(
    String name,
    DataConfig data,
    ModelConfig model,
    Loss objective,
    Steps training,
    Pushforward pushforward,
    Validation validation,
    long seed) {

  /**
   * @param h1 weight of the derivative term
   */
  public record Loss(double h1) {
    static Loss defaults() {
      return new Loss(0.01);
    }

    public Loss {
      if (!(h1 >= 0)) {
        throw new UserError("objective.h1 >= 0", Double.toString(h1), "Try 0.01.");
      }
    }
  }

  /**
   * @param batch samples per update; 0 for 32 in 1D and 16 in 2D
   * @param clip largest gradient norm; 0 for none
   * @param checkpoint seconds between checkpoints at most
   */
  public record Steps(
      int epochs,
      int batch,
      double learningRate,
      double finalLearningRate,
      double weightDecay,
      double clip,
      double checkpoint) {
    static Steps defaults() {
      return new Steps(500, 0, 1e-3, 1e-5, 1e-4, 1.0, 5);
    }

    /** Samples per update where nobody says how many. */
    public static int usualBatch(int dimension) {
      return dimension == 1 ? 32 : 16;
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
   * @param patience stop after so many validations without a better one; 0 for never
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
    return new TrainConfig(name, other, model, objective, training, pushforward, validation, seed);
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
    return withDataFile("data/" + Path.of(dataFile()).getFileName());
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
        1);
  }

  /** The data set to train on; an error if the config names none. */
  public String dataFile() {
    if (data.file() == null) {
      throw new UserError(
          "the key 'data.file' is missing. Name the HDF5 set to train on; make one with 'tfsno data generate'.");
    }
    return data.file();
  }
}
