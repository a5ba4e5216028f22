package io.tfsno.pde;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.spectral.Points;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * An entry of the catalogue: how an equation is named and described, what coefficients it takes,
 * and how to make it from them.
 *
 * @param fields names of its channels
 * @param reciprocals other names under which 1/coefficient may be given, as {@code Re -> nu}
 * @param length a good box length
 * @param dt a good solver step at about 256 (1D), 64 (2D) or 32 (3D) stored points per axis
 */
public record EquationType(
    String name,
    String formula,
    String behaviour,
    int dimension,
    List<String> fields,
    List<Parameter> parameters,
    Map<String, String> reciprocals,
    double length,
    double dt,
    Function<Map<String, Double>, Equation> make) {

  /** The entries of an equation that is written alike in one, two and three dimensions. */
  public static List<EquationType> inEachDimension(IntFunction<EquationType> entry) {
    return IntStream.rangeClosed(1, Points.MOST_AXES).mapToObj(entry).toList();
  }

  /** Whether a Reynolds number may be given in place of the viscosity. */
  public boolean hasReynoldsNumber() {
    return reciprocals.containsKey("Re");
  }

  /** The equation with the given coefficients, standard values for the others. */
  public Equation create(Map<String, Double> given) {
    List<String> known = new ArrayList<>();
    Map<String, Double> all = new LinkedHashMap<>();
    for (Parameter p : parameters) {
      known.add(p.name());
      all.put(p.name(), p.standard());
    }
    known.addAll(reciprocals.keySet());
    for (Map.Entry<String, Double> e : given.entrySet()) {
      String key = e.getKey();
      if (known.isEmpty()) {
        throw new UserError("no parameters for " + name, "'" + key + "'", "Remove it.");
      }
      if (!known.contains(key)) {
        throw Names.unknown("parameter of " + name, key, known);
      }
      if (reciprocals.containsKey(key)) {
        all.put(reciprocals.get(key), reciprocal(key, e.getValue(), given));
      } else {
        all.put(key, e.getValue());
      }
    }
    return make.apply(all);
  }

  private double reciprocal(String key, double value, Map<String, Double> given) {
    String other = reciprocals.get(key);
    if (given.containsKey(other)) {
      throw new UserError(
          "either %s or %s for %s".formatted(key, other, name), "both", "Remove one of the two.");
    }
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new UserError("a number > 0 for " + key, Double.toString(value), "Try 1000.");
    }
    return 1 / value;
  }
}
