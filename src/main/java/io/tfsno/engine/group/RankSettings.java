package io.tfsno.engine.group;

import io.tfsno.base.UserError;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The place of this process among those that train together, as {@code torchrun} and others state
 * it in environment variables.
 *
 * @param rank of this process, from 0
 * @param ranks in all
 * @param localRank among the processes of this machine
 * @param localRanks processes of this machine
 * @param host where rank 0 waits for the others
 * @param port its port
 * @param attempt tells apart meetings at one place, when a launcher starts all ranks again
 * @param served whether a launcher serves the rendezvous, so that rank 0 does not
 * @param secret by which ranks know each other; null for one alone, and where a launcher serves
 * @param arrival how long to wait for all ranks
 * @param patience how long to wait for another rank in training
 */
public record RankSettings(
    int rank,
    int ranks,
    int localRank,
    int localRanks,
    String host,
    int port,
    String attempt,
    boolean served,
    Secret secret,
    Duration arrival,
    Duration patience) {
  public static final String RANK = "RANK";
  public static final String RANKS = "WORLD_SIZE";
  public static final String LOCAL_RANK = "LOCAL_RANK";
  public static final String LOCAL_RANKS = "LOCAL_WORLD_SIZE";
  public static final String HOST = "MASTER_ADDR";
  public static final String PORT = "MASTER_PORT";

  /** What ranks must know to be let in. In the environment, where other users do not see it. */
  public static final String SECRET = "TFSNO_RENDEZVOUS_SECRET";

  /** Seconds to wait for all ranks. */
  public static final String ARRIVAL = "TFSNO_RENDEZVOUS_TIMEOUT";

  /** Seconds to wait for another rank in training. */
  public static final String PATIENCE = "TFSNO_TIMEOUT";

  private static final String SERVED = "TORCHELASTIC_USE_AGENT_STORE";
  private static final String ATTEMPT = "TORCHELASTIC_RESTART_COUNT";
  private static final int MOST_RANKS = 65_536;

  public RankSettings {
    within(RANKS, ranks, 1, MOST_RANKS);
    within(RANK, rank, 0, ranks - 1);
    within(LOCAL_RANKS, localRanks, 1, MOST_RANKS);
    within(LOCAL_RANK, localRank, 0, MOST_RANKS);
    within(PORT, port, 1, 65_535);
    if (arrival.toMillis() < 1 || patience.toMillis() < 1) {
      throw new UserError(
          "%s and %s > 0 seconds".formatted(ARRIVAL, PATIENCE),
          "%.3f and %.3f".formatted(seconds(arrival), seconds(patience)),
          "Try 300 and 60.");
    }
  }

  /** One process that trains alone. */
  public static RankSettings alone() {
    return from(Map.of());
  }

  /** Reads the variables of an environment; without {@code WORLD_SIZE} a process is alone. */
  public static RankSettings from(Map<String, String> environment) {
    int ranks = number(environment, RANKS, 1);
    if (ranks > 1) {
      require(environment, RANK);
      require(environment, HOST);
      require(environment, PORT);
    }
    boolean served = Boolean.parseBoolean(environment.get(SERVED));
    return new RankSettings(
        ranks > 1 ? number(environment, RANK, 0) : 0,
        ranks,
        ranks > 1 ? number(environment, LOCAL_RANK, 0) : 0,
        ranks > 1 ? number(environment, LOCAL_RANKS, 1) : 1,
        environment.getOrDefault(HOST, "127.0.0.1"),
        number(environment, PORT, 29_500),
        environment.getOrDefault(ATTEMPT, "0"),
        served,
        ranks > 1 && !served ? secret(environment) : null,
        duration(environment, ARRIVAL, 300),
        duration(environment, PATIENCE, 60));
  }

  private static Secret secret(Map<String, String> environment) {
    String text = environment.getOrDefault(SECRET, "").trim();
    if (text.isEmpty()) {
      throw new UserError(
          "the variable %s, the same for all ranks".formatted(SECRET),
          "none",
          "Set it on all machines, e.g. to what 'openssl rand -hex 16' prints (docs/scaling.md).");
    }
    return Secret.of(SECRET, text);
  }

  /** The variables that state it, for a process to be started as this rank. */
  public Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    all.put(RANK, Integer.toString(rank));
    all.put(RANKS, Integer.toString(ranks));
    all.put(LOCAL_RANK, Integer.toString(localRank));
    all.put(LOCAL_RANKS, Integer.toString(localRanks));
    all.put(HOST, host);
    all.put(PORT, Integer.toString(port));
    all.put(PATIENCE, Double.toString(seconds(patience)));
    all.put(ARRIVAL, Double.toString(seconds(arrival)));
    if (secret != null) {
      all.put(SECRET, secret.text());
    }
    return all;
  }

  private static void require(Map<String, String> environment, String name) {
    if (environment.getOrDefault(name, "").isBlank()) {
      throw new UserError(
          "the variable %s along with %s=%s".formatted(name, RANKS, environment.get(RANKS)),
          "none",
          "Start ranks with 'tfsno launch', torchrun or a job's script (docs/scaling.md), or unset WORLD_SIZE.");
    }
  }

  private static int number(Map<String, String> environment, String name, int otherwise) {
    String text = environment.getOrDefault(name, "").trim();
    if (text.isEmpty()) {
      return otherwise;
    }
    if (!text.matches("\\d{1,9}")) {
      throw new UserError("a whole number in " + name, "'" + text + "'", "Correct or unset it.");
    }
    return Integer.parseInt(text);
  }

  private static Duration duration(Map<String, String> environment, String name, int otherwise) {
    String text = environment.getOrDefault(name, "").trim();
    if (text.isEmpty()) {
      return Duration.ofSeconds(otherwise);
    }
    if (!text.matches("\\d{1,7}(\\.\\d{1,6})?")) {
      throw new UserError("seconds in " + name, "'" + text + "'", "Try " + otherwise + ".");
    }
    return Duration.ofMillis(Math.round(1000 * Double.parseDouble(text)));
  }

  private static void within(String name, int found, int least, int most) {
    if (found < least || found > most) {
      throw new UserError(
          "%s from %d to %d".formatted(name, least, most),
          Integer.toString(found),
          "Correct the variable.");
    }
  }

  static double seconds(Duration duration) {
    return duration.toMillis() * 1e-3;
  }

  /** Whether this process speaks for all: writes files and shows progress. */
  public boolean leads() {
    return rank == 0;
  }

  String meetingPoint() {
    return host + ":" + port;
  }
}
