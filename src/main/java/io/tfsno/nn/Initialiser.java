package io.tfsno.nn;

import io.tfsno.engine.Rng;
import java.util.Arrays;

/** The first values of a parameter. */
@FunctionalInterface
public interface Initialiser {
  /** Fills all of {@code values}, drawing from {@code rng} only. */
  void fill(float[] values, Rng rng);

  static Initialiser zeros() {
    return constant(0);
  }

  static Initialiser constant(double value) {
    return (values, rng) -> Arrays.fill(values, (float) value);
  }

  /** Uniform in [from, to). */
  static Initialiser uniform(double from, double to) {
    return (values, rng) -> {
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) (from + (to - from) * rng.uniform());
      }
    };
  }

  static Initialiser normal(double deviation) {
    return (values, rng) -> {
      double[] normals = rng.normals(values.length);
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) (deviation * normals[i]);
      }
    };
  }

  /** The usual start of a linear layer: uniform within 1/sqrt(inputs) of zero. */
  static Initialiser linear(int inputs) {
    double bound = 1 / Math.sqrt(inputs);
    return uniform(-bound, bound);
  }

  /** Normal with variance 2 / (in + out), which keeps the size of values and of gradients. */
  static Initialiser glorotNormal(int in, int out) {
    return normal(Math.sqrt(2.0 / (in + out)));
  }

  /** Spectral weights as in the original FNO: re and im uniform in [0, 1 / (in out)). */
  static Initialiser fnoUniform(int in, int out) {
    return uniform(0, 1.0 / (in * out));
  }

  /** Spectral weights as in U-NO: re and im normal with variance 1 / (4 in). */
  static Initialiser unoNormal(int in) {
    return normal(Math.sqrt(1.0 / (4 * in)));
  }
}
