package io.tfsno.serve;

import io.tfsno.operator.FieldShape;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.ModelCard;
import io.tfsno.serve.http.ShapeDocument;
import io.tfsno.spectral.Grid;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
        .filter(b -> close(b.interval(), card.dt()) && sameBox(b, card.shape()))
        .findFirst();
  }

  private static boolean sameBox(Benchmark b, FieldShape shape) {
    Grid grid = shape.grid();
    return grid.dimension() == b.dimension()
        && shape.channels() == b.equation().channels()
        && grid.axes().stream().allMatch(a -> a.periodic() && close(b.length(), a.length()));
  }

  private static boolean close(double a, double b) {
    return Math.abs(a - b) <= 1e-6 * Math.abs(a);
  }

  /** Values in one state. */
  int stateSize() {
    return card.shape().channels() * card.shape().cells();
  }

  Map<String, Object> document() {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", name);
    d.put("model", card.spec().model());
    d.put("equation", card.equation());
    d.put("benchmark", benchmark == null ? null : benchmark.id());
    d.putAll(ShapeDocument.of(card.shape()));
    d.put("mean", perField(card.normaliser().mean()));
    d.put("deviation", perField(card.normaliser().deviation()));
    d.put("dt", card.dt());
    d.put("parameters", parameters);
    return d;
  }

  /** Files of old have one number for all fields. */
  private List<Double> perField(List<Double> numbers) {
    int fields = card.shape().channels();
    return numbers.size() == fields ? numbers : Collections.nCopies(fields, numbers.get(0));
  }
}
