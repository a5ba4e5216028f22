package io.tfsno.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two network namespaces with a virtual wire between them: two machines, as far as TCP can see. */
final class TwoNetworks implements AutoCloseable {
  private final String name;

  private TwoNetworks(String name) {
    this.name = name;
  }

  /** Null where the system does not let us make them. */
  static TwoNetworks make() throws IOException, InterruptedException {
    TwoNetworks made = new TwoNetworks("tfsno" + ProcessHandle.current().pid());
    String a = made.namespace(0);
    String b = made.namespace(1);
    String[] steps = {
      "netns add " + a,
      "netns add " + b,
      "link add veth-a netns %s type veth peer name veth-b netns %s".formatted(a, b),
      "-n %s addr add %s/24 dev veth-a".formatted(a, made.address(0)),
      "-n %s addr add %s/24 dev veth-b".formatted(b, made.address(1)),
      "-n %s link set lo up".formatted(a),
      "-n %s link set lo up".formatted(b),
      "-n %s link set veth-a up".formatted(a),
      "-n %s link set veth-b up".formatted(b)
    };
    for (String step : steps) {
      if (!ip(step)) {
        made.close();
        return null;
      }
    }
    return made;
  }

  private String namespace(int node) {
    return name + (node == 0 ? "a" : "b");
  }

  String address(int node) {
    return "10.231.17." + (node + 1);
  }

  /** What to put before a command for it to run in one of them. */
  List<String> inside(int node) {
    return List.of("ip", "netns", "exec", namespace(node));
  }

  private static boolean ip(String words) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(("ip " + words).split(" "))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // no such program
    }
  }

  @Override
  public void close() throws InterruptedException {
    ip("netns del " + namespace(0));
    ip("netns del " + namespace(1));
  }
}
