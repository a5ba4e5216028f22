package io.tfsno.spectral;

import io.tfsno.engine.Tensor;
import java.util.List;

/** Sums of plane waves {@code A cos(2 pi k.x + phase)} on the unit box, by definition. */
record Waves(List<Wave> waves) {
  /** Axes beyond those given have wave number 0. */
  record Wave(double amplitude, List<Integer> k, double phase) {
    double at(double... x) {
      double turns = 0;
      for (int axis = 0; axis < Math.min(x.length, k.size()); axis++) {
        turns += k.get(axis) * x[axis];
      }
      return amplitude * Math.cos(2 * Math.PI * turns + phase);
    }
  }

  static Waves of(Wave... waves) {
    return new Waves(List.of(waves));
  }

  static Wave wave(double amplitude, int kx, int ky, double phase) {
    return new Wave(amplitude, List.of(kx, ky), phase);
  }

  static Wave wave(double amplitude, int kx, int ky, int kz, double phase) {
    return new Wave(amplitude, List.of(kx, ky, kz), phase);
  }

  double at(double... x) {
    return waves.stream().mapToDouble(w -> w.at(x)).sum();
  }

  /** Values on a grid, the last axis fastest. */
  double[] on(Points points) {
    int[][] at = points.indices();
    double[] values = new double[points.cells()];
    double[] x = new double[points.dimension()];
    for (int cell = 0; cell < values.length; cell++) {
      for (int axis = 0; axis < x.length; axis++) {
        x[axis] = (double) at[axis][cell] / points.at(axis);
      }
      values[cell] = at(x);
    }
    return values;
  }

  Tensor tensor(Points points) {
    return Tensor.of(on(points), points.shape());
  }

  /** {@code [n]}, along x. */
  double[] line(int n) {
    return on(Points.of(n));
  }

  /** {@code [n, n]}, x first. */
  double[] plane(int n) {
    return on(Points.of(n, n));
  }

  Tensor lineTensor(int n) {
    return tensor(Points.of(n));
  }

  Tensor planeTensor(int n) {
    return tensor(Points.of(n, n));
  }
}
