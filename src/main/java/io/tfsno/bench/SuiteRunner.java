package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Threads;
import io.tfsno.nn.Execution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Runs cells, several at once: a thread, and on a GPU a stream, for each. On the CPU a cell
 * computes with one thread, so that its numbers do not depend on how many run beside it.
 */
public final class SuiteRunner {
  private final Protocol protocol;
  private final Path results;
  private final Path dataFolder;
  private final Execution execution;
  private final int parallel;
  private final Keep keep;
  private final boolean retry;

  /**
   * @param keep where to keep the run folders of cells, and of which; null for nowhere
   * @param retry whether cells that failed, or were run with another configuration, run again
   */
  public SuiteRunner(
      Protocol protocol,
      Path results,
      Path dataFolder,
      Execution execution,
      int parallel,
      Keep keep,
      boolean retry) {
    if (parallel < 1 || parallel > 256) {
      throw new UserError(
          "a number of cells at once from 1 to 256", Integer.toString(parallel), "Try 4.");
    }
    this.protocol = protocol;
    this.results = results;
    this.dataFolder = dataFolder;
    this.execution = execution;
    this.parallel = parallel;
    this.keep = keep;
    this.retry = retry;
  }

  /**
   * Which run folders stay.
   *
   * @param folder that takes them, under the keys of their cells
   */
  public record Keep(Path folder, Predicate<Cell> which) {}

  /** Where a cell stands. */
  public enum State {
    OPEN,
    RUNNING,
    DONE,
    FAILED,
    /** Run before, but not as it is declared now. */
    OUTDATED
  }

  /** Hears of cells. Called from their threads. */
  public interface Listener extends ProgressListener {
    void finished(LedgerEntry entry, int done, int all);
  }

  /**
   * @param unexpected failures that are ours: neither divergence nor wrong input
   */
  public record Outcome(int ran, int failed, int elsewhere, List<Throwable> unexpected) {}

  public State state(Cell cell) {
    try (Claims claims = new Claims(claimFolder())) {
      return state(cell, claims);
    }
  }

  private State state(Cell cell, Claims claims) {
    LedgerEntry entry = new Ledger(results).find(cell.key());
    if (entry == null) {
      return Files.isDirectory(claimFolder()) && claims.running(cell.key())
          ? State.RUNNING
          : State.OPEN;
    }
    if (!protocol.made(entry)) {
      return State.OUTDATED;
    }
    return entry.failed() ? State.FAILED : State.DONE;
  }

  /** Whether a cell is to be run, or is still being run by somebody. */
  private boolean wanted(State state) {
    return switch (state) {
      case OPEN, RUNNING -> true;
      case FAILED, OUTDATED -> retry;
      case DONE -> false;
    };
  }

  private Path claimFolder() {
    return results.resolve("running");
  }

  /** Runs what is open. Stops at the next update when asked to; the rest can be run later. */
  public Outcome run(List<Cell> cells, Cancellation cancellation, Listener listener) {
    try (Claims claims = new Claims(claimFolder());
        SharedData data =
            new SharedData(
                protocol,
                dataFolder,
                execution.device(),
                Runtime.getRuntime().availableProcessors())) {
      List<Cell> open = cells.stream().filter(c -> wanted(state(c, claims))).toList();
      Work work = new Work(open, claims, data, cancellation, listener);
      work.run();
      return work.outcome();
    }
  }

  /** The threads of one run and what they share. */
  private final class Work {
    private final List<Cell> cells;
    private final Queue<Cell> queue;
    private final Claims claims;
    private final SharedData data;
    private final Cancellation cancellation;
    private final Listener listener;
    private final Ledger ledger = new Ledger(results);
    private final SuiteProgress progress;
    private final List<Throwable> unexpected = new ArrayList<>();
    private int ran;
    private int failed;
    private int elsewhere;

    Work(
        List<Cell> cells,
        Claims claims,
        SharedData data,
        Cancellation cancellation,
        Listener listener) {
      this.cells = cells;
      this.queue = new ConcurrentLinkedQueue<>(cells);
      this.claims = claims;
      this.data = data;
      this.cancellation = cancellation;
      this.listener = listener;
      progress = new SuiteProgress(cells, protocol, listener);
      cells.forEach(data::expect);
    }

    synchronized Outcome outcome() {
      return new Outcome(ran, failed, elsewhere, List.copyOf(unexpected));
    }

    void run() {
      int count = Math.min(parallel, Math.max(1, cells.size()));
      ExecutorService threads = Executors.newFixedThreadPool(count);
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        workers.add(threads.submit(this::worker));
      }
      threads.shutdown();
      RuntimeException failure = null;
      for (Future<?> worker : workers) {
        try {
          worker.get();
        } catch (ExecutionException e) {
          cancellation.request(); // the others end at their next update
          boolean secondary = e.getCause() instanceof CancellationException;
          if (failure == null || !secondary) {
            failure = failure(e);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          cancellation.request();
          failure = new CancellationException("interrupted");
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    private static RuntimeException failure(ExecutionException e) {
      if (e.getCause() instanceof LinkageError missing && Plugins.blame(missing).isPresent()) {
        return Plugins.blame(missing).get();
      }
      return e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e);
    }

    private void worker() {
      Threads.perOperation(1);
      for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
        cancellation.check();
        try {
          attempt(cell);
        } finally {
          data.leave(cell);
        }
      }
    }

    private void attempt(Cell cell) {
      if (!claims.take(cell.key())) {
        count(() -> elsewhere++);
        progress.end(cell);
        return;
      }
      try {
        if (!wanted(state(cell, claims))) {
          progress.end(cell); // finished by another process since we looked
          return;
        }
        execute(cell);
      } finally {
        claims.release(cell.key());
      }
    }

    private void execute(Cell cell) {
      Path folder = claimFolder().resolve(cell.key());
      CellRun run = new CellRun(cell, protocol, data, execution, folder);
      String started = Instant.now().toString();
      LedgerEntry entry;
      try (Scope scope = new Scope();
          Stream stream = Stream.open(execution.device())) {
        entry = run.run(cancellation, progress.of(cell));
      } catch (CancellationException e) {
        throw e;
      } catch (UserError e) {
        entry = run.failed(e.getMessage(), started);
      } catch (RuntimeException e) {
        requireDevice(e);
        count(() -> unexpected.add(e));
        entry = run.failed(e.toString(), started);
      }
      if (!claims.holds(cell.key())) {
        count(() -> elsewhere++); // taken for dead meanwhile: the result is the other's
        return;
      }
      settle(cell, folder, entry);
    }

    /** Without a device no cell can be run: it would be the device's failure, not the cell's. */
    private void requireDevice(RuntimeException cause) {
      if (!execution.device().works()) {
        throw new IllegalStateException(
            "%s failed, and answers no more to this process. The cells that were running are left open: run the same command again."
                .formatted(execution.device()),
            cause);
      }
    }

    private void settle(Cell cell, Path folder, LedgerEntry entry) {
      if (keep != null && !entry.failed() && keep.which.test(cell)) {
        RunFiles.keep(folder, keep.folder.resolve(cell.key()));
      }
      ledger.write(entry);
      RunFiles.delete(folder);
      boolean bad = entry.failed();
      count(
          () -> {
            ran++;
            failed += bad ? 1 : 0;
          });
      listener.finished(entry, progress.end(cell), cells.size());
    }

    private synchronized void count(Runnable change) {
      change.run();
    }
  }
}
