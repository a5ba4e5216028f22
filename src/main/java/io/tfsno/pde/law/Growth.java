package io.tfsno.pde.law;

import io.tfsno.base.UserError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The growth rate of waves under the linear part of a law. Along a direction it is a polynomial in
 * k; where the leading coefficient is positive, shorter waves grow ever faster and the law has no
 * solution for a general start (Hadamard). Coefficients that change with time count with their
 * largest value.
 */
final class Growth {
  private Growth() {}

  static void requireBounded(LawForm form, Map<String, TimeFunction> values) {
    for (int field = 0; field < form.fields().size(); field++) {
      for (double[] direction : directions(form.dimension())) {
        requireBounded(form, values, field, direction);
      }
    }
  }

  private static void requireBounded(
      LawForm form, Map<String, TimeFunction> values, int field, double... direction) {
    TreeMap<Integer, Double> polynomial = new TreeMap<>(Comparator.reverseOrder());
    for (Term term : form.terms()) {
      if (term.field() == field && term.isDiagonal() && term.derivative().isReal()) {
        double along = unit(term.derivative(), direction);
        polynomial.merge(
            term.derivative().order(), term.coefficient().largest(along, values), Double::sum);
      }
    }
    polynomial.values().removeIf(c -> c == 0);
    if (polynomial.isEmpty()
        || polynomial.firstKey() == 0
        || polynomial.firstEntry().getValue() < 0) {
      return;
    }
    int order = polynomial.firstKey();
    throw new UserError(
        "a linear part of %s whose growth rate is bounded".formatted(form.name()),
        "a rate %s along %s, which is positive and rises without bound for k > %.4g"
            .formatted(text(polynomial), name(direction), lastRoot(polynomial)),
        "Change the sign of the coefficient of order %d, or add damping of a higher even order."
            .formatted(order));
  }

  /** The symbol of a derivative of even order at a wave of length 1. */
  private static double unit(DerivativeTerm derivative, double... direction) {
    int sign = derivative.order() % 4 < 2 ? 1 : -1;
    return derivative.axis() < 0
        ? sign
        : sign * Math.pow(direction[derivative.axis()], derivative.order());
  }

  /** Axes and diagonals. */
  private static List<double[]> directions(int dimension) {
    List<double[]> all = new ArrayList<>();
    for (int subset = 1; subset < 1 << dimension; subset++) {
      double[] direction = new double[dimension];
      for (int axis = 0; axis < dimension; axis++) {
        direction[axis] = (subset >> axis & 1) / Math.sqrt(Integer.bitCount(subset));
      }
      all.add(direction);
    }
    return all;
  }

  /** Beyond it the polynomial, whose leading coefficient is positive, has no zero. */
  private static double lastRoot(Map<Integer, Double> polynomial) {
    double beyond = 1;
    while (value(polynomial, beyond) <= 0 || value(polynomial, 2 * beyond) <= 0) {
      beyond *= 2;
    }
    double low = 0;
    for (double k = beyond; k > beyond / 4096; k -= beyond / 4096) {
      if (value(polynomial, k) <= 0) {
        low = k;
        break;
      }
    }
    double high = low + beyond / 4096;
    for (int i = 0; low > 0 && i < 60; i++) {
      double middle = (low + high) / 2;
      if (value(polynomial, middle) <= 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double value(Map<Integer, Double> polynomial, double k) {
    double sum = 0;
    for (Map.Entry<Integer, Double> power : polynomial.entrySet()) {
      sum += power.getValue() * Math.pow(k, power.getKey());
    }
    return sum;
  }

  private static String text(Map<Integer, Double> polynomial) {
    StringBuilder text = new StringBuilder();
    polynomial.forEach(
        (order, c) -> {
          String sign = c < 0 ? " - " : text.isEmpty() ? "" : " + ";
          text.append(sign).append("%.4g".formatted(Math.abs(c)));
          text.append(order == 0 ? "" : " k^" + order);
        });
    return text.toString().strip();
  }

  private static String name(double... direction) {
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < direction.length; axis++) {
      if (direction[axis] != 0) {
        axes.add(List.of("x", "y", "z").get(axis));
      }
    }
    return axes.size() == 1 ? axes.get(0) : "the diagonal of " + String.join(", ", axes);
  }
}
