package io.tfsno.data.generate;

import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import tools.jackson.databind.JsonNode;

/**
 * A number drawn for each trajectory from one uniform number: {@code {uniform: [a, b]}}, {@code
 * {logUniform: [a, b]}}, either of several intervals {@code [[a, b], [c, d]]}, or {@code {choice:
 * [..]}}. A bare number is drawn without chance.
 *
 * @param values the ends of the intervals, or the choices
 */
record Draw(Kind kind, List<Double> values) implements DoubleUnaryOperator {
  enum Kind {
    FIXED("a number"),
    UNIFORM("uniform"),
    LOG_UNIFORM("logUniform"),
    CHOICE("choice");

    private final String key;

    Kind(String key) {
      this.key = key;
    }
  }

  private static final List<Kind> DRAWN = List.of(Kind.UNIFORM, Kind.LOG_UNIFORM, Kind.CHOICE);

  static Draw fixed(double value) {
    return new Draw(Kind.FIXED, List.of(value));
  }

  /** Whether a group of keys states a distribution. */
  static boolean isDistribution(JsonNode tree) {
    return tree.isObject() && DRAWN.stream().anyMatch(kind -> tree.has(kind.key));
  }

  /**
   * @param path names the place in messages
   */
  static Draw parse(String path, JsonNode tree) {
    if (!tree.isObject()) {
      return fixed(number(path, tree));
    }
    if (tree.size() != 1) {
      throw wrong(path, "a number or one of uniform, logUniform, choice", tree.toString());
    }
    String key = tree.propertyNames().iterator().next();
    Kind kind =
        DRAWN.stream()
            .filter(k -> k.key.equals(key))
            .findFirst()
            .orElseThrow(
                () ->
                    Names.unknown(
                        "distribution of " + path, key, DRAWN.stream().map(k -> k.key).toList()));
    List<Double> values = new ArrayList<>();
    flatten(path, tree.get(key), values);
    Draw draw = new Draw(kind, values);
    draw.check(path);
    return draw;
  }

  private static void flatten(String path, JsonNode tree, List<Double> into) {
    if (tree.isArray()) {
      tree.forEach(inner -> flatten(path, inner, into));
    } else {
      into.add(number(path, tree));
    }
  }

  private void check(String path) {
    if (kind == Kind.CHOICE) {
      if (values.isEmpty()) {
        throw wrong(path, "at least one value to choose", "none");
      }
      return;
    }
    boolean ordered = !values.isEmpty() && values.size() % 2 == 0;
    for (int i = 1; ordered && i < values.size(); i++) {
      boolean within = i % 2 == 1;
      ordered = within ? values.get(i) > values.get(i - 1) : values.get(i) >= values.get(i - 1);
    }
    if (!ordered) {
      throw wrong(
          path, "an interval [a, b] with a < b, or several in order, for " + kind.key, "" + values);
    }
    if (kind == Kind.LOG_UNIFORM && !(values.get(0) > 0)) {
      throw wrong(path, "intervals above 0 for logUniform", "" + values);
    }
  }

  private static double number(String path, JsonNode tree) {
    String text = tree.isNumber() || tree.isString() ? tree.asString() : "";
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(path, "a number", tree.toString());
    }
    throw wrong(path, "a finite number", tree.toString());
  }

  private static UserError wrong(String path, String expected, String found) {
    return new UserError(
        "key '%s': expected %s, found %s. Write for example 0.01 or {logUniform: [0.0025, 0.04]}."
            .formatted(path, expected, found));
  }

  boolean isFixed() {
    return kind == Kind.FIXED;
  }

  double least() {
    return values.stream().mapToDouble(v -> v).min().getAsDouble();
  }

  double most() {
    return values.stream().mapToDouble(v -> v).max().getAsDouble();
  }

  /** The value for a number in [0, 1). */
  @Override
  public double applyAsDouble(double uniform) {
    return switch (kind) {
      case FIXED -> values.get(0);
      case CHOICE -> values.get((int) (uniform * values.size()));
      case UNIFORM, LOG_UNIFORM -> inIntervals(uniform);
    };
  }

  /** Intervals are hit in proportion to their lengths, or to those of their logarithms. */
  private double inIntervals(double uniform) {
    int count = values.size() / 2;
    double[] sizes = new double[count];
    for (int i = 0; i < count; i++) {
      sizes[i] = size(values.get(2 * i), values.get(2 * i + 1));
    }
    double rest = uniform * DoubleStream.of(sizes).sum();
    int i = 0;
    while (i < count - 1 && rest >= sizes[i]) {
      rest -= sizes[i++];
    }
    double share = count == 1 ? uniform : rest / sizes[i];
    double low = values.get(2 * i);
    double high = values.get(2 * i + 1);
    return kind == Kind.UNIFORM ? low + span(low, high) * share : low * Math.pow(high / low, share);
  }

  private double size(double low, double high) {
    return kind == Kind.UNIFORM ? high - low : Math.log(high / low);
  }

  /** As the decimals have it: 0.26 - 0.18 is 0.08. */
  private static double span(double low, double high) {
    return BigDecimal.valueOf(high).subtract(BigDecimal.valueOf(low)).doubleValue();
  }
}
