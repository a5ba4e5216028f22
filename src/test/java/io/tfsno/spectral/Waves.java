package io.tfsno.spectral;

import io.tfsno.engine.Tensor;
import java.util.List;

/** Sums of plane waves {@code A cos(2 pi (kx x + ky y) + phase)} on the unit box, by definition. */
record Waves(List<Wave> waves) {
  record Wave(double amplitude, int kx, int ky, double phase) {
    double at(double x, double y) {
      return amplitude * Math.cos(2 * Math.PI * (kx * x + ky * y) + phase);
    }
  }

  static Waves of(Wave... waves) {
    return new Waves(List.of(waves));
  }

  static Wave wave(double amplitude, int kx, int ky, double phase) {
    return new Wave(amplitude, kx, ky, phase);
  }

  double at(double x, double y) {
    return waves.stream().mapToDouble(w -> w.at(x, y)).sum();
  }

  /** {@code [n]}, along x. */
  double[] line(int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = at((double) i / n, 0);
    }
    return values;
  }

  /** {@code [n, n]}, x first. */
  double[] plane(int n) {
    double[] values = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        values[i * n + j] = at((double) i / n, (double) j / n);
      }
    }
    return values;
  }

  Tensor lineTensor(int n) {
    return Tensor.of(line(n), n);
  }

  Tensor planeTensor(int n) {
    return Tensor.of(plane(n), n, n);
  }
}
