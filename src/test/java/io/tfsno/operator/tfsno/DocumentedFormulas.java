package io.tfsno.operator.tfsno;

import static io.tfsno.operator.tfsno.NaiveStatistics.slog;
import static java.util.Map.entry;

import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

/**
 * The formulas of docs/reference/model-details.md as the page writes them, each with what it means.
 */
final class DocumentedFormulas {
  private static final double E = 1e-3;

  static final Map<String, ToDoubleFunction<NaiveStatistics>> ALL =
      Map.ofEntries(
          entry("ln( E + 1e-6 )", s -> Math.log(s.energy + 1e-6)),
          entry("mu", s -> s.mu),
          entry("sigma", s -> s.sigma),
          entry(
              "slog( sum (rho - mu)^3 p / sigma^3 )",
              s -> slog(s.sum(k -> Math.pow(s.rho[k] - s.mu, 3) * s.p[k]) / Math.pow(s.sigma, 3))),
          entry("ln( mean_c W_c ) / 2", s -> Math.log(s.meanW()) / 2),
          entry("mean_c sqrt( G_c + 1e-6 ) / 2", s -> s.meanRootG() / 2),
          entry("slog( mean_c K_c - 3 )", s -> slog(s.meanK() - 3)),
          entry("ln( 1 + mean_c sqrt( M_c + 1e-12 ) )", s -> Math.log(1 + s.meanRootM())),
          entry(
              "ln( (h + 1e-4) / (l + 1e-4) )",
              s -> Math.log((s.share(k -> !s.lower(k)) + 1e-4) / (s.share(s::lower) + 1e-4))),
          entry("mu_l = sum_lower rho p / (sum_lower p + e)", s -> centroid(s, s::lower)),
          entry(
              "sqrt( sum_lower (rho - mu_l)^2 p / (sum_lower p + e) + 1e-4 )",
              s -> spread(s, s::lower)),
          entry("mu_u = sum_upper rho p / (sum_upper p + e)", s -> centroid(s, k -> !s.lower(k))),
          entry(
              "sqrt( sum_upper (rho - mu_u)^2 p / (sum_upper p + e) + 1e-4 )",
              s -> spread(s, k -> !s.lower(k))),
          entry("sum p where rho <= 1/4", s -> s.share(k -> s.rho[k] <= 0.25)),
          entry(
              "sum p where 1/4 < rho <= 1/2",
              s -> s.share(k -> s.rho[k] > 0.25 && s.rho[k] <= 0.5)),
          entry(
              "sum p where 1/2 < rho <= 3/4",
              s -> s.share(k -> s.rho[k] > 0.5 && s.rho[k] <= 0.75)),
          entry("sum p where 3/4 < rho", s -> s.share(k -> s.rho[k] > 0.75)),
          entry("mu_x = sum q_x p", s -> along(s, 0)),
          entry("mu_y = sum q_y p", s -> along(s, 1)),
          entry("sqrt( sum (q_x - mu_x)^2 p + 1e-4 )", s -> spreadAlong(s, 0)),
          entry("sqrt( sum (q_y - mu_y)^2 p + 1e-4 )", s -> spreadAlong(s, 1)),
          entry("sum_lower [k_x k_y > 0] p", s -> diagonal(s, 0, 1, 1, s::lower)),
          entry("sum_upper [k_x k_y > 0] p", s -> diagonal(s, 0, 1, 1, k -> !s.lower(k))),
          entry("sum_lower [k_x k_y < 0] p", s -> diagonal(s, 0, 1, -1, s::lower)),
          entry("sum_upper [k_x k_y < 0] p", s -> diagonal(s, 0, 1, -1, k -> !s.lower(k))));

  private DocumentedFormulas() {}

  private static double centroid(NaiveStatistics s, IntPredicate half) {
    return s.sum(k -> half.test(k) ? s.rho[k] * s.p[k] : 0) / (s.share(half) + E);
  }

  private static double spread(NaiveStatistics s, IntPredicate half) {
    double mu = centroid(s, half);
    double squares = s.sum(k -> half.test(k) ? Math.pow(s.rho[k] - mu, 2) * s.p[k] : 0);
    return Math.sqrt(squares / (s.share(half) + E) + 1e-4);
  }

  private static double q(NaiveStatistics s, int k, int axis) {
    double largest = 0;
    for (int a = 0; a < s.dimension(); a++) {
      largest = Math.max(largest, s.largest(a));
    }
    return Math.abs(s.wave(k, axis)) / largest;
  }

  static double along(NaiveStatistics s, int axis) {
    return s.sum(k -> q(s, k, axis) * s.p[k]);
  }

  static double spreadAlong(NaiveStatistics s, int axis) {
    double mu = along(s, axis);
    return Math.sqrt(s.sum(k -> Math.pow(q(s, k, axis) - mu, 2) * s.p[k]) + 1e-4);
  }

  static double diagonal(NaiveStatistics s, int a, int b, int sign, IntPredicate half) {
    return s.sum(
        k -> {
          int product = Integer.signum(s.wave(k, a) * s.wave(k, b));
          double counts = product == 0 ? 0.5 : product == sign ? 1 : 0;
          return half.test(k) ? counts * s.p[k] : 0;
        });
  }
}
