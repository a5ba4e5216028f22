package io.tfsno.data.generate;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.engine.Rng;
import io.tfsno.pde.law.Coefficient;
import io.tfsno.pde.law.TimeFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/**
 * The coefficients of an equation as a file states them, each of them fixed, drawn for each
 * trajectory, a function of time {@code {mean, amplitude, period}}, or a product of others {@code
 * {times: [4e-4, r]}}; and the phase of a law that changes with time.
 */
final class Coefficients {
  private static final int MOST_CORNERS = 6;

  private final Map<String, Draw> numbers = new LinkedHashMap<>();
  private final Map<String, TimeFunction> functions = new LinkedHashMap<>();
  private final Map<String, Coefficient> products = new LinkedHashMap<>();
  private final Draw phase;

  /** {@code mean + amplitude sin(2 pi t / period)} as a file has it. */
  private record Periodic(Double mean, double amplitude, double period) {
    TimeFunction function() {
      return new TimeFunction(mean == null ? 0 : mean, amplitude, period);
    }
  }

  /** The values of one trajectory. */
  record Values(Map<String, TimeFunction> byName, double phase) {
    double number(String name) {
      return byName.get(name).mean();
    }
  }

  private Coefficients(Map<String, JsonNode> stated, JsonNode phase) {
    stated.forEach(this::add);
    this.phase = phase == null ? Draw.fixed(0) : Draw.parse("phase", phase);
    for (Map.Entry<String, Coefficient> product : products.entrySet()) {
      for (String name : product.getValue().names()) {
        if (!numbers.containsKey(name)) {
          throw new UserError(
              "factors of '%s' that are numbers or drawn (%s)"
                  .formatted(product.getKey(), String.join(", ", numbers.keySet())),
              "'" + name + "'",
              "Correct parameters.%s.times.".formatted(product.getKey()));
        }
      }
    }
  }

  static Coefficients of(Map<String, JsonNode> stated, JsonNode phase) {
    return new Coefficients(stated, phase);
  }

  private void add(String name, JsonNode tree) {
    String path = "parameters." + name;
    if (tree.isObject() && tree.has("times")) {
      if (tree.size() > 1) {
        throw new UserError(
            "'times' alone at '%s'".formatted(path), tree.toString(), "Remove the other keys.");
      }
      products.put(name, Coefficient.parse(tree.get("times")));
    } else if (tree.isObject() && !Draw.isDistribution(tree) && tree.has("amplitude")) {
      functions.put(name, ConfigReader.bind(path, tree, Periodic.class).function());
    } else {
      numbers.put(name, Draw.parse(path, tree));
    }
  }

  /** Whether all trajectories have the same ones. */
  boolean areFixed() {
    return phase.isFixed() && numbers.values().stream().allMatch(Draw::isFixed);
  }

  boolean drawsPhase() {
    return !phase.isFixed();
  }

  /** The names of those that differ between trajectories: what was drawn, then products of it. */
  List<String> varying() {
    List<String> names = new ArrayList<>();
    numbers.forEach(
        (name, draw) -> {
          if (!draw.isFixed()) {
            names.add(name);
          }
        });
    List<String> drawn = List.copyOf(names);
    products.forEach(
        (name, product) -> {
          if (product.names().stream().anyMatch(drawn::contains)) {
            names.add(name);
          }
        });
    return names;
  }

  /** Draws in the order of the file, the phase last; what is fixed takes no number. */
  Values draw(Rng stream) {
    return values(draw -> draw.isFixed() ? draw.least() : draw.applyAsDouble(stream.uniform()));
  }

  private Values values(ToDoubleFunction<Draw> choose) {
    Map<String, TimeFunction> all = new LinkedHashMap<>(functions);
    numbers.forEach(
        (name, draw) -> all.put(name, TimeFunction.constant(choose.applyAsDouble(draw))));
    products.forEach((name, product) -> all.put(name, TimeFunction.constant(product.mean(all))));
    return new Values(all, choose.applyAsDouble(phase));
  }

  /** The values at the ends of all ranges: what is sound there is sound between. */
  List<Values> corners() {
    List<Draw> drawn = numbers.values().stream().filter(d -> !d.isFixed()).toList();
    int free = Math.min(MOST_CORNERS, drawn.size());
    List<Values> corners = new ArrayList<>();
    for (int corner = 0; corner < 1 << free; corner++) {
      int bits = corner;
      corners.add(
          values(
              draw -> {
                int place = Math.min(Math.max(0, indexOf(drawn, draw)), free);
                return (bits >> place & 1) == 0 ? draw.least() : draw.most();
              }));
    }
    return corners;
  }

  /** Of this very draw: two coefficients may be drawn alike. */
  @SuppressWarnings("ReferenceEquality")
  private static int indexOf(List<Draw> all, Draw one) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i) == one) {
        return i;
      }
    }
    return -1;
  }
}
