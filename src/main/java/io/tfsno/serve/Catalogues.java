package io.tfsno.serve;

import io.tfsno.base.BuildInfo;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.Equations;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.report.network.NetworkFigure;
import io.tfsno.serve.http.Call;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers what there is: health, models and their networks, equations. */
final class Catalogues {
  private final ModelShelf shelf;
  private final Metrics metrics;
  private final Limits limits;
  private final boolean runs;
  private final String device;

  /**
   * @param device what models and solver run on, in words
   */
  Catalogues(ModelShelf shelf, Metrics metrics, Limits limits, boolean runs, String device) {
    this.shelf = shelf;
    this.metrics = metrics;
    this.limits = limits;
    this.runs = runs;
    this.device = device;
  }

  void health(Call call) throws IOException {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("status", "ok");
    d.put("version", BuildInfo.version());
    d.put("models", shelf.entries().size());
    d.put("uptime_seconds", metrics.uptime());
    call.json(200, d);
  }

  void metrics(Call call) throws IOException {
    byte[] text = metrics.text(shelf).getBytes(StandardCharsets.UTF_8);
    call.bytes(200, "text/plain; version=0.0.4; charset=utf-8", text);
  }

  void models(Call call) throws IOException {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("models", shelf.entries().values().stream().map(ModelEntry::document).toList());
    d.put("problems", shelf.problems().keySet());
    Map<String, Object> most = new LinkedHashMap<>();
    most.put("steps", limits.steps());
    most.put("points", limits.points());
    most.put("values", limits.values());
    most.put("body_bytes", limits.bodyBytes());
    most.put("rollouts", limits.rollouts());
    d.put("limits", most);
    d.put("runs", runs);
    d.put("device", device);
    call.json(200, d);
  }

  void network(Call call) throws IOException {
    ModelEntry entry = shelf.entry(call.query("model"));
    NetworkFigure figure =
        NetworkFigure.of(entry.card().spec(), entry.card().shape())
            .orElseThrow(() -> undrawn(entry));
    call.bytes(200, "image/svg+xml", figure.toSvg().getBytes(StandardCharsets.UTF_8));
  }

  private Refusal undrawn(ModelEntry entry) {
    List<String> others =
        shelf.entries().values().stream().filter(ModelEntry::drawn).map(ModelEntry::name).toList();
    return new Refusal(
        404,
        "a model that can be drawn",
        "'%s', a %s".formatted(entry.name(), entry.card().spec().model()),
        others.isEmpty()
            ? "None of the models here can."
            : "Choose one of %s.".formatted(String.join(", ", others)));
  }

  void equations(Call call) throws IOException {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("benchmarks", Benchmark.all().stream().map(Catalogues::benchmark).toList());
    d.put("equations", Equations.all().stream().map(Catalogues::equation).toList());
    call.json(200, d);
  }

  private static Map<String, Object> benchmark(Benchmark b) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("id", b.id());
    d.put("title", b.title());
    d.put("equation", b.equation().type().name());
    d.put("formula", b.equation().type().formula());
    d.put("behaviour", b.equation().type().behaviour());
    d.put("parameters", new TreeMap<>(b.equation().parameters()));
    d.put("dimension", b.dimension());
    d.put("length", b.length());
    d.put("dt", b.interval());
    d.put("steps", b.snapshots() - 1);
    d.put("points", b.trainingPoints());
    d.put("modes", b.sampler().maxMode());
    d.put(
        "amplitude",
        List.of(
            b.sampler().amplitude().applyAsDouble(0), b.sampler().amplitude().applyAsDouble(1)));
    d.put("fields", b.equation().type().fields());
    return d;
  }

  private static Map<String, Object> equation(EquationType t) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", t.name());
    d.put("formula", t.formula());
    d.put("behaviour", t.behaviour());
    d.put("dimension", t.dimension());
    d.put("fields", t.fields());
    return d;
  }
}
