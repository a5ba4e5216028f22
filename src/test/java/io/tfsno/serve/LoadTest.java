package io.tfsno.serve;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures the service on this machine: many requests in flight, for minutes.
 *
 * <pre>
 * mvn -B test-compile exec:exec -Pload -Dload.models=models -Dload.model=e1-tfsno-l
 * </pre>
 */
final class LoadTest {
  private static final int STEPS = 50;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger wrong = new AtomicInteger();
  private volatile boolean over;

  private LoadTest() {}

  /** Arguments: models folder, model, requests in flight, seconds. */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    int inFlight = Integer.parseInt(args[2]);
    int seconds = Integer.parseInt(args[3]);
    ServeOptions options =
        new ServeOptions(
            "127.0.0.1", 0, Path.of(args[0]), null, null, Device.CPU, 1, Limits.standard());
    try (StudioServer server = StudioServer.start(options)) {
      server.warmUp();
      new LoadTest().run(server, args[1], inFlight, seconds);
    }
  }

  private void run(StudioServer server, String model, int inFlight, int seconds) throws Exception {
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < inFlight; i++) {
      int number = i;
      Thread thread = new Thread(() -> ask(server, model, number));
      thread.start();
      clients.add(thread);
    }
    Thread.sleep(Duration.ofSeconds(seconds / 6).toMillis());
    millis.clear(); // the JVM has warmed up
    long begun = System.nanoTime();
    List<String> memory = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      memory.add("%d".formatted(residentMebibytes()));
      Thread.sleep(Duration.ofSeconds(seconds / 6).toMillis());
    }
    memory.add("%d".formatted(residentMebibytes()));
    double wall = (System.nanoTime() - begun) * 1e-9;
    over = true;
    for (Thread thread : clients) {
      thread.join();
    }
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    System.out.printf(
        "%d in flight for %.0f s: %d rollouts of %d steps with %s, %.1f per second, %d failed%n",
        inFlight, wall, sorted.length, STEPS, model, sorted.length / wall, wrong.get());
    System.out.printf(
        "ms: p50 %.0f, p90 %.0f, p99 %.0f, most %.0f; p99/p50 %.2f%n",
        at(sorted, 0.5),
        at(sorted, 0.9),
        at(sorted, 0.99),
        at(sorted, 1),
        at(sorted, 0.99) / at(sorted, 0.5));
    System.out.printf("resident MiB over time, both ends: %s%n", String.join(" ", memory));
    var text = client.send(request(server, "api/metrics").build(), BodyHandlers.ofString());
    text.body().lines().filter(l -> l.contains(model)).forEach(System.out::println);
  }

  private static double at(double[] sorted, double part) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round((sorted.length - 1) * part)];
  }

  private static HttpRequest.Builder request(StudioServer server, String path) {
    return HttpRequest.newBuilder(URI.create(server.url()).resolve("/" + path));
  }

  private void ask(StudioServer server, String model, int client) {
    int expected = -1;
    for (int i = 0; !over; i++) {
      String body =
          "{\"model\":\"%s\",\"steps\":%d,\"initial\":{\"seed\":%d}}"
              .formatted(model, STEPS, 1000 * client + i);
      HttpRequest post =
          request(server, "api/rollout")
              .header("Content-Type", "application/json")
              .header("Accept", "application/x-npy")
              .POST(BodyPublishers.ofString(body))
              .build();
      long start = System.nanoTime();
      try {
        HttpResponse<byte[]> answer = this.client.send(post, BodyHandlers.ofByteArray());
        expected = expected < 0 ? answer.body().length : expected;
        if (answer.statusCode() != 200 || answer.body().length != expected) {
          wrong.incrementAndGet();
        }
        millis.add((System.nanoTime() - start) * 1e-6);
      } catch (IOException | InterruptedException e) {
        wrong.incrementAndGet();
      }
    }
  }

  private static long residentMebibytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(l -> l.startsWith("VmRSS"))
            .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
            .sum()
        / 1024;
  }
}
