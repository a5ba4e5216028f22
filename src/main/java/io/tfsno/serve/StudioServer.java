package io.tfsno.serve;

import com.sun.net.httpserver.HttpServer;
import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.serve.http.Admission;
import io.tfsno.serve.http.Arrivals;
import io.tfsno.serve.http.Gatekeeper;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import io.tfsno.serve.http.Route;
import io.tfsno.serve.http.Watchdog;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The studio as a running service: the page and the HTTP API over a folder of models.
 *
 * <pre>{@code
 * try (StudioServer server = StudioServer.start(ServeOptions.local(Path.of("models")))) {
 *   System.out.println(server.url());
 *   ...
 * }
 * }</pre>
 */
public final class StudioServer implements AutoCloseable {
  /** One for each connection: a client that keeps its own waiting keeps nobody else's. */
  private static final int THREADS = 512;

  private static final int BACKLOG = 256;
  private static final int WARM = 16;

  /** Time for streams that are cut to say so. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /** Settings of the JDK's server, which it takes from here when its first instance is made. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "sun.net.httpserver.nodelay", "true",
          "sun.net.httpserver.maxReqTime", "30",
          "sun.net.httpserver.maxRspTime", "900",
          "sun.net.httpserver.maxReqHeaders", "100",
          "sun.net.httpserver.maxReqHeaderSize", "32768",
          "sun.net.httpserver.idleInterval", "30",
          "jdk.httpserver.maxConnections", Integer.toString(THREADS));

  private final HttpServer http;
  private final ThreadPoolExecutor threads;
  private final Router router;
  private final Metrics metrics;
  private final Watchdog watchdog;
  private final ModelShelf shelf;
  private final Limits limits;
  private final Trajectories trajectories;
  private final SolverTimes solverTimes;
  private boolean closed;

  private StudioServer(ServeOptions options, InetAddress address) throws IOException {
    limits = options.limits();
    shelf = new ModelShelf(options);
    watchdog = new Watchdog();
    Reference reference = new Reference(options.execution().device());
    Admission admission = new Admission(limits);
    metrics = new Metrics(admission);
    trajectories = new Trajectories(shelf, reference, limits, admission);
    solverTimes = new SolverTimes(reference, limits);
    Gatekeeper gatekeeper = new Gatekeeper(address, options.token());
    router = new Router(routes(options), gatekeeper, limits, watchdog, admission, metrics);
    http = HttpServer.create(new InetSocketAddress(address, options.port()), BACKLOG);
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(BACKLOG),
            work -> new Thread(null, work, "http-" + number.incrementAndGet(), 1 << 20));
    threads.allowCoreThreadTimeOut(true);
    http.setExecutor(new Arrivals(threads, watchdog, limits.head()));
    http.createContext("/", router);
    http.start();
  }

  private static String device(ServeOptions options) {
    Device device = options.execution().device();
    int threads = options.threads();
    return device.cuda()
        ? device.toString()
        : "the CPU, %d thread%s for each".formatted(threads, threads == 1 ? "" : "s");
  }

  private List<Route> routes(ServeOptions options) {
    Catalogues catalogues =
        new Catalogues(shelf, metrics, limits, options.runs() != null, device(options));
    RunsBrowser runs = new RunsBrowser(options.runs(), shelf);
    List<Route> routes = new ArrayList<>(StudioFiles.routes());
    routes.add(Route.openGet("/api/health", catalogues::health));
    routes.add(Route.get("/api/metrics", catalogues::metrics));
    routes.add(Route.get("/api/models", catalogues::models));
    routes.add(Route.get("/api/network", catalogues::network));
    routes.add(Route.get("/api/equations", catalogues::equations));
    routes.add(Route.post("/api/initial", trajectories::initial));
    routes.add(Route.post("/api/fitted", trajectories::fitted));
    routes.add(Route.post("/api/rollout", trajectories::rollout));
    routes.add(Route.post("/api/solve", trajectories::solve));
    routes.add(Route.get("/api/solver", solverTimes::answer));
    routes.add(Route.get("/api/runs", runs::list));
    routes.add(Route.get("/api/run", runs::run));
    routes.add(Route.get("/api/ledger", runs::ledger));
    return routes;
  }

  /** Starts to listen. A {@link UserError} if the address is not available. */
  public static StudioServer start(ServeOptions options) {
    SETTINGS.forEach((key, value) -> System.getProperties().putIfAbsent(key, value));
    try {
      return new StudioServer(options, InetAddress.getByName(options.host()));
    } catch (UnknownHostException e) {
      throw new UserError(
          "an address of this machine", "'" + options.host() + "'", "Try 127.0.0.1.");
    } catch (IOException e) {
      throw new UserError(
          "to listen on %s port %d, which the system refused: %s. Choose another port, or stop what listens there."
              .formatted(options.host(), options.port(), e.getMessage()),
          e);
    }
  }

  /** Where the page is. */
  public String url() {
    InetAddress address = http.getAddress().getAddress();
    String host = address.getHostAddress();
    return "http://%s:%d/"
        .formatted(address instanceof Inet6Address ? "[" + host + "]" : host, port());
  }

  /** Whether only this machine can reach it. */
  public boolean isLocal() {
    return http.getAddress().getAddress().isLoopbackAddress();
  }

  public int port() {
    return http.getAddress().getPort();
  }

  public int models() {
    return shelf.entries().size();
  }

  /** Folders that look like models and cannot be used, with the reason. */
  public Map<String, String> problems() {
    return shelf.problems();
  }

  /**
   * Loads models and takes a few steps with each and with its solver, so that the first visitor
   * waits for neither native libraries nor weights.
   */
  public void warmUp() {
    try {
      for (ModelEntry entry : shelf.entries().values().stream().limit(WARM).toList()) {
        trajectories.warmUp(entry);
      }
    } catch (Refusal | CancellationException e) {
      return; // a model that cannot be loaded is told to who asks for it; or the service stops
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Turns new requests away, lets running ones finish for a while, then ends everything. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    router.close();
    awaitRunning(limits.farewell());
    shelf.close(); // ends the rollouts that are still running
    awaitRunning(LAST_WORDS);
    http.stop(0);
    threads.shutdownNow();
    watchdog.close();
  }

  private void awaitRunning(Duration most) {
    long deadline = System.nanoTime() + most.toNanos();
    try {
      while (metrics.running() > 0 && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
