package io.tfsno.bench;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.bench.claim.Claims;
import io.tfsno.nn.Execution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Runs cells, several at once: a thread, and on a GPU a stream, for each. On the CPU a cell
 * computes with one thread, so that its numbers do not depend on how many run at once.
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
   * @param retry whether cells that diverged, or were run with another configuration, run again
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
    this.execution = execution.oneOf(parallel);
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

    void leftOpen(LeftOpen cell, int done, int all);
  }

  /**
   * @param ran cells that have an entry in the ledger now
   * @param failed how many of these diverged
   * @param open cells that could not be run
   */
  public record Outcome(int ran, int failed, int elsewhere, List<LeftOpen> open) {}

  public State state(Cell cell) {
    try (Claims claims = new Claims(claimFolder())) {
      return state(cell, claims);
    }
  }

  private State state(Cell cell, Claims claims) {
    LedgerEntry entry = ledger().find(cell.key());
    if (entry == null || entry.accident()) {
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

  Ledger ledger() {
    return new Ledger(results);
  }

  /** Where a cell is trained until its scores are in the ledger. */
  Path folder(Cell cell) {
    return claimFolder().resolve(cell.key());
  }

  /** Copies a trained cell to where it is to stay, if anywhere. */
  void keep(Cell cell, Path folder) {
    if (keep != null && keep.which.test(cell)) {
      RunFiles.keep(folder, keep.folder.resolve(cell.key()));
    }
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
      return new SuiteWork(
              this,
              protocol,
              execution,
              open,
              cell -> wanted(state(cell, claims)),
              claims,
              data,
              cancellation,
              listener)
          .run(parallel);
    }
  }
}
