package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.engine.group.RankSettings;
import io.tfsno.engine.group.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "launch",
    description = {
      "Train with several processes: each batch is divided among them, and all make the same "
          + "update, so the result equals that of one process up to rounding.",
      "Run it once on each machine. The output of a rank is prefixed with its number."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno launch --ranks 2 -- train configs/e1-tfsno.yaml --out runs/e1",
      "  tfsno launch --ranks 2 -- train --resume runs/e1",
      "On each of two machines, i = 0 on the one called a, i = 1 on the other,",
      "with the same secret in TFSNO_RENDEZVOUS_SECRET:",
      "  tfsno launch --ranks 8 --nodes 2 --node-rank i --rendezvous a:29500 \\",
      "    -- train c.yaml"
    })
final class LaunchCommand implements Callable<Integer> {
  private static final List<String> COMMANDS = List.of("train", "perf");
  private static final Pattern PLACE = Pattern.compile("\\[?([^\\[\\]]+?)]?:(\\d{1,5})");

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "processes on this machine: one per GPU, or one per few cores")
  private int ranks;

  @Option(
      names = "--nodes",
      paramLabel = "M",
      defaultValue = "1",
      description = "machines (default: ${DEFAULT-VALUE})")
  private int nodes;

  @Option(
      names = "--node-rank",
      paramLabel = "i",
      defaultValue = "0",
      description = "number of this machine, from 0 (default: ${DEFAULT-VALUE})")
  private int nodeRank;

  @Option(
      names = "--rendezvous",
      paramLabel = "HOST:PORT",
      description = "where rank 0 listens, on machine 0 (default: a free port here)")
  private String rendezvous;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "60",
      description = "seconds after which a silent rank is given up (default: ${DEFAULT-VALUE})")
  private double timeout;

  @Option(
      names = "--rendezvous-timeout",
      paramLabel = "S",
      defaultValue = "300",
      description = "seconds to wait for all ranks at the start (default: ${DEFAULT-VALUE})")
  private double rendezvousTimeout;

  @Parameters(arity = "1..*", paramLabel = "-- COMMAND", description = "train, with its options")
  private List<String> command;

  @Override
  public Integer call() {
    check();
    Map<String, String> common = new TreeMap<>();
    Matcher place = PLACE.matcher(rendezvous == null ? "127.0.0.1:" + freePort() : rendezvous);
    if (!place.matches()) {
      throw new UserError("--rendezvous HOST:PORT", "'" + rendezvous + "'", "Try host:29500.");
    }
    common.put(RankSettings.HOST, place.group(1));
    common.put(RankSettings.PORT, place.group(2));
    common.put(RankSettings.RANKS, Integer.toString(ranks * nodes));
    common.put(RankSettings.LOCAL_RANKS, Integer.toString(ranks));
    common.put(RankSettings.PATIENCE, Double.toString(timeout));
    common.put(RankSettings.ARRIVAL, Double.toString(rendezvousTimeout));
    common.put(RankSettings.SECRET, secret(System.getenv(RankSettings.SECRET)));
    List<RankSettings> places =
        IntStream.range(0, ranks).mapToObj(i -> settings(common, i)).toList();
    return new RankLauncher(places, command).run();
  }

  /** Ranks of one machine get a generated secret. */
  private String secret(String given) {
    if (given != null) {
      return given;
    }
    return nodes == 1 ? Secret.random() : "";
  }

  private RankSettings settings(Map<String, String> common, int local) {
    Map<String, String> own = new TreeMap<>(common);
    own.put(RankSettings.RANK, Integer.toString(nodeRank * ranks + local));
    own.put(RankSettings.LOCAL_RANK, Integer.toString(local));
    return RankSettings.from(own);
  }

  private void check() {
    if (ranks < 1 || ranks > 1024 || nodes < 1 || nodes > 10_000) {
      throw new UserError(
          "--ranks from 1 to 1024 and --nodes from 1 to 10000",
          ranks + " and " + nodes,
          "Try --ranks 2.");
    }
    if (nodeRank < 0 || nodeRank >= nodes) {
      throw new UserError(
          "--node-rank from 0 to " + (nodes - 1), Integer.toString(nodeRank), "Correct it.");
    }
    if (nodes > 1 && rendezvous == null) {
      throw new UserError(
          "--rendezvous HOST:PORT with several machines", "none", "Name machine 0 and a port.");
    }
    if (!COMMANDS.contains(command.get(0))) {
      throw new UserError("'train ...' after --", "'" + command.get(0) + "'", "See launch --help.");
    }
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
