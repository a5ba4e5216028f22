package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.serve.ServeOptions;
import io.tfsno.serve.StudioServer;
import io.tfsno.serve.http.Limits;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = {
      "Serve trained models: a page to watch them next to the solver, and an HTTP API.",
      "Only this machine can connect unless --host is given. Stop it with Ctrl-C."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno serve",
      "  tfsno serve --port 9000 --models runs --runs runs",
      "  TFSNO_TOKEN=$(openssl rand -hex 16) tfsno serve --host 0.0.0.0"
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "8080",
      description = "port, 0 for any free one (default: ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "address to listen on (default: ${DEFAULT-VALUE})")
  private String host;

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "folder of run folders (default: models here, or next to the program)")
  private Path models;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "folder of training runs and ledgers to browse (default: runs, if it exists)")
  private Path runs;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${env:TFSNO_TOKEN}",
      description = {
        "require this token in requests; prefer TFSNO_TOKEN, since others on the machine",
        "can see the arguments of a command"
      })
  private String token;

  @Option(
      names = "--max-steps",
      paramLabel = "N",
      description = "longest rollout that may be requested (default: 10000)")
  private Integer maxSteps;

  @Override
  public Integer call() throws InterruptedException {
    Limits limits = Limits.standard();
    ServeOptions options =
        new ServeOptions(
            host,
            port,
            modelsFolder(),
            runsFolder(),
            token,
            devices.execution(),
            devices.threadsOr(1),
            maxSteps == null ? limits : limits.withSteps(maxSteps));
    try (StudioServer server =
        Advised.get("See --host, --port and --models.", () -> StudioServer.start(options))) {
      CountDownLatch stopped = new CountDownLatch(1);
      Thread hook = new Thread(() -> stop(server, stopped), "stop-serving");
      Runtime.getRuntime().addShutdownHook(hook);
      print(server, options);
      server.warmUp();
      stopped.await();
    }
    return 0;
  }

  private static void stop(StudioServer server, CountDownLatch stopped) {
    server.close();
    stopped.countDown();
  }

  private Path modelsFolder() {
    if (models != null) {
      if (!Files.isDirectory(models)) {
        throw new UserError(
            "a folder for --models", "none at '" + models + "'", "Check the path, or train first.");
      }
      return models;
    }
    String home = System.getProperty("tfsno.home");
    Path here = Path.of("models");
    return Files.isDirectory(here) || home == null ? here : Path.of(home, "models");
  }

  private Path runsFolder() {
    if (runs != null && !Files.isDirectory(runs)) {
      throw new UserError("a folder for --runs", "none at '" + runs + "'", "Check the path.");
    }
    Path here = Path.of("runs");
    return runs != null || !Files.isDirectory(here) ? runs : here;
  }

  private void print(StudioServer server, ServeOptions options) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    out.printf("tfsno: %s with %d model(s). Stop with Ctrl-C.%n", server.url(), server.models());
    out.flush();
    server
        .problems()
        .forEach((name, why) -> err.printf("tfsno: model %s skipped: %s%n", name, why));
    if (server.models() == 0) {
      err.printf(
          "tfsno: no models in %s yet. Train one (tfsno demo, then tfsno serve --models demo).%n",
          options.models());
    }
    if (!server.isLocal() && token == null) {
      err.println("tfsno: other machines can reach this service, and it requires no token.");
    }
    err.flush();
  }
}
