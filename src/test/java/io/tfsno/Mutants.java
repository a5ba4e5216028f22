package io.tfsno;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tfsno.base.UserError;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Damaged copies of files, always the same ones: bits flipped, bytes changed, numbers made extreme,
 * pieces cut, doubled, blanked or moved. Reading one must end soon, in a result or a user error.
 */
public final class Mutants {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final byte[][] EXTREMES = {
    {-1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, -1, 127},
    {-1, -1, -1, -1, -1, -1, -1, 127},
    {0, 0, 0, 0, 0, 0, 0, -128},
    {0, 0, 0, 64},
    {0, 0, 0, 0, 1},
    {0, 0, 0, 0},
  };

  private final byte[] whole;
  private final Random random;
  private final int from;
  private final int to;

  /** Damages bytes {@code from} to {@code to} only, and keeps the length. */
  public Mutants(byte[] whole, long seed, int from, int to) {
    this.whole = whole.clone();
    this.random = new Random(seed);
    this.from = from;
    this.to = to;
  }

  public Mutants(byte[] whole, long seed) {
    this(whole, seed, 0, whole.length);
  }

  /** How many a test should try: more with {@code -Pcampaign}. */
  public static int count() {
    return Integer.getInteger("tfsno.mutants", 200);
  }

  public byte[] next() {
    byte[] bytes = whole.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      change(bytes);
    }
    boolean anywhere = from == 0 && to == whole.length;
    return anywhere && random.nextInt(4) == 0 ? reshape(bytes) : bytes;
  }

  private void change(byte[] bytes) {
    int at = from + random.nextInt(to - from);
    switch (random.nextInt(5)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt(256);
      case 2 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
      case 3 -> {
        byte[] extreme = EXTREMES[random.nextInt(EXTREMES.length)];
        System.arraycopy(extreme, 0, bytes, at, Math.min(extreme.length, to - at));
      }
      default -> {
        int length = Math.min(to - at, 1 + random.nextInt(40));
        int source = from + random.nextInt(to - from - length + 1);
        System.arraycopy(whole, source, bytes, at, length);
      }
    }
  }

  private byte[] reshape(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int length = Math.min(bytes.length - at, 1 + random.nextInt(64));
    byte[] tail = Arrays.copyOfRange(bytes, at, bytes.length);
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(bytes, at); // cut short
      case 1 -> joined(bytes, at, Arrays.copyOfRange(tail, length, tail.length)); // a piece lost
      default -> joined(bytes, at + length, tail); // a piece doubled
    };
  }

  private static byte[] joined(byte[] start, int length, byte[] end) {
    byte[] all = Arrays.copyOf(start, length + end.length);
    System.arraycopy(end, 0, all, length, end.length);
    return all;
  }

  /** The result of reading a mutant; null if it ended in a user error. */
  public static <T> T survive(Campaign part, String what, Callable<T> reading) {
    part.tried(1);
    boolean ended = false;
    try {
      T read = inTime(what, reading);
      if (read == null) {
        part.refused(1);
      } else {
        part.survived(1);
      }
      ended = true;
      return read;
    } finally {
      if (!ended) {
        part.lost(1);
      }
    }
  }

  private static <T> T inTime(String what, Callable<T> reading) {
    long start = System.nanoTime();
    try {
      return reading.call();
    } catch (UserError e) {
      assertThat(e.getMessage()).as(what).isNotBlank().doesNotContain("\n").hasSizeLessThan(2000);
      return null;
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      return fail(what + " escaped as " + e, e);
    } finally {
      assertThat(Duration.ofNanos(System.nanoTime() - start)).as(what).isLessThan(SOON);
    }
  }
}
