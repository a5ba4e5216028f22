package io.tfsno.serve;

import io.tfsno.data.Normaliser;
import io.tfsno.data.feed.Clock;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Operator;
import io.tfsno.operator.context.CodeNumber;
import io.tfsno.pde.Equation;
import io.tfsno.pde.EquationType;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.Given;
import io.tfsno.run.ModelCard;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.TrainingRange;
import io.tfsno.serve.http.ShapeDocument;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A model that can be requested by name.
 *
 * @param name of its folder
 * @param benchmark whose data it was trained on, by equation, step and box; null if none fits
 * @param parameters number of trained weights
 * @param clock what it is told of the time
 * @param drawn whether there is a drawing of its network
 */
record ModelEntry(
    String name,
    Path folder,
    ModelCard card,
    Benchmark benchmark,
    long parameters,
    Clock clock,
    boolean drawn) {

  static ModelEntry read(String name, Path folder) {
    ModelCard card = ModelCard.read(folder);
    try (Operator declared = card.spec().declare(card.shape())) {
      return new ModelEntry(
          name,
          folder,
          card,
          benchmarkOf(card).orElse(null),
          card.spec().parameterCount(card.shape()),
          Clock.of(declared.needsTime(), declared.countsElapsed()),
          declared.sketch().isPresent());
    }
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

  boolean timed() {
    return clock != Clock.NONE;
  }

  /** Whether the solver knows all that its law depends on. */
  boolean isSolvable() {
    Inputs inputs = card.shape().inputs();
    return benchmark != null
        && !timed()
        && inputs.fields().isEmpty()
        && inputs.parameters().stream().allMatch(p -> coefficients().contains(p.name()));
  }

  /** Coefficients that differ between trajectories of its data and that nobody tells the model. */
  Map<String, Band> hidden() {
    if (card.range() == null || !isSolvable()) {
      return Map.of();
    }
    Map<String, Band> hidden = new TreeMap<>(card.range().hidden());
    hidden.keySet().retainAll(coefficients());
    return hidden;
  }

  /** Steps between the initial states of the equation and the first states of its data. */
  int burnIn() {
    Double time = card.range() == null ? null : card.range().burnIn();
    return time == null ? 0 : Math.toIntExact(Math.round(time / card.dt()));
  }

  /** Names of the coefficients of the benchmark's equation. */
  private List<String> coefficients() {
    EquationType type = benchmark.equation().type();
    List<String> names = new ArrayList<>(type.reciprocals().keySet());
    type.parameters().forEach(p -> names.add(p.name()));
    return names;
  }

  /**
   * The equation that a solvable model's data obey with these coefficients; those that are not
   * given are the benchmark's.
   */
  Equation law(Map<String, Double> coefficients) {
    EquationType type = benchmark.equation().type();
    Map<String, Double> all = new LinkedHashMap<>(benchmark.equation().parameters());
    coefficients.forEach(
        (name, value) -> {
          all.remove(type.reciprocals().get(name));
          all.put(name, value);
        });
    return coefficients.isEmpty() ? benchmark.equation() : type.create(all);
  }

  /** Typical conditions: means of the training data, and no field at all. */
  Given ordinary() {
    Inputs inputs = card.shape().inputs();
    Given given = Given.NOTHING.at(0);
    for (int i = 0; i < inputs.parameters().size(); i++) {
      given = given.with(inputs.parameters().get(i).name(), meanOfParameter(i));
    }
    for (Channel field : inputs.fields()) {
      given = given.field(field.name(), new float[card.shape().cells()]);
    }
    return given.after(Collections.nCopies(inputs.observed() - 1, new float[stateSize()]));
  }

  private double meanOfParameter(int i) {
    return of(card.scales().parameters().mean(), i);
  }

  private static double of(List<Double> numbers, int i) {
    return numbers.get(numbers.size() == 1 ? 0 : i);
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
    d.put("conditions", conditions());
    d.put("memory", memory());
    d.put("levels", card.spec().blockLevels());
    d.put("drawn", drawn);
    return d;
  }

  /** What it remembers of the first states; null for nothing. */
  private Map<String, Object> memory() {
    Inputs inputs = card.shape().inputs();
    if (!inputs.remembers()) {
      return null;
    }
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("states", inputs.context().states());
    d.put("to", inputs.context().to().name().toLowerCase(Locale.ROOT));
    d.put("learnt", inputs.context().learnt() != null);
    d.put("numbers", CodeNumber.of(inputs.context(), card.shape().grid()));
    return d;
  }

  private Map<String, Object> conditions() {
    Inputs inputs = card.shape().inputs();
    Normaliser scales = card.scales().parameters();
    List<Map<String, Object>> numbers = new ArrayList<>();
    for (int i = 0; i < inputs.parameters().size(); i++) {
      Map<String, Object> d = ShapeDocument.field(inputs.parameters().get(i));
      d.put("mean", of(scales.mean(), i));
      d.put("deviation", of(scales.deviation(), i));
      d.put("range", rangeOfParameter(i));
      numbers.add(d);
    }
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("parameters", numbers);
    d.put("fields", inputs.fields().stream().map(ShapeDocument::field).toList());
    d.put("history", inputs.observed());
    d.put("time", clock == Clock.LAW);
    d.put("elapsed", clock == Clock.ELAPSED);
    d.put("solver", isSolvable());
    d.put("hidden", hidden().entrySet().stream().map(ModelEntry::hidden).toList());
    d.put("burnIn", burnIn());
    return d;
  }

  private static Map<String, Object> hidden(Map.Entry<String, Band> coefficient) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("name", coefficient.getKey());
    d.put("range", coefficient.getValue().asSeen());
    return d;
  }

  /** Null for a model that does not say where its training parameters lie. */
  private Band rangeOfParameter(int i) {
    TrainingRange range = card.range();
    return range == null || range.parameters().isEmpty()
        ? null
        : range.parameters().get(i).asSeen();
  }

  /** Old files have one number for all fields. */
  private List<Double> perField(List<Double> numbers) {
    int fields = card.shape().channels();
    return numbers.size() == fields ? numbers : Collections.nCopies(fields, numbers.get(0));
  }
}
