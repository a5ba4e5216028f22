package io.tfsno.serve;

import io.tfsno.serve.http.Admission;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests and their times, and writes them in Prometheus's text format. */
final class Metrics {
  /** Upper ends of the histogram's bins, in seconds. */
  private static final double[] BINS = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

  private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
  private final Map<String, Times> times = new ConcurrentSkipListMap<>();
  private final AtomicInteger running = new AtomicInteger();
  private final long started = System.nanoTime();
  private final Admission admission;

  Metrics(Admission admission) {
    this.admission = admission;
  }

  private static final class Times {
    private final LongAdder[] bins = new LongAdder[BINS.length];
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    Times() {
      for (int i = 0; i < bins.length; i++) {
        bins[i] = new LongAdder();
      }
    }
  }

  void begin() {
    running.incrementAndGet();
  }

  void end(String path, int status, long nanos) {
    running.decrementAndGet();
    String labels = "path=\"%s\",status=\"%d\"".formatted(path, status);
    requests.computeIfAbsent(labels, l -> new LongAdder()).increment();
    Times t = times.computeIfAbsent(path, p -> new Times());
    t.count.increment();
    t.nanos.add(nanos);
    for (int i = 0; i < BINS.length; i++) {
      if (nanos * 1e-9 <= BINS[i]) {
        t.bins[i].increment();
      }
    }
  }

  int running() {
    return running.get();
  }

  double uptime() {
    return (System.nanoTime() - started) * 1e-9;
  }

  String text(ModelShelf shelf) {
    StringBuilder out = new StringBuilder();
    head(out, "tfsno_requests_total", "counter", "Requests answered.");
    requests.forEach((labels, n) -> line(out, "tfsno_requests_total", labels, n.sum()));
    head(out, "tfsno_request_seconds", "histogram", "Time from request to end of answer.");
    times.forEach((path, t) -> histogram(out, path, t));
    head(out, "tfsno_requests_running", "gauge", "Requests being answered.");
    line(out, "tfsno_requests_running", "", running.get());
    head(out, "tfsno_bodies_bytes", "gauge", "Bytes of request bodies in flight.");
    line(out, "tfsno_bodies_bytes", "", admission.inFlight());
    models(out, shelf);
    Runtime jvm = Runtime.getRuntime();
    head(out, "tfsno_heap_bytes", "gauge", "Java heap in use.");
    line(out, "tfsno_heap_bytes", "", jvm.totalMemory() - jvm.freeMemory());
    head(out, "tfsno_uptime_seconds", "gauge", "Time since start.");
    line(out, "tfsno_uptime_seconds", "", uptime());
    return out.toString();
  }

  private static void models(StringBuilder out, ModelShelf shelf) {
    Map<String, SharedModel> loaded = shelf.loaded();
    head(out, "tfsno_model_pending", "gauge", "Rollouts waiting or running.");
    loaded.forEach((n, m) -> line(out, "tfsno_model_pending", model(n), m.pending()));
    head(out, "tfsno_model_steps_total", "counter", "Steps of single states.");
    loaded.forEach((n, m) -> line(out, "tfsno_model_steps_total", model(n), m.tally().steps()));
    head(out, "tfsno_model_turns_total", "counter", "Turns of batches.");
    loaded.forEach((n, m) -> line(out, "tfsno_model_turns_total", model(n), m.tally().turns()));
    head(out, "tfsno_model_batched_total", "counter", "Sum of the batch sizes of all turns.");
    loaded.forEach((n, m) -> line(out, "tfsno_model_batched_total", model(n), m.tally().batched()));
    head(out, "tfsno_model_seconds_total", "counter", "Time spent stepping.");
    loaded.forEach((n, m) -> line(out, "tfsno_model_seconds_total", model(n), m.tally().seconds()));
  }

  private static String model(String name) {
    return "model=\"%s\"".formatted(name);
  }

  private static void histogram(StringBuilder out, String path, Times t) {
    String label = "path=\"%s\"".formatted(path);
    for (int i = 0; i < BINS.length; i++) {
      String labels = "%s,le=\"%s\"".formatted(label, BINS[i]);
      line(out, "tfsno_request_seconds_bucket", labels, t.bins[i].sum());
    }
    line(out, "tfsno_request_seconds_bucket", label + ",le=\"+Inf\"", t.count.sum());
    line(out, "tfsno_request_seconds_sum", label, t.nanos.sum() * 1e-9);
    line(out, "tfsno_request_seconds_count", label, t.count.sum());
  }

  private static void head(StringBuilder out, String name, String type, String help) {
    out.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
  }

  private static void line(StringBuilder out, String name, String labels, Number value) {
    out.append(name).append(labels.isEmpty() ? "" : "{" + labels + "}").append(' ');
    out.append(value).append('\n');
  }
}
