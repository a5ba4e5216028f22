package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Threads;
import io.tfsno.nn.Execution;
import io.tfsno.run.Given;
import io.tfsno.run.ModelCard;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Extras;
import io.tfsno.serve.frame.Frame;
import io.tfsno.serve.http.Tally;
import io.tfsno.serve.http.TooBusy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A trained model for many threads. One worker thread owns the model; rollouts that wait at the
 * same time are stepped together, in turns of a few steps, so that a long one does not hold up the
 * others. All methods may be called from any thread.
 *
 * <pre>{@code
 * try (SharedModel model = SharedModel.load(Path.of("models/e1-tfsno-l"), Device.CPU)) {
 *   float[][] states = model.rollout(u0, 50); // from as many threads as you like
 * }
 * }</pre>
 */
public final class SharedModel implements AutoCloseable {
  /** Steps of one turn. */
  static final int SLICE = 16;

  /** Steps of the turn in which a rollout begins: somebody may be waiting for the first picture. */
  static final int FIRST_SLICE = 4;

  private static final int LARGEST_BATCH = 32;

  /** Values that are stepped together: 8 fields of 64 x 64 points. */
  private static final int LARGEST_TURN = 8 * 64 * 64;

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final TrainedModel model;
  private final int places;
  private final int largestBatch;
  private final Semaphore free;
  private final BlockingQueue<RolloutStream> line = new LinkedBlockingQueue<>();
  private final Tally tally = new Tally();
  private final Thread worker;
  private volatile boolean closed;

  private SharedModel(TrainedModel model, int places, int threads) {
    this.model = model;
    this.places = places;
    int values = model.card().shape().channels() * model.card().shape().cells();
    this.largestBatch = Math.max(1, Math.min(LARGEST_BATCH, LARGEST_TURN / values));
    this.free = new Semaphore(places);
    this.worker = new Thread(() -> work(threads), "model-" + model.card().spec().model());
    worker.setDaemon(true);
    worker.start();
  }

  /** Loads a run folder, with room for 1,000 rollouts at a time. */
  public static SharedModel load(Path run, Device device) {
    return load(run, Execution.on(device), 1000, 1);
  }

  /**
   * @param places rollouts that may wait or run at a time; more are refused
   * @param threads CPU threads that one operation of the model may use
   */
  public static SharedModel load(Path run, Execution execution, int places, int threads) {
    if (places < 1 || threads < 1) {
      throw new IllegalArgumentException("places and threads must be at least 1");
    }
    return new SharedModel(TrainedModel.load(run, execution), places, threads);
  }

  public ModelCard card() {
    return model.card();
  }

  /** Rollouts that wait or run now. */
  public int pending() {
    return places - free.availablePermits();
  }

  Tally tally() {
    return tally;
  }

  /**
   * Rolls one state out on the training grid and waits for the result.
   *
   * @param u0 values {@code [channel, x(, y, z)]}, row-major; not modified
   * @return values {@code [steps+1][channel * x(* y * z)]}, the start first
   * @throws TooBusy when no place is free
   */
  public float[][] rollout(float[] u0, int steps) throws InterruptedException {
    return rollout(u0, steps, Given.NOTHING);
  }

  /** The same with what the prediction depends on in addition, on the training grid. */
  public float[][] rollout(float[] u0, int steps, Given given) throws InterruptedException {
    float[][] states = new float[steps + 1][];
    try (RolloutStream stream = open(u0, given, steps, Extras.NONE, PATIENCE)) {
      for (Frame f = stream.next(); f != null; f = stream.next()) {
        states[f.step()] = f.values();
      }
    }
    return states;
  }

  /**
   * Starts a rollout whose states can be read while it runs. Close the stream.
   *
   * @param patience time for the whole rollout, waiting included
   * @throws TooBusy when no place is free
   */
  public RolloutStream open(float[] u0, int steps, Extras extras, Duration patience) {
    return open(u0, Given.NOTHING, steps, extras, patience);
  }

  /** The same with what the prediction depends on in addition, on the training grid. */
  public RolloutStream open(float[] u0, Given stated, int steps, Extras extras, Duration patience) {
    Given given = stated.counted(model.clock(), card());
    int size = card().shape().channels() * card().shape().cells();
    if (u0.length != size) {
      throw new UserError(
          "a state of %d values (%s)".formatted(size, card().shape().text()),
          Integer.toString(u0.length),
          "Resample it to the model's grid.");
    }
    if (steps < 1) {
      throw new UserError("at least 1 step", Integer.toString(steps), "Correct it.");
    }
    given.require(card().shape(), model.operator().needsTime(), steps);
    if (closed) {
      throw new IllegalStateException("the model is closed");
    }
    if (!free.tryAcquire()) {
      throw new TooBusy(
          "expected at most %d rollouts of one model at a time, found more. Try again shortly."
              .formatted(places));
    }
    RolloutStream stream =
        new RolloutStream(
            u0.clone(),
            new RolloutConditions(u0.clone(), given, card().shape(), card().dt()),
            steps,
            extras,
            patience,
            new RolloutStream.Line() {
              @Override
              public void enter(RolloutStream s) {
                line.add(s);
              }

              @Override
              public void leave() {
                free.release();
              }
            });
    line.add(stream);
    if (closed) {
      stream.fail(closing());
    }
    return stream;
  }

  private void work(int threads) {
    Threads.perOperation(threads);
    try (Scope tables = new Scope();
        model;
        StepBatch steps = new StepBatch(model, tally)) {
      while (!closed) {
        turn(steps, batchFrom(line.take()));
      }
    } catch (InterruptedException e) {
      closed = true; // as close() asks
    }
  }

  private List<RolloutStream> batchFrom(RolloutStream first) {
    List<RolloutStream> batch = new ArrayList<>();
    for (RolloutStream s = first; s != null; s = batch.size() < largestBatch ? line.poll() : null) {
      if (s.begin()) {
        batch.add(s);
      }
    }
    return batch;
  }

  private static void turn(StepBatch steps, List<RolloutStream> batch) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      steps.advance(batch);
    } catch (RuntimeException e) {
      batch.forEach(stream -> stream.fail(e));
    } catch (OutOfMemoryError e) { // the others, and the next ones, may well be small enough
      batch.forEach(stream -> stream.fail(new IllegalStateException(e)));
    }
  }

  private static CancellationException closing() {
    return new CancellationException("The service is stopping. Try again when it is back.");
  }

  /** Ends all rollouts and frees the model. */
  @Override
  public void close() {
    closed = true;
    worker.interrupt();
    boolean interrupted = false;
    while (worker.isAlive()) {
      try {
        worker.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    line.forEach(stream -> stream.fail(closing()));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
