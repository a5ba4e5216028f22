package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.UserError;
import io.tfsno.base.plugin.Plugins;
import io.tfsno.bench.claim.Claims;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Stream;
import io.tfsno.engine.Threads;
import io.tfsno.nn.Execution;
import io.tfsno.run.RunInUse;
import io.tfsno.train.guard.Divergence;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * The threads of one run of a suite and what they share. A training that diverges is a result and
 * goes into the ledger; whatever else stops a cell leaves it open for the same command later, and
 * stops no other.
 */
final class SuiteWork {
  private final SuiteRunner runner;
  private final Protocol protocol;
  private final Execution execution;
  private final Predicate<Cell> wanted;
  private final List<Cell> cells;
  private final Queue<Cell> queue;
  private final Claims claims;
  private final SharedData data;
  private final Cancellation cancellation;
  private final SuiteRunner.Listener listener;
  private final SuiteProgress progress;
  private final List<LeftOpen> open = new ArrayList<>();
  private int ran;
  private int failed;
  private int elsewhere;

  /**
   * @param wanted whether a cell is still to be run
   */
  SuiteWork(
      SuiteRunner runner,
      Protocol protocol,
      Execution execution,
      List<Cell> cells,
      Predicate<Cell> wanted,
      Claims claims,
      SharedData data,
      Cancellation cancellation,
      SuiteRunner.Listener listener) {
    this.runner = runner;
    this.protocol = protocol;
    this.execution = execution;
    this.wanted = wanted;
    this.cells = cells;
    this.queue = new ConcurrentLinkedQueue<>(cells);
    this.claims = claims;
    this.data = data;
    this.cancellation = cancellation;
    this.listener = listener;
    progress = new SuiteProgress(cells, protocol, listener);
    cells.forEach(data::expect);
  }

  /** On a GPU, sets are made while it trains; a CPU has no core to spare. */
  SuiteRunner.Outcome run(int parallel) {
    if (!execution.device().cuda()) {
      return train(parallel);
    }
    Cancellation enough = cancellation.ofAPart();
    CompletableFuture<Void> making = CompletableFuture.runAsync(() -> makeAhead(enough));
    try {
      return train(parallel);
    } finally {
      enough.request();
      making.join();
    }
  }

  private void makeAhead(Cancellation enough) {
    try (Scope scope = new Scope();
        Stream stream = Stream.open(execution.device())) {
      data.makeAhead(cells, enough, listener);
    } catch (RuntimeException | OutOfMemoryError e) {
      // The cell that needs the set meets the same, and says so.
    }
  }

  private SuiteRunner.Outcome train(int parallel) {
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
    synchronized (this) {
      return new SuiteRunner.Outcome(ran, failed, elsewhere, List.copyOf(open));
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
    Cancellation stop = cancellation.ofAPart();
    if (!claims.take(cell.key(), stop::request)) {
      leaveToOthers(cell);
      return;
    }
    try {
      if (!wanted.test(cell)) {
        progress.end(cell); // finished by another process since we looked
        return;
      }
      execute(cell, stop);
    } finally {
      claims.release(cell.key());
    }
  }

  private void leaveToOthers(Cell cell) {
    count(() -> elsewhere++);
    progress.end(cell);
  }

  private void execute(Cell cell, Cancellation stop) {
    try {
      LedgerEntry entry = trained(cell, stop);
      if (claims.settle(cell.key(), () -> store(cell, entry))) {
        tell(cell, entry);
      } else {
        leaveToOthers(cell); // taken for dead meanwhile: the result is the other's
      }
    } catch (RunInUse e) {
      leaveToOthers(cell);
    } catch (CancellationException e) {
      cancellation.check();
      leaveToOthers(cell); // only this cell was to stop, since its claim is lost
    } catch (RuntimeException | OutOfMemoryError e) {
      requireDevice(e);
      leaveOpen(cell, e);
    }
  }

  private LedgerEntry trained(Cell cell, Cancellation stop) {
    CellRun run = new CellRun(cell, protocol, data, execution, runner.folder(cell));
    String started = Instant.now().toString();
    try (Scope scope = new Scope();
        Stream stream = Stream.open(execution.device())) {
      return run.run(stop, progress.of(cell));
    } catch (Divergence e) {
      return run.diverged(e, started);
    }
  }

  /** Without a device no cell can be run: it would be the device's failure, not the cell's. */
  private void requireDevice(Throwable cause) {
    boolean explained = cause instanceof UserError || cause instanceof OutOfMemoryError;
    if (!explained && !execution.device().works()) {
      throw new IllegalStateException(
          "%s failed and no longer responds to this process. The cells that were running are left open: run the same command again."
              .formatted(execution.device()),
          cause);
    }
  }

  private void leaveOpen(Cell cell, Throwable cause) {
    LeftOpen left = new LeftOpen(cell.key(), cause);
    count(() -> open.add(left));
    listener.leftOpen(left, progress.end(cell), cells.size());
  }

  private void store(Cell cell, LedgerEntry entry) {
    Path folder = runner.folder(cell);
    if (!entry.failed()) {
      runner.keep(cell, folder);
    }
    runner.ledger().write(entry);
    RunFiles.delete(folder);
  }

  private void tell(Cell cell, LedgerEntry entry) {
    count(
        () -> {
          ran++;
          failed += entry.failed() ? 1 : 0;
        });
    listener.finished(entry, progress.end(cell), cells.size());
  }

  private synchronized void count(Runnable change) {
    change.run();
  }
}
