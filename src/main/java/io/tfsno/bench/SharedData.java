package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.bench.sets.SetMaker;
import io.tfsno.bench.sets.Shared;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.eval.Truth;
import io.tfsno.run.Digest;
import io.tfsno.train.TrainingData;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The data sets of a suite, made when they are first needed, loaded once and shared by all cells.
 * Each is freed when its last cell is done with it. Cells wait for their own sets only.
 */
final class SharedData implements AutoCloseable {
  private final Protocol protocol;
  private final Path folder;
  private final Device device;
  private final SetMaker maker;
  private final Map<String, Shared<TrainingData>> training = new ConcurrentHashMap<>();
  private final Map<String, Shared<TestData>> tests = new ConcurrentHashMap<>();

  SharedData(Protocol protocol, Path folder, Device device, int threads) {
    this.protocol = protocol;
    this.folder = folder;
    this.device = device;
    maker = new SetMaker(device, threads);
  }

  /** A test split on the device. */
  record TestData(String dataset, String sha256, int steps, Truth truth) implements AutoCloseable {
    @Override
    public void close() {
      truth.close();
    }
  }

  /** Says that a cell will want its data: they stay until it has {@link #leave left}. */
  void expect(Cell cell) {
    training.computeIfAbsent(learnt(cell), name -> new Shared<>()).expect();
    for (String test : scoredOn(cell)) {
      tests.computeIfAbsent(test, name -> new Shared<>()).expect();
    }
  }

  void leave(Cell cell) {
    training.get(learnt(cell)).leave();
    scoredOn(cell).forEach(test -> tests.get(test).leave());
  }

  private List<String> scoredOn(Cell cell) {
    return dataset(cell.dataset()).scoredOn();
  }

  private Dataset dataset(String name) {
    return protocol.declarations().dataset(name);
  }

  /** What a cell learns from: models that are given other things cannot share it. */
  private String learnt(Cell cell) {
    return cell.dataset() + protocol.given(cell);
  }

  Path file(String dataset) {
    return file(dataset(dataset));
  }

  private Path file(Dataset dataset) {
    return dataset.file(folder, protocol.limits());
  }

  /** What the cells on a set are trained on. */
  TrainingData training(Cell cell, Cancellation cancellation, ProgressListener listener) {
    return training
        .get(learnt(cell))
        .get(
            () -> {
              Path file = made(dataset(cell.dataset()), cancellation, listener);
              return TrainingData.load(protocol.config(cell, file), file, device);
            });
  }

  TestData test(String name, Cancellation cancellation, ProgressListener listener) {
    return tests.get(name).get(() -> load(name, cancellation, listener));
  }

  private TestData load(String name, Cancellation cancellation, ProgressListener listener) {
    Dataset judging = protocol.judging(name);
    Path file = made(judging, cancellation, listener);
    try (TrajectoryFile data = judging.open(file)) {
      TrajectorySet set = judging.test(data);
      return new TestData(name, sha256(file), set.steps(), Truth.resident(set, device));
    }
  }

  /** Of a file that may have been read as training data already. */
  private String sha256(Path file) {
    return training.values().stream()
        .flatMap(shared -> shared.peek().stream())
        .filter(learnt -> learnt.file().equals(file))
        .findFirst()
        .map(TrainingData::sha256)
        .orElseGet(() -> Digest.sha256(file));
  }

  /** Something of the test trajectories as they are stored, of a set that was made before. */
  <T> T withTest(String dataset, Function<TrajectorySet, T> wanted) {
    Dataset judging = protocol.judging(dataset);
    try (TrajectoryFile data = judging.open(file(judging))) {
      return wanted.apply(judging.test(data));
    }
  }

  /**
   * Makes the files that cells will want, in their order, while other cells are trained. What
   * cannot be made is left to the cell that needs it and says why.
   */
  void makeAhead(List<Cell> cells, Cancellation cancellation, ProgressListener listener) {
    for (String name : cells.stream().map(Cell::dataset).distinct().toList()) {
      make(dataset(name), cancellation, listener);
      dataset(name).scoredOn().forEach(t -> make(protocol.judging(t), cancellation, listener));
    }
  }

  private Path made(Dataset dataset, Cancellation cancellation, ProgressListener listener) {
    make(dataset, cancellation, listener);
    Path file = file(dataset);
    try (TrajectoryFile data = dataset.open(file)) {
      dataset.check(file, data, protocol);
    }
    return file;
  }

  private void make(Dataset dataset, Cancellation cancellation, ProgressListener listener) {
    dataset
        .request(protocol.limits())
        .ifPresent(request -> maker.make(request, file(dataset), cancellation, listener));
  }

  @Override
  public void close() {
    training.values().forEach(Shared::close);
    tests.values().forEach(Shared::close);
  }
}
