package io.tfsno.data.importing;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.file.FileRun;
import io.tfsno.data.generate.GenerationJournal;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.importing.field.Role;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The workers of one import and what they share: one reads while another writes. */
final class ImportWork {
  /** Rarely: every note waits until the disk has all that stands before it. */
  private static final long SAVE_EVERY_NANOS = 20_000_000_000L;

  private static final long MEGABYTE = 1_000_000;

  private final ImportPlan plan;
  private final Destination to;
  private final Hdf5Writer writer;
  private final GenerationJournal journal;
  private final List<TileJob> jobs;
  private final Cancellation cancellation;
  private final ProgressListener listener;
  private final AtomicInteger next = new AtomicInteger();
  private final int[] pending;
  private final List<Integer> unsaved = new ArrayList<>();
  private final long total;
  private long finished;
  private long savedAt = System.nanoTime();
  private boolean saving;

  /** The data are at fault, not the disk: what was written is worth nothing. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int tile;

    Refusal(int tile, UserError cause) {
      super(cause);
      this.tile = tile;
    }
  }

  ImportWork(
      ImportPlan plan,
      Destination to,
      Hdf5Writer writer,
      GenerationJournal journal,
      List<TileJob> jobs,
      Cancellation cancellation,
      ProgressListener listener) {
    this.plan = plan;
    this.to = to;
    this.writer = writer;
    this.journal = journal;
    this.jobs = jobs;
    this.cancellation = cancellation;
    this.listener = listener;
    this.pending = IntStream.range(0, jobs.size()).filter(i -> !journal.isDone(i)).toArray();
    this.total = jobs.stream().mapToLong(TileJob::bytes).sum();
    this.finished =
        IntStream.range(0, jobs.size())
            .filter(journal::isDone)
            .mapToLong(i -> jobs.get(i).bytes())
            .sum();
  }

  double fraction() {
    return (double) finished / total;
  }

  void run(int workers) {
    tell();
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      running.add(pool.submit(this::worker));
    }
    pool.shutdown();
    RuntimeException failure = null;
    for (Future<?> worker : running) {
      failure = outcome(worker, failure);
    }
    if (!(failure instanceof Refusal) && !unsaved.isEmpty()) {
      save(taken());
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static RuntimeException weightier(RuntimeException a, RuntimeException b) {
    if (a instanceof Refusal first && b instanceof Refusal second) {
      return first.tile < second.tile ? a : b; // the first in the file, whoever met it first
    }
    boolean keep = a instanceof Refusal || b instanceof CancellationException;
    return a != null && keep ? a : b;
  }

  private RuntimeException outcome(Future<?> worker, RuntimeException failure) {
    try {
      worker.get();
      return failure;
    } catch (ExecutionException e) {
      RuntimeException own =
          e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
      return weightier(failure, own);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.request();
      return new CancellationException("interrupted");
    }
  }

  private void worker() {
    try {
      work();
    } catch (RuntimeException | Error e) {
      cancellation.request(); // the others stop at their next tile
      throw e;
    }
  }

  private void work() {
    float[] buffer = new float[0];
    ByteBuffer bytes = ByteBuffer.allocateDirect(0);
    for (int i = next.getAndIncrement(); i < pending.length; i = next.getAndIncrement()) {
      cancellation.check();
      TileJob job = jobs.get(pending[i]);
      int size = Transfer.size(job.tile().count());
      Optional<FileRun> run = job.transfer().run(job.tile());
      if (run.isPresent()) {
        bytes = bytes.capacity() < size * Float.BYTES ? room(size) : bytes;
        check(pending[i], job, run.get(), bytes);
        to.copy(job.transfer(), job.tile(), run.get(), bytes);
      } else {
        buffer = buffer.length < size ? new float[size] : buffer;
        to.write(job.transfer(), job.tile(), read(pending[i], job, buffer));
      }
      done(pending[i], job);
    }
  }

  private static ByteBuffer room(int numbers) {
    return ByteBuffer.allocateDirect(numbers * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Numbers that are copied as they stand are only looked at. */
  private void check(int index, TileJob job, FileRun run, ByteBuffer bytes) {
    run.read(bytes);
    int bad = FiniteCheck.firstNonFinite(bytes.asIntBuffer());
    if (bad >= 0) {
      float value = bytes.asFloatBuffer().get(bad);
      throw new Refusal(index, refusal(job, bad, value, job.tile().start(), job.tile().count()));
    }
  }

  private float[] read(int index, TileJob job, float[] buffer) {
    try {
      return job.transfer()
          .read(job.tile(), buffer, (v, start, count) -> requireFinite(job, v, start, count));
    } catch (UserError e) {
      throw new Refusal(index, e);
    }
  }

  private void requireFinite(TileJob job, float[] values, long[] start, int[] count) {
    int bad = FiniteCheck.firstNonFinite(values, Transfer.size(count));
    if (bad >= 0) {
      throw refusal(job, bad, values[bad], start, count);
    }
  }

  private UserError refusal(TileJob job, int bad, float value, long[] start, int[] count) {
    long[] at = new long[count.length];
    int rest = bad;
    for (int axis = count.length - 1; axis >= 0; axis--) {
      at[axis] = start[axis] + rest % count[axis];
      rest /= count[axis];
    }
    int channel = (int) at[Role.C.place()];
    long step = at[Role.T.place()];
    return new UserError(
        "finite numbers in the data",
        "%s in %s at time %.6g (snapshot %d), channel '%s'"
            .formatted(
                value,
                plan.source().trajectory(at[0]),
                plan.time(step),
                step,
                job.transfer().source().channels().get(channel).name()),
        "Leave the trajectory out, or generate it again.");
  }

  private void done(int index, TileJob job) {
    List<Integer> due = List.of();
    synchronized (this) {
      unsaved.add(index);
      finished += job.bytes();
      tell();
      if (!saving && System.nanoTime() - savedAt > SAVE_EVERY_NANOS) {
        saving = true;
        due = taken();
      }
    }
    if (!due.isEmpty()) {
      save(due); // the others go on
      synchronized (this) {
        savedAt = System.nanoTime();
        saving = false;
      }
    }
  }

  private synchronized List<Integer> taken() {
    List<Integer> all = List.copyOf(unsaved);
    unsaved.clear();
    return all;
  }

  private void tell() {
    listener.progress(
        Math.round((double) finished / MEGABYTE), Math.round((double) total / MEGABYTE), "");
  }

  /** Data first, then the note that it is there. One at a time calls this. */
  private void save(List<Integer> written) {
    writer.force();
    written.forEach(journal::note);
    journal.save(jobs.size());
  }
}
