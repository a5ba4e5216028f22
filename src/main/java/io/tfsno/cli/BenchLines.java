package io.tfsno.cli;

import io.tfsno.bench.LedgerEntry;
import io.tfsno.bench.LeftOpen;
import io.tfsno.bench.SuiteRunner;
import io.tfsno.cli.console.Progress;
import io.tfsno.cli.console.Table;
import java.io.PrintWriter;
import java.util.List;

/** What {@code bench} prints about cells: one line as each ends, one for those left open. */
record BenchLines(Progress progress) implements SuiteRunner.Listener {
  @Override
  public void progress(long done, long total, String detail) {
    progress.progress(done, total, detail);
  }

  @Override
  public void note(String text) {
    progress.note(text);
  }

  @Override
  public void finished(LedgerEntry entry, int done, int all) {
    progress.line("[%d/%d] %s".formatted(done, all, summary(entry)));
  }

  @Override
  public void leftOpen(LeftOpen cell, int done, int all) {
    progress.line("[%d/%d] %s: left open: %s".formatted(done, all, cell.key(), cell.reason()));
  }

  private static String summary(LedgerEntry e) {
    if (e.failed()) {
      return e.key() + ": failed: " + e.reason();
    }
    LedgerEntry.Test test = e.tests().get(0);
    LedgerEntry.Rollout r = test.rollouts().get(0);
    return "%s: validation %s, step %d L2 %s, overall %s, %.0f s"
        .formatted(
            e.key(),
            Table.error(e.training().validationError()),
            r.horizon(),
            Table.error(test.at(r.horizon()).l2().mean()),
            Table.error(r.overall().l2().mean()),
            e.training().seconds());
  }

  /** Reports the cells that could not be run, and returns the exit code. */
  static int leftOpen(List<LeftOpen> open, int all, PrintWriter err) {
    if (open.isEmpty()) {
      return 0;
    }
    List<LeftOpen> internal = open.stream().filter(LeftOpen::internal).toList();
    internal.forEach(cell -> cell.cause().printStackTrace(err));
    LeftOpen first = open.get(0);
    err.printf(
        "tfsno: expected every cell to finish, found %d of %d left open (checkpoints are kept); %s: %s Fix the cause, then run the same command again.%n",
        open.size(), all, first.key(), first.reason());
    err.flush();
    return internal.isEmpty() ? Main.WRONG_INPUT : Main.INTERNAL_FAILURE;
  }
}
