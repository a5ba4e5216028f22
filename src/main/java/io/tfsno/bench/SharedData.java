package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.engine.Device;
import io.tfsno.eval.Truth;
import io.tfsno.run.Digest;
import io.tfsno.train.TrainingData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The data sets of a suite, made when they are first needed, loaded once and shared by all cells.
 * Each is freed when its last cell is done with it.
 */
final class SharedData implements AutoCloseable {
  private final Protocol protocol;
  private final Path folder;
  private final Device device;
  private final int threads;
  private final Map<String, Integer> users = new HashMap<>();
  private final Map<String, TrainingData> training = new HashMap<>();
  private final Map<String, TestData> tests = new HashMap<>();

  SharedData(Protocol protocol, Path folder, Device device, int threads) {
    this.protocol = protocol;
    this.folder = folder;
    this.device = device;
    this.threads = threads;
  }

  /** A test split on the device. */
  record TestData(String dataset, String sha256, int steps, Truth truth) {}

  /** Says that a cell will want its data: they stay until it has {@link #leave left}. */
  synchronized void expect(Cell cell) {
    users.merge("train " + cell.dataset(), 1, Integer::sum);
    for (String test : scoredOn(cell)) {
      users.merge("test " + test, 1, Integer::sum);
    }
  }

  synchronized void leave(Cell cell) {
    if (done("train " + cell.dataset())) {
      TrainingData data = training.remove(cell.dataset());
      if (data != null) {
        data.close();
      }
    }
    for (String test : scoredOn(cell)) {
      if (done("test " + test)) {
        TestData data = tests.remove(test);
        if (data != null) {
          data.truth.close();
        }
      }
    }
  }

  private boolean done(String what) {
    return users.merge(what, -1, Integer::sum) == 0;
  }

  private Iterable<String> scoredOn(Cell cell) {
    return protocol.declarations().dataset(cell.dataset()).scoredOn();
  }

  Path file(String dataset) {
    return folder.resolve(protocol.declarations().dataset(dataset).fileName(protocol.limits()));
  }

  /** What the cells on a set are trained on. Others wait while it is loaded. */
  synchronized TrainingData training(
      String dataset, Cancellation cancellation, ProgressListener listener) {
    TrainingData known = training.get(dataset);
    if (known == null) {
      Path file = make(dataset, cancellation, listener);
      known = TrainingData.load(protocol.shared(dataset, file), file, device);
      training.put(dataset, known);
    }
    return known;
  }

  synchronized TestData test(String dataset, Cancellation cancellation, ProgressListener listener) {
    TestData known = tests.get(dataset);
    if (known == null) {
      Path file = make(dataset, cancellation, listener);
      try (TrajectoryFile data = TrajectoryFile.open(file)) {
        TrajectorySet set = data.set("test");
        String sha256 =
            training.containsKey(dataset) ? training.get(dataset).sha256() : Digest.sha256(file);
        known = new TestData(dataset, sha256, set.steps(), Truth.resident(set, device));
      }
      tests.put(dataset, known);
    }
    return known;
  }

  /** The file of a set, generated if it is not there. */
  private Path make(String dataset, Cancellation cancellation, ProgressListener listener) {
    Path file = file(dataset);
    if (!Files.exists(file)) {
      generate(dataset, file, cancellation, listener);
    }
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      requireSize(file, data.set("train"), protocol.limits().train());
      requireSize(file, data.set("test"), protocol.limits().test());
    }
    return file;
  }

  /** By one process: two on one file would spoil it for both. */
  private void generate(
      String dataset, Path file, Cancellation cancellation, ProgressListener listener) {
    try (Turn turn = Turn.toMake(file, cancellation)) {
      if (!Files.exists(file)) { // else another one has made it meanwhile
        listener.note("making " + file);
        new SetGenerator(
                protocol.limits().request(protocol.declarations().dataset(dataset)),
                device,
                threads)
            .generate(file, false, cancellation, ProgressListener.NONE);
      }
    }
  }

  private void requireSize(Path file, TrajectorySet set, int expected) {
    if (set.trajectories() != expected) {
      throw new UserError(
          "%s: expected %d trajectories in a split, as budget %s has, found %d. Move the file away, or choose another folder for the data."
              .formatted(file, expected, protocol.budget(), set.trajectories()));
    }
  }

  @Override
  public synchronized void close() {
    training.values().forEach(TrainingData::close);
    training.clear();
    tests.values().forEach(data -> data.truth.close());
    tests.clear();
  }
}
