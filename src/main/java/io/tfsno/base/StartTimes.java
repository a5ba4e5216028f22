package io.tfsno.base;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the time of a start goes: with {@code TFSNO_TIMES=1} a line on standard error for each
 * phase that has ended, with the milliseconds since the launcher was called and since the line
 * before.
 *
 * <pre>
 * times:    412 ms  +  38  command line read
 * </pre>
 */
public final class StartTimes {
  private static final boolean ON = "1".equals(System.getenv("TFSNO_TIMES"));

  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  private static long last;

  private StartTimes() {}

  /** Whether they were asked for. */
  public static boolean on() {
    return ON;
  }

  /** Says that a phase has ended. */
  public static synchronized void ended(String phase) {
    if (!ON) {
      return;
    }
    long now = sinceStart();
    System.err.println(line(now, now - last, phase));
    last = now;
  }

  /** The same for what happens often, and is slow the first time. */
  public static void once(String phase) {
    if (ON && SEEN.add(phase)) {
      ended(phase);
    }
  }

  /** A part of the phase that goes on, in its own milliseconds. */
  public static void part(double milliseconds, String name) {
    if (ON) {
      System.err.println(
          String.format(Locale.ROOT, "times:                  %6.0f  %s", milliseconds, name));
    }
  }

  static String line(long milliseconds, long more, String phase) {
    return String.format(Locale.ROOT, "times: %6d ms  +%6d  %s", milliseconds, more, phase);
  }

  private static long sinceStart() {
    return Math.max(0, Duration.between(Launch.TIME, Instant.now()).toMillis());
  }

  /** When it all began, as far as is known. */
  private static final class Launch {
    static final Instant TIME = launched(System.getenv("TFSNO_LAUNCHED"));
  }

  /**
   * @param stamp seconds since 1970 with six decimals behind whatever the locale writes there, as
   *     bash gives them; null or anything else: when this process was started
   */
  static Instant launched(String stamp) {
    if (stamp != null && stamp.matches("\\d{9,11}[.,]\\d{6}")) {
      int point = stamp.length() - 7;
      return Instant.ofEpochSecond(
          Long.parseLong(stamp.substring(0, point)),
          1000L * Integer.parseInt(stamp.substring(point + 1)));
    }
    return ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
  }
}
