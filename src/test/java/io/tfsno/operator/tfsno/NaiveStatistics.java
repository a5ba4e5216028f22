package io.tfsno.operator.tfsno;

import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What docs/reference/model-details.md defines under "Statistics of the gate", of one field, in
 * plain loops: an independent computation to hold the program against. Names are those of the page.
 */
final class NaiveStatistics {
  final double[] rho;
  final double[] p;
  final double energy;
  final double mu;
  final double sigma;

  private final double[][] z;
  private final Points points;
  private final int[][] waves;
  private final double[][] y;
  private final double[] w;

  /**
   * @param z {@code [channel][cell]}, the last axis fastest
   */
  NaiveStatistics(double[][] z, Points points, Modes modes) {
    this.z = z;
    this.points = points;
    waves = IntStream.range(0, modes.count()).mapToObj(modes::waves).toArray(int[][]::new);
    double squares = 0;
    for (int a = 0; a < points.dimension(); a++) {
      squares += Math.pow(largest(a), 2);
    }
    double longest = Math.max(1, Math.sqrt(squares));
    rho = new double[waves.length];
    double[] power = new double[waves.length];
    for (int k = 0; k < waves.length; k++) {
      for (int along : waves[k]) {
        rho[k] += (double) along * along;
      }
      rho[k] = Math.sqrt(rho[k]) / longest;
      power[k] = power(k);
    }
    energy = sum(k -> power[k]);
    p = IntStream.range(0, power.length).mapToDouble(k -> power[k] / (energy + 1e-6)).toArray();
    mu = sum(k -> rho[k] * p[k]);
    sigma = Math.sqrt(sum(k -> (rho[k] - mu) * (rho[k] - mu) * p[k]) + 1e-4);
    w = new double[z.length];
    y = new double[z.length][];
    for (int c = 0; c < z.length; c++) {
      double mean = mean(z[c]);
      y[c] = new double[z[c].length];
      for (int i = 0; i < z[c].length; i++) {
        y[c][i] = z[c][i] - mean;
        w[c] += y[c][i] * y[c][i] / z[c].length;
      }
      w[c] += 1e-6;
      for (int i = 0; i < z[c].length; i++) {
        y[c][i] /= Math.sqrt(w[c]);
      }
    }
  }

  /** The largest wave number along an axis. */
  int largest(int axis) {
    return IntStream.range(0, waves.length).map(k -> Math.abs(waves[k][axis])).max().orElseThrow();
  }

  private double power(int k) {
    int[][] at = points.indices();
    double squares = 0;
    for (double[] channel : z) {
      double re = 0;
      double im = 0;
      for (int i = 0; i < channel.length; i++) {
        double angle = 0;
        for (int a = 0; a < points.dimension(); a++) {
          angle -= 2 * Math.PI * waves[k][a] * at[a][i] / points.at(a);
        }
        re += channel[i] * Math.cos(angle) / channel.length;
        im += channel[i] * Math.sin(angle) / channel.length;
      }
      squares += re * re + im * im;
    }
    int last = waves[k][waves[k].length - 1];
    return (last == 0 ? 1 : 2) * squares / z.length;
  }

  /** A sum over the kept modes. */
  double sum(IntToDoubleFunction ofMode) {
    return IntStream.range(0, waves.length).mapToDouble(ofMode).sum();
  }

  /** A sum of p over some of them. */
  double share(IntPredicate which) {
    return sum(k -> which.test(k) ? p[k] : 0);
  }

  boolean lower(int k) {
    return rho[k] <= 0.5;
  }

  int dimension() {
    return points.dimension();
  }

  int wave(int k, int axis) {
    return waves[k][axis];
  }

  double meanW() {
    return mean(w);
  }

  /** {@code mean_c sqrt( G_c + 1e-6 )}. */
  double meanRootG() {
    return IntStream.range(0, z.length)
        .mapToDouble(c -> Math.sqrt(stepsOf(y[c]) + 1e-6))
        .average()
        .orElseThrow();
  }

  private double stepsOf(double[] values) {
    double sum = 0;
    int stride = 1;
    for (int a = points.dimension() - 1; a >= 0; a--) {
      int n = points.at(a);
      for (int i = 0; i < values.length; i++) {
        int place = i / stride % n;
        int next = i + ((place + 1) % n - place) * stride;
        sum += Math.pow(values[next] - values[i], 2);
      }
      stride *= n;
    }
    return sum / (values.length * points.dimension());
  }

  double meanK() {
    double sum = 0;
    for (double[] channel : y) {
      for (double v : channel) {
        sum += Math.pow(v, 4) / channel.length;
      }
    }
    return sum / y.length;
  }

  /** {@code mean_c sqrt( M_c + 1e-12 )}. */
  double meanRootM() {
    double sum = 0;
    for (double[] channel : y) {
      double most = 0;
      for (double v : channel) {
        most = Math.max(most, v * v);
      }
      sum += Math.sqrt(most + 1e-12);
    }
    return sum / y.length;
  }

  static double slog(double x) {
    return Math.signum(x) * Math.log(1 + Math.abs(x));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }
}
