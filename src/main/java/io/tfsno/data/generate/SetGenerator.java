package io.tfsno.data.generate;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.FlatSet;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import io.tfsno.spectral.Points;
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

  /** While one batch is computed, others are brought to the host and written. */
  private static final int WORKERS_OF_A_GPU = 3;

  private final List<SetPlan> sets;
  private final Device device;
  private final int workers;
  private boolean checksums = true;

  public SetGenerator(GenerationRequest request, Device device, int workers) {
    this.sets = request.sets();
    this.device = device;
    this.workers = device.cuda() ? WORKERS_OF_A_GPU : workers;
  }

  /**
   * Leaves checksums out: the file has the bytes that earlier versions gave it. For sets that are
   * known by their SHA-256.
   */
  public SetGenerator withoutChecksums() {
    checksums = false;
    return this;
  }

  /**
   * Trajectories integrated together: enough to hide the cost of a call, few enough to stay in the
   * cache of a core. Chosen by measurement.
   */
  public static int batchSize(Points solver, Device device) {
    int dimension = solver.dimension();
    if (device.cuda()) {
      return dimension == 1 ? 1024 : dimension == 2 ? 128 : 16;
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
    List<GenerationBatch> batches = batches();
    Hdf5Plan plan = new Hdf5Plan();
    sets.forEach(s -> declare(s.set(), plan));
    PartFile part =
        new PartFile(
            file,
            plan,
            force,
            "the part of an interrupted run with these settings",
            "Use the settings it was started with");
    if (part.isWhole()) {
      part.finish();
      return batches.stream().mapToLong(GenerationBatch::count).sum();
    }
    try (Hdf5Writer writer = part.open(batches.size())) {
      long before = trajectories(batches, part.journal());
      sets.forEach(s -> s.set().writeCoordinates(writer));
      Work work = new Work(writer, part.journal(), batches, cancellation, listener);
      work.run();
      writer.seal();
      writer.close();
      part.finish();
      return before;
    }
  }

  private void declare(FlatSet set, Hdf5Plan plan) {
    if (checksums) {
      set.declare(plan);
    } else {
      set.declareWithoutChecksums(plan);
    }
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
