package io.tfsno.engine.group;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Store;

/**
 * Where ranks find each other: a small table of keys that rank 0 serves and all read. It also knows
 * who came, and, when something went wrong, who still answers.
 */
final class MeetingPoint implements AutoCloseable {
  /** How long those that are well are given to say so. */
  private static final long ROLL_CALL_MILLIS = 1500;

  private final RankSettings settings;
  private final SharedTable table;

  private MeetingPoint(RankSettings settings, SharedTable table) {
    this.settings = settings;
    this.table = table;
  }

  /** Goes there and waits for all ranks. */
  static MeetingPoint join(RankSettings settings) {
    long deadline = System.nanoTime() + settings.arrival().toNanos();
    awaitName(settings, deadline);
    MeetingPoint point = new MeetingPoint(settings, table(settings, deadline));
    try {
      point.awaitAll("arrived", deadline);
      return point;
    } catch (RuntimeException e) {
      point.close();
      throw e;
    }
  }

  private static SharedTable table(RankSettings settings, long deadline) {
    if (settings.served()) {
      awaitServer(settings, deadline);
      try {
        return new TorchrunTable(settings);
      } catch (RuntimeException e) {
        throw cannotReach(settings, e);
      }
    }
    if (settings.leads()) {
      try {
        return HubTable.serve(settings);
      } catch (IOException e) {
        throw cannotReach(settings, e);
      }
    }
    boolean again = false;
    while (true) {
      try {
        return HubTable.connect(settings, again);
      } catch (IOException e) {
        again |= !(e instanceof ConnectException); // somebody was there
        if (System.nanoTime() > deadline) {
          throw cannotReach(settings, e);
        }
        pause();
      }
    }
  }

  /** In a cluster the name of a machine may become known after this process has started. */
  private static void awaitName(RankSettings settings, long deadline) {
    while (!isKnown(settings.host())) {
      if (System.nanoTime() > deadline) {
        throw new UserError(
            "the address of a machine in " + RankSettings.HOST,
            "'%s', which has no address".formatted(settings.host()),
            "Correct it.");
      }
      pause();
    }
  }

  /** Before c10d looks for it: that would fail with pages of its own. */
  private static void awaitServer(RankSettings settings, long deadline) {
    while (!isServed(settings)) {
      if (System.nanoTime() > deadline) {
        throw cannotReach(settings, null);
      }
      pause();
    }
  }

  private static boolean isKnown(String host) {
    try {
      InetAddress.getByName(host);
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
  }

  /**
   * @param e why; null if nobody answered
   */
  private static UserError cannotReach(RankSettings settings, Exception e) {
    if (settings.leads() && !settings.served()) {
      return new UserError(
          "rank 0 cannot listen at %s: %s. Choose another port."
              .formatted(settings.meetingPoint(), firstLine(e)),
          e);
    }
    return new UserError(
        "rank %d: expected rank 0 to listen at %s, found nobody there within %.1f s. Check that it runs, and the address; %s sets the time."
            .formatted(
                settings.rank(),
                settings.meetingPoint(),
                RankSettings.seconds(settings.arrival()),
                RankSettings.ARRIVAL),
        e);
  }

  /** Waits until all ranks have come to a point of their work. */
  void meet(String where) {
    awaitAll(where, System.nanoTime() + settings.arrival().toNanos());
  }

  private void awaitAll(String where, long deadline) {
    List<Integer> missing;
    try {
      set(where, "");
      missing = await(where, deadline);
    } catch (RuntimeException e) {
      throw closed(e);
    }
    if (!missing.isEmpty()) {
      throw new UserError(
          "expected %d ranks at %s within %.1f s, found %d: rank %s did not arrive. Start it, or correct WORLD_SIZE; %s sets the time."
              .formatted(
                  settings.ranks(),
                  settings.meetingPoint(),
                  RankSettings.seconds(settings.arrival()),
                  settings.ranks() - missing.size(),
                  list(missing),
                  RankSettings.ARRIVAL));
    }
  }

  private UserError closed(RuntimeException e) {
    return new UserError(
        "rank %d: the rendezvous at %s closed before all %d ranks had arrived. See the message of rank 0."
            .formatted(settings.rank(), settings.meetingPoint(), settings.ranks()),
        e);
  }

  /** Waits until all ranks have set a key of their own; gives those that have not. */
  private List<Integer> await(String what, long deadline) {
    List<Integer> missing = IntStream.range(0, settings.ranks()).boxed().toList();
    while (true) {
      missing = missing.stream().filter(rank -> !has(what + "/" + rank)).toList();
      if (missing.isEmpty() || System.nanoTime() > deadline) {
        return missing;
      }
      pause();
    }
  }

  private void set(String what, String value) {
    put(what + "/" + settings.rank(), value);
  }

  private void put(String key, String value) {
    table.put(key, value.getBytes(StandardCharsets.UTF_8));
  }

  private boolean has(String key) {
    return table.has(key);
  }

  Store store() {
    return table.store();
  }

  /** Refuses a text that is not the same on all ranks: they would compute different things. */
  void requireSame(String what, String text) {
    byte[] digest = sha256(text); // the text itself is nobody else's business
    if (settings.leads()) {
      table.put("same/" + what, digest);
      return;
    }
    byte[] first;
    try {
      first = table.get("same/" + what);
    } catch (RuntimeException e) {
      throw closed(e);
    }
    if (!Arrays.equals(first, digest)) {
      throw new UserError(
          "rank %d: expected the same %s as rank 0, found another one. Give all ranks the same files and options."
              .formatted(settings.rank(), what));
    }
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    table.close();
  }

  /**
   * After a failure: tells the others that this rank is well, waits a moment for them to do the
   * same, and names those that do not; empty if all do.
   */
  String whoIsGone() {
    if (!isServed(settings)) {
      return "rank 0 does not answer";
    }
    List<Integer> silent = new ArrayList<>();
    String told =
        within(
            Duration.ofMillis(2 * ROLL_CALL_MILLIS),
            () -> {
              set("stopped", "");
              long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ROLL_CALL_MILLIS);
              silent.addAll(await("stopped", deadline));
              return "";
            });
    // What this rank says of itself comes back to it through rank 0.
    if (told == null || silent.contains(settings.rank())) {
      return "rank 0 does not answer";
    }
    return silent.isEmpty()
        ? ""
        : "rank %s %s not answer".formatted(list(silent), silent.size() == 1 ? "does" : "do");
  }

  /** Whether anybody serves the table. */
  private static boolean isServed(RankSettings settings) {
    try (Socket socket = new Socket()) {
      InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
      socket.connect(address, (int) ROLL_CALL_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Null if it failed or took longer: the rank that serves the table may hang or be gone. */
  private static String within(Duration limit, Supplier<String> work) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.get());
              } catch (RuntimeException e) {
                result.completeExceptionally(e);
              }
            },
            "roll-call");
    thread.setDaemon(true);
    thread.start();
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** The address by which this machine is seen from where the ranks meet. */
  static String ownAddress(RankSettings settings) {
    try (DatagramSocket socket = new DatagramSocket()) {
      // Sends nothing: it only asks the system which way it would go.
      socket.connect(new InetSocketAddress(settings.host(), settings.port()));
      return socket.getLocalAddress().getHostAddress();
    } catch (SocketException e) {
      throw new UserError(
          "%s cannot be reached from this machine: %s. Check the network, or set GLOO_SOCKET_IFNAME."
              .formatted(settings.host(), e.getMessage()),
          e);
    }
  }

  private static String list(List<Integer> ranks) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
  }
}
