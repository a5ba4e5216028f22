package io.tfsno.cli.console;

import io.tfsno.base.ProgressListener;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Shows how far long work has come, on standard error: a bar that redraws itself on a terminal, a
 * plain line now and then elsewhere.
 */
public final class Progress implements ProgressListener, AutoCloseable {
  private static final int BAR = 30;
  private static final long REDRAW_NANOS = 100_000_000L;
  private static final long LINE_NANOS = 10_000_000_000L;

  /** The one whose bar the cursor is behind; null for none. */
  private static volatile Progress open;

  private final String what;
  private final String unit;
  private final PrintStream err = System.err;
  private final boolean terminal = isTerminal();
  private final long started = System.nanoTime();
  private long first = -1;
  private long shownAt;
  private boolean drawn;

  public Progress(String what, String unit) {
    this.what = what;
    this.unit = unit;
  }

  @Override
  public synchronized void progress(long done, long total, String detail) {
    if (first < 0) {
      first = done; // what an earlier run left is not our speed
    }
    long now = System.nanoTime();
    boolean due = now - shownAt > (terminal ? REDRAW_NANOS : LINE_NANOS) || done == total;
    if (!due) {
      return;
    }
    shownAt = now;
    String text = text(done, total, detail, now);
    if (terminal) {
      err.print("\r" + text + "\u001b[K");
      drawn = true;
      open = this;
    } else {
      err.println(text);
    }
    err.flush();
  }

  @Override
  public void note(String text) {
    line("tfsno: note: " + text);
  }

  /** A line of its own, above the bar. */
  public synchronized void line(String text) {
    close();
    err.println(text);
    err.flush();
  }

  private String text(long done, long total, String detail, long now) {
    double fraction = total == 0 ? 1 : (double) done / total;
    int filled = (int) (fraction * BAR);
    String bar = terminal ? " [" + "=".repeat(filled) + " ".repeat(BAR - filled) + "]" : "";
    return "%s%s %d/%d %s%s%s"
        .formatted(
            what,
            bar,
            done,
            total,
            unit,
            detail.isEmpty() ? "" : " (" + detail + ")",
            remaining(done, total, now));
  }

  private String remaining(long done, long total, long now) {
    if (done <= first || done == total) {
      return ", " + show(now - started);
    }
    double perUnit = (now - started) / (double) (done - first);
    return ", " + show((long) (perUnit * (total - done))) + " left";
  }

  private static String show(long nanos) {
    Duration d = Duration.ofNanos(nanos);
    return d.toHours() > 0
        ? "%dh%02dm".formatted(d.toHours(), d.toMinutesPart())
        : "%dm%02ds".formatted(d.toMinutes(), d.toSecondsPart());
  }

  /** Leaves the cursor on a fresh line. */
  @Override
  public synchronized void close() {
    if (drawn) {
      err.println();
      drawn = false;
    }
  }

  /** For messages that come while a bar is shown: they begin on a line of their own. */
  static void freshLine() {
    Progress shown = open;
    if (shown != null) {
      shown.close();
    }
  }

  /** The launcher knows whether standard error is a terminal; Java 17 does not. */
  private static boolean isTerminal() {
    return "true".equals(System.getProperty("tfsno.terminal"));
  }
}
