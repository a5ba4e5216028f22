package io.tfsno;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * One row of the published table of faults: what was tried, and how it ended. With {@code
 * -Pcampaign} the row stands in {@code docs/reliability/campaign.csv} from the first fault on, and
 * is renewed every second: a campaign that is cut off leaves honest counts, and rows that are not
 * complete. Otherwise nothing is written.
 *
 * <pre>{@code
 * Campaign part = Campaign.of("kills of trainings", KilledCommandsTest.class, 120);
 * part.tried(1);
 * part.survived(1);
 * }</pre>
 */
public final class Campaign {
  /** Where the table is, from the root of the repository. */
  public static final Path TABLE = Path.of("docs/reliability/campaign.csv");

  static final String HEAD = "part,test,tried,survived,refused,lost,seconds,complete,date,version";

  private static final long RENEWED = TimeUnit.SECONDS.toNanos(1);
  private static final Map<String, Campaign> PARTS = new ConcurrentHashMap<>();

  private final Path table;
  private final String part;
  private final String test;
  private final int planned;
  private final long start = System.nanoTime();
  private int tried;
  private int survived;
  private int refused;
  private int lost;
  private boolean ended;
  private long written;

  Campaign(Path table, String part, String test, int planned) {
    this.table = table;
    this.part = part;
    this.test = test;
    this.planned = planned;
    write();
  }

  /**
   * A part of the campaign, which one class of tests makes up; what an earlier process counted for
   * it is forgotten.
   *
   * @param planned how many faults all tests of the part try together
   */
  public static Campaign of(String part, Class<?> test, int planned) {
    Path table = Boolean.getBoolean("tfsno.campaign") ? TABLE : null;
    return PARTS.computeIfAbsent(
        part, name -> new Campaign(table, name, test.getSimpleName(), planned));
  }

  /** A part that lasts for a time, not for a number of faults, until it is {@link #ended}. */
  public static Campaign lasting(String part, Class<?> test) {
    return of(part, test, Integer.MAX_VALUE);
  }

  /** The time of the part is over, and it went well. */
  public synchronized void ended() {
    ended = true;
    write();
  }

  /** What somebody else counted so far. */
  public synchronized void counted(int survivedSoFar, int refusedSoFar, int lostSoFar) {
    survived = survivedSoFar;
    refused = refusedSoFar;
    lost = lostSoFar;
    tried = survived + refused + lost;
    changed();
  }

  /** How often something is to be tried, as the profile says. */
  public static int count(String what, int otherwise) {
    return Integer.getInteger("tfsno." + what, otherwise);
  }

  public synchronized void tried(int count) {
    tried += count;
    changed();
  }

  /** Ended as if nothing had been. */
  public synchronized void survived(int count) {
    survived += count;
    changed();
  }

  /** Ended in a message. */
  public synchronized void refused(int count) {
    refused += count;
    changed();
  }

  /** Ended in anything else. */
  public synchronized void lost(int count) {
    lost += count;
    write();
  }

  private boolean complete() {
    return (ended || tried >= planned) && survived + refused + lost == tried;
  }

  private void changed() {
    if (complete() || System.nanoTime() - written > RENEWED) {
      write();
    }
  }

  private String row() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    return "%s,%s,%d,%d,%d,%d,%d,%s,%s,%s"
        .formatted(
            part,
            test,
            tried,
            survived,
            refused,
            lost,
            seconds,
            complete() ? "yes" : "no",
            LocalDate.now(ZoneOffset.UTC),
            System.getProperty("tfsno.version", "unknown"));
  }

  private void write() {
    written = System.nanoTime();
    if (table == null) {
      return;
    }
    try {
      Files.createDirectories(table.toAbsolutePath().getParent());
      // Classes of tests may run in two processes at once.
      try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw");
          FileLock lock = file.getChannel().lock()) {
        byte[] before = new byte[(int) file.length()];
        file.readFully(before);
        byte[] after =
            renewed(new String(before, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        file.seek(0);
        file.write(after);
        file.setLength(after.length);
        lock.release();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String renewed(String before) {
    List<String> rows = new ArrayList<>(before.lines().toList());
    if (rows.isEmpty()) {
      rows.add(HEAD);
    }
    int at = 1; // behind the head
    while (at < rows.size() && !rows.get(at).startsWith(part + ",")) {
      at++;
    }
    if (at == rows.size()) {
      rows.add("");
    }
    rows.set(at, row());
    return String.join("\n", rows) + "\n";
  }
}
