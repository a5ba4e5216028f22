package io.tfsno.cli;

import io.tfsno.cli.console.Termination;
import io.tfsno.engine.group.RankSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the ranks of one machine until all have ended. When one fails, the others are given a while
 * to notice by themselves, then asked to stop, then killed.
 */
final class RankLauncher {
  private static final Duration MOST_GRACE = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 20_000_000L;

  private final List<RankSettings> places;
  private final List<String> command;
  private final Duration grace;
  private final List<LaunchedRank> ranks = new ArrayList<>();
  private volatile boolean shuttingDown;

  RankLauncher(List<RankSettings> places, List<String> command) {
    this.places = places;
    this.command = command;
    Duration patience = places.get(0).patience();
    grace = patience.compareTo(MOST_GRACE) < 0 ? patience : MOST_GRACE;
  }

  /** The exit code: 0, or that of the rank that failed first. */
  int run() {
    Thread hook = new Thread(this::stopAll, "stop-ranks");
    Runtime.getRuntime().addShutdownHook(hook);
    Termination.exitAsInterrupted();
    try {
      for (RankSettings place : places) {
        ranks.add(LaunchedRank.start(place, command));
      }
      LaunchedRank failed = await();
      ranks.forEach(LaunchedRank::drain);
      return failed == null ? 0 : failed.exitCode();
    } finally {
      ranks.forEach(LaunchedRank::kill); // none is left, unless one could not be started
      removeHook(hook);
    }
  }

  /** Waits until all have ended; gives the first that failed, or null. */
  private LaunchedRank await() {
    LaunchedRank failed = null;
    long failedAt = 0;
    int asked = 0;
    while (ranks.stream().anyMatch(LaunchedRank::isAlive)) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (failed == null) {
        failed = ranks.stream().filter(LaunchedRank::failed).findFirst().orElse(null);
        failedAt = System.nanoTime();
        if (failed != null && !shuttingDown) {
          say(failed.ending() + "; the others stop");
        }
      } else if (asked == 0 && past(failedAt, grace)) {
        living().forEach(LaunchedRank::stop);
        asked = 1;
      } else if (asked == 1 && past(failedAt, grace.multipliedBy(2))) {
        living().forEach(rank -> say("rank %d hangs and is killed".formatted(rank.rank())));
        living().forEach(LaunchedRank::kill);
        asked = 2;
      }
    }
    return failed != null
        ? failed
        : ranks.stream().filter(LaunchedRank::failed).findFirst().orElse(null);
  }

  private List<LaunchedRank> living() {
    return ranks.stream().filter(LaunchedRank::isAlive).toList();
  }

  private static boolean past(long since, Duration time) {
    return System.nanoTime() - since > time.toNanos();
  }

  private static void say(String text) {
    System.err.println("tfsno: " + text);
    System.err.flush();
  }

  /** Ctrl-C or a plain kill of this process: the ranks stop at a safe point first. */
  private void stopAll() {
    shuttingDown = true;
    living().forEach(LaunchedRank::stop);
    long asked = System.nanoTime();
    while (!living().isEmpty() && !past(asked, MOST_GRACE.multipliedBy(3))) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    living().forEach(LaunchedRank::kill);
    ranks.forEach(LaunchedRank::drain);
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook is what is running now: it ends by itself.
    }
  }
}
