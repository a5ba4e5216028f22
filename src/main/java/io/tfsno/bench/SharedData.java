package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.engine.Device;
import io.tfsno.eval.Truth;
import io.tfsno.run.Digest;
import io.tfsno.train.TrainingData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
    users.merge("train " + learnt(cell), 1, Integer::sum);
    for (String test : scoredOn(cell)) {
      users.merge("test " + test, 1, Integer::sum);
    }
  }

  synchronized void leave(Cell cell) {
    if (done("train " + learnt(cell))) {
      TrainingData data = training.remove(learnt(cell));
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

  private Dataset dataset(String name) {
    return protocol.declarations().dataset(name);
  }

  /** What a cell learns from: models that are given other things cannot share it. */
  private String learnt(Cell cell) {
    return cell.dataset() + protocol.given(cell);
  }

  Path file(String dataset) {
    return dataset(dataset).file(folder, protocol.limits());
  }

  /** What the cells on a set are trained on. Others wait while it is loaded. */
  synchronized TrainingData training(
      Cell cell, Cancellation cancellation, ProgressListener listener) {
    TrainingData known = training.get(learnt(cell));
    if (known == null) {
      Path file = make(dataset(cell.dataset()), cancellation, listener);
      known = TrainingData.load(protocol.config(cell, file), file, device);
      training.put(learnt(cell), known);
    }
    return known;
  }

  synchronized TestData test(String dataset, Cancellation cancellation, ProgressListener listener) {
    TestData known = tests.get(dataset);
    if (known == null) {
      Dataset judging = protocol.judging(dataset);
      Path file = make(judging, cancellation, listener);
      try (TrajectoryFile data = judging.open(file)) {
        TrajectorySet set = judging.test(data);
        String sha256 =
            training.values().stream()
                .filter(learnt -> learnt.file().equals(file))
                .findFirst()
                .map(TrainingData::sha256)
                .orElseGet(() -> Digest.sha256(file));
        known = new TestData(dataset, sha256, set.steps(), Truth.resident(set, device));
      }
      tests.put(dataset, known);
    }
    return known;
  }

  /** Something of the test trajectories as they are stored, of a set that was made before. */
  <T> T withTest(String dataset, Function<TrajectorySet, T> wanted) {
    Dataset judging = protocol.judging(dataset);
    try (TrajectoryFile data = judging.open(judging.file(folder, protocol.limits()))) {
      return wanted.apply(judging.test(data));
    }
  }

  /** The file of a set, generated if it is not there. */
  private Path make(Dataset dataset, Cancellation cancellation, ProgressListener listener) {
    Path file = dataset.file(folder, protocol.limits());
    Optional<GenerationRequest> request = dataset.request(protocol.limits());
    if (request.isPresent() && !Files.exists(file)) {
      generate(request.get(), file, cancellation, listener);
    }
    try (TrajectoryFile data = dataset.open(file)) {
      dataset.check(file, data, protocol);
    }
    return file;
  }

  /** By one process: two on one file would spoil it for both. */
  private void generate(
      GenerationRequest request, Path file, Cancellation cancellation, ProgressListener listener) {
    try (Turn turn = Turn.toMake(file, cancellation)) {
      if (!Files.exists(file)) { // else another one has made it meanwhile
        listener.note("making " + file);
        new SetGenerator(request, device, threads)
            .withoutChecksums() // cells that share data are known by its SHA-256
            .generate(file, false, cancellation, ProgressListener.NONE);
      }
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
