package io.tfsno.serve;

import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.ModelCard;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A model that can be asked for by name.
 *
 * @param name of its folder
 * @param benchmark whose data it was trained on, by equation, step and box; null if none fits
 */
record ModelEntry(String name, Path folder, ModelCard card, Benchmark benchmark, long parameters) {

  static ModelEntry read(String name, Path folder) {
    ModelCard card = ModelCard.read(folder);
    return new ModelEntry(
        name,
        folder,
        card,
        benchmarkOf(card).orElse(null),
        card.spec().parameterCount(card.shape()));
  }

  private static Optional<Benchmark> benchmarkOf(ModelCard card) {
    return Benchmark.all().stream()
        .filter(b -> b.equation().type().name().equals(card.equation()))
        .filter(b -> close(b.interval(), card.dt()) && close(b.length(), card.shape().length()))
        .findFirst();
  }

  private static boolean close(double a, double b) {
    return Math.abs(a - b) <= 1e-6 * Math.abs(a);
  }

  /** Values in one state. */
  int stateSize() {
    return card.shape().channels() * card.shape().cells();
  }

  Map<String, Object> document() {
    FieldShape shape = card.shape();
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", name);
    d.put("model", card.spec().model());
    d.put("equation", card.equation());
    d.put("benchmark", benchmark == null ? null : benchmark.id());
    d.put("dimension", shape.dimension());
    d.put("points", shape.points());
    d.put("channels", shape.channels());
    d.put("length", shape.length());
    d.put("dt", card.dt());
    d.put("parameters", parameters);
    return d;
  }
}
