package io.tfsno.api;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.nn.Execution;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A training, put together key by key: those of a configuration file, with the same defaults and
 * the same messages. The run that it writes is that of the command {@code train}.
 *
 * <pre>{@code
 * Trainer.Result result =
 *     Training.on(Path.of("data/mine.h5"))
 *         .model("fno")
 *         .set("model.width", 16)
 *         .set("training.epochs", 100)
 *         .listener((epoch, stop) -> System.out.println(epoch.loss()))
 *         .train(Path.of("runs/mine"));
 * }</pre>
 */
public final class Training {
  private final ObjectNode keys = JsonMapper.shared().createObjectNode();
  private final Cancellation stop = new Cancellation();
  private TrainingListener listener = TrainingListener.NONE;
  private Execution execution = Execution.on(Device.CPU);
  private Path base = Path.of("").toAbsolutePath();
  private boolean replace;

  private Training() {}

  /** On a data set, with the defaults of everything else. */
  public static Training on(Path data) {
    return new Training().set("data.file", data.toAbsolutePath().normalize().toString());
  }

  /** As a configuration file says, whose paths are looked for from its folder, then from here. */
  public static Training of(Path config) {
    Training training = new Training();
    JsonNode tree = ConfigReader.tree(config.toString(), ConfigReader.text(config));
    if (!(tree instanceof ObjectNode given)) {
      throw new UserError(config + ": expected a group of keys, found something else. Correct it.");
    }
    training.keys.setAll(given);
    training.base = config.toAbsolutePath().getParent();
    return training;
  }

  /** Names the model; its sizes are keys such as {@code model.width}. */
  public Training model(String name) {
    return set("model.name", name);
  }

  /** Starts from the weights of a run, with its normalisation. */
  public Training from(Path run) {
    return set("from", run.toAbsolutePath().normalize().toString());
  }

  /**
   * Sets a key of the configuration.
   *
   * @param key such as {@code training.epochs}; {@code tfsno config} lists them
   * @param value a number, a text, true or false, a list or a map
   */
  public Training set(String key, Object value) {
    String[] path = key.split("\\.", -1);
    ObjectNode at = keys;
    for (int i = 0; i < path.length - 1; i++) {
      at = at.get(path[i]) instanceof ObjectNode inner ? inner : at.putObject(path[i]);
    }
    at.set(path[path.length - 1], JsonMapper.shared().<JsonNode>valueToTree(value));
    return this;
  }

  public Training listener(TrainingListener other) {
    listener = other;
    return this;
  }

  /** Where to train; on the CPU if nobody says. */
  public Training device(Device device) {
    execution = Execution.on(device);
    return this;
  }

  /** Lets the run take the place of one that is in its folder. */
  public Training replacing() {
    replace = true;
    return this;
  }

  /** Asks the training to stop at the next safe point; any thread may. */
  public void stop() {
    stop.request();
  }

  /** The configuration, checked. */
  public TrainConfig config() {
    return ConfigReader.bind("the training", keys, TrainConfig.class);
  }

  /**
   * Trains, and waits until it is done. What is wrong with configuration or data is found before
   * anything is written.
   *
   * @param run folder of the new run
   * @throws CancellationException after a request to stop; {@link #resume} continues
   */
  public Trainer.Result train(Path run) {
    return train(TrainingPlan.start(config(), base, run, replace));
  }

  /**
   * Goes on with a run that was stopped, and ends with the same bits as if it had not been. What
   * was set is ignored: a run continues as it was started.
   */
  public static Trainer.Result resume(Path run, TrainingListener listener, Device device) {
    Training training = new Training().listener(listener).device(device);
    return training.train(TrainingPlan.resume(run));
  }

  /** Goes on with a run, finished or not, until it has this many epochs in all. */
  public static Trainer.Result extend(
      Path run, int epochs, TrainingListener listener, Device device) {
    Training training = new Training().listener(listener).device(device);
    return training.train(TrainingPlan.resume(run).lasting(epochs));
  }

  private Trainer.Result train(TrainingPlan plan) {
    try (TrainingJob job = plan.open(true)) {
      return new Trainer(job.config(), job.data(), job.run(), execution)
          .onEpoch(epoch -> listener.epoch(epoch, stop))
          .train(stop, heard());
    }
  }

  private ProgressListener heard() {
    return new ProgressListener() {
      @Override
      public void progress(long done, long total, String detail) {
        listener.progress(done, total);
      }

      @Override
      public void note(String text) {
        listener.note(text);
      }
    };
  }
}
