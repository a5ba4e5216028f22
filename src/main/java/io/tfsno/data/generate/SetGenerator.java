package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import io.tfsno.spectral.Points;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Makes a file of data: batches of trajectories, integrated by several workers and written to their
 * places in one file. Memory holds one step of a batch per worker, however large the set. Until it
 * is whole the file is called {@code NAME.part} and is no HDF5 file; running the same request again
 * goes on where the last one stopped.
 */
public final class SetGenerator {
  private static final long SAVE_EVERY_NANOS = 1_000_000_000L;

  private final List<SetPlan> sets;
  private final Device device;
  private final int workers;

  public SetGenerator(GenerationRequest request, Device device, int workers) {
    this.sets = request.sets();
    this.device = device;
    this.workers = device.cuda() ? 1 : workers;
  }

  /**
   * Trajectories integrated together: enough to hide the cost of a call, few enough to stay in the
   * cache of a core. Chosen by measurement.
   */
  private static int batchSize(Points solver, Device device) {
    int dimension = solver.dimension();
    if (device.cuda()) {
      return dimension == 1 ? 512 : dimension == 2 ? 128 : 16;
    }
    return dimension == 1 ? (solver.last() > 512 ? 64 : 128) : (solver.last() > 128 ? 2 : 4);
  }

  /**
   * Makes the file, or finishes a part that the same request left.
   *
   * @param force replace a file that is there, and a part of another request
   * @return trajectories that an earlier run had left finished
   * @throws CancellationException when stopped on request; finished batches are kept
   */
  public long generate(
      Path file, boolean force, Cancellation cancellation, ProgressListener listener) {
    DataFiles.createFolderOf(file);
    DataFiles.requireFree(file, force);
    Path part = DataFiles.partOf(file);
    GenerationJournal journal = new GenerationJournal(part);
    List<GenerationBatch> batches = batches();
    Hdf5Plan plan = new Hdf5Plan();
    sets.forEach(s -> s.set().declare(plan));

    Hdf5Writer.Progress progress = Hdf5Writer.progress(part, plan);
    if (progress == Hdf5Writer.Progress.SEALED) {
      return finish(part, file, journal, batches.stream().mapToLong(GenerationBatch::count).sum());
    }
    if (progress == Hdf5Writer.Progress.FOREIGN && !force) {
      throw DataFiles.error(
          part,
          "the part of an interrupted run with these settings",
          "another",
          "Use the settings it was started with, delete it, or " + DataFiles.ALLOW_REPLACING + ".");
    }
    boolean resumed = progress == Hdf5Writer.Progress.UNSEALED;
    try (Hdf5Writer writer = open(part, plan, resumed, journal, batches.size())) {
      long before = trajectories(batches, journal);
      sets.forEach(s -> s.set().writeCoordinates(writer));
      Work work = new Work(writer, journal, batches, cancellation, listener);
      work.run();
      writer.seal();
      writer.close();
      return finish(part, file, journal, before);
    }
  }

  private static long finish(Path part, Path file, GenerationJournal journal, long before) {
    try {
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    journal.delete();
    return before;
  }

  private static Hdf5Writer open(
      Path part, Hdf5Plan plan, boolean resumed, GenerationJournal journal, int batches) {
    if (!resumed) {
      journal.delete(); // before the new part is there: it must never be taken for the old one
      return Hdf5Writer.create(part, plan);
    }
    Hdf5Writer writer = Hdf5Writer.reopen(part, plan);
    journal.load(batches);
    return writer;
  }

  private List<GenerationBatch> batches() {
    List<GenerationBatch> batches = new ArrayList<>();
    for (SetPlan plan : sets) {
      int batchSize = batchSize(plan.solverGrid().points(), device);
      for (long first = 0; first < plan.set().trajectories(); first += batchSize) {
        int count = (int) Math.min(batchSize, plan.set().trajectories() - first);
        batches.add(new GenerationBatch(plan, first, count));
      }
    }
    return batches;
  }

  private static long trajectories(List<GenerationBatch> batches, GenerationJournal journal) {
    long sum = 0;
    for (int i = 0; i < batches.size(); i++) {
      sum += journal.isDone(i) ? batches.get(i).count() : 0;
    }
    return sum;
  }

  /** The workers of one run and what they share. */
  private final class Work {
    private final Hdf5Writer writer;
    private final GenerationJournal journal;
    private final List<GenerationBatch> batches;
    private final Cancellation cancellation;
    private final ProgressListener listener;
    private final AtomicInteger next = new AtomicInteger();
    private final int[] pending;
    private final List<Integer> unsaved = new ArrayList<>();
    private final long total;
    private long finished;
    private long savedAt = System.nanoTime();

    Work(
        Hdf5Writer writer,
        GenerationJournal journal,
        List<GenerationBatch> batches,
        Cancellation cancellation,
        ProgressListener listener) {
      this.writer = writer;
      this.journal = journal;
      this.batches = batches;
      this.cancellation = cancellation;
      this.listener = listener;
      this.pending = IntStream.range(0, batches.size()).filter(i -> !journal.isDone(i)).toArray();
      this.finished = trajectories(batches, journal);
      this.total = batches.stream().mapToLong(GenerationBatch::count).sum();
    }

    void run() {
      listener.progress(finished, total, "");
      ExecutorService pool = Executors.newFixedThreadPool(workers);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        running.add(pool.submit(this::worker));
      }
      pool.shutdown();
      RuntimeException failure = null;
      for (Future<?> f : running) {
        failure = outcome(f, failure);
      }
      synchronized (this) {
        save();
      }
      if (failure != null) {
        throw failure;
      }
    }

    /** Waits for a worker; the first failure stops the others at their next step. */
    private RuntimeException outcome(Future<?> worker, RuntimeException failure) {
      try {
        worker.get();
        return failure;
      } catch (ExecutionException e) {
        cancellation.request();
        boolean secondary = failure != null && e.getCause() instanceof CancellationException;
        if (secondary) {
          return failure;
        }
        return e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        cancellation.request();
        return new CancellationException("interrupted");
      }
    }

    private void worker() {
      Threads.perOperation(1); // the workers share the cores; and one order of sums for any number
      for (int i = next.getAndIncrement(); i < pending.length; i = next.getAndIncrement()) {
        cancellation.check();
        GenerationBatch batch = batches.get(pending[i]);
        batch.integrate(writer, device, cancellation);
        done(pending[i], batch);
      }
    }

    private synchronized void done(int index, GenerationBatch batch) {
      unsaved.add(index);
      finished += batch.count();
      listener.progress(finished, total, batch.description());
      if (System.nanoTime() - savedAt > SAVE_EVERY_NANOS) {
        save();
      }
    }

    /** Data first, then the note that it is there. */
    private void save() {
      if (unsaved.isEmpty()) {
        return;
      }
      writer.force();
      unsaved.forEach(journal::note);
      journal.save(batches.size());
      unsaved.clear();
      savedAt = System.nanoTime();
    }
  }
}
