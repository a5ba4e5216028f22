package io.tfsno.pde.law;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What multiplies a term: a number times named coefficients. In a file it is a number, a name, a
 * name with a minus sign, or a list of these, which are multiplied: {@code [0.5, -r]}.
 */
public record Coefficient(double factor, List<String> names) {
  static final Coefficient ONE = new Coefficient(1, List.of());

  public Coefficient {
    names = List.copyOf(names);
  }

  /** The coefficient that a file states; null counts as 1. */
  public static Coefficient parse(JsonNode tree) {
    if (tree == null || tree.isNull()) {
      return ONE;
    }
    List<JsonNode> parts = new ArrayList<>();
    if (tree.isArray()) {
      tree.forEach(parts::add);
    } else {
      parts.add(tree);
    }
    double factor = 1;
    List<String> names = new ArrayList<>();
    for (JsonNode part : parts) {
      String text = part.isValueNode() ? part.asString().strip() : "";
      if (part.isNumber() || text.matches("[-+]?[0-9.].*")) {
        factor *= number(text);
      } else if (text.matches("-?[A-Za-z_]\\w*")) {
        factor *= text.startsWith("-") ? -1 : 1;
        names.add(text.startsWith("-") ? text.substring(1) : text);
      } else {
        throw wrong(part.toString());
      }
    }
    return new Coefficient(factor, names);
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong("'" + text + "'");
    }
    throw wrong("'" + text + "'");
  }

  private static UserError wrong(String found) {
    return new UserError(
        "a coefficient: a number, a name, or a list of these to be multiplied",
        found,
        "Write for example 0.5, nu, -nu or [0.5, nu].");
  }

  void requireKnown(Collection<String> known) {
    for (String name : names) {
      if (known.isEmpty()) {
        throw new UserError(
            "a value for the coefficient '%s' in 'parameters'".formatted(name),
            "none",
            "Add 'parameters: {%s: 1}'.".formatted(name));
      }
      if (!known.contains(name)) {
        throw Names.unknown("coefficient", name, known);
      }
    }
  }

  boolean isConstant(Map<String, TimeFunction> values) {
    return names.stream().allMatch(name -> values.get(name).isConstant());
  }

  double at(double time, Map<String, TimeFunction> values) {
    double product = factor;
    for (String name : names) {
      product *= values.get(name).at(time);
    }
    return product;
  }

  /** The product of the means. */
  public double mean(Map<String, TimeFunction> values) {
    double product = factor;
    for (String name : names) {
      product *= values.get(name).mean();
    }
    return product;
  }

  /** The largest value of {@code weight} times this over all times; a bound, for several names. */
  double largest(double weight, Map<String, TimeFunction> values) {
    double low = weight * factor;
    double high = low;
    for (String name : names) {
      double mean = values.get(name).mean();
      double swing = Math.abs(values.get(name).amplitude());
      double[] corners = {
        low * (mean - swing), low * (mean + swing), high * (mean - swing), high * (mean + swing)
      };
      low = Arrays.stream(corners).min().getAsDouble();
      high = Arrays.stream(corners).max().getAsDouble();
    }
    return high;
  }

  /** As a formula has it, with the sign in front. */
  String text() {
    String number = Math.abs(factor) == 1 ? "" : magnitude();
    String product = (number + " " + String.join(" ", names)).strip();
    return (factor < 0 ? "- " : "+ ") + product;
  }

  private String magnitude() {
    double size = Math.abs(factor);
    return size == Math.rint(size) && size < 1e6 ? Long.toString((long) size) : "" + size;
  }
}
