package io.tfsno.nn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.DType;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.assertj.core.data.Offset;

/** Fields to test with, and what to say about two of them. */
public final class TestFields {
  private TestFields() {}

  /** Standard normal values. */
  public static Tensor noise(long seed, long... shape) {
    int count = 1;
    for (long s : shape) {
      count *= (int) s;
    }
    return Tensor.of(new Rng(seed).normals(count), shape).to(DType.FLOAT32);
  }

  /** {@code [1, 1, points]}: a function of x/L in [0, 1). */
  public static Tensor line(int points, DoubleUnaryOperator f) {
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      values[i] = f.applyAsDouble((double) i / points);
    }
    return Tensor.of(values, 1, 1, points).to(DType.FLOAT32);
  }

  /** Random waves {@code |k| <= largest} in 1D, {@code [samples, channels, points]}. */
  public static Tensor waves(long seed, int samples, int channels, int points, int largest) {
    Rng rng = new Rng(seed);
    double[] values = new double[samples * channels * points];
    for (int row = 0; row < samples * channels; row++) {
      for (int k = 0; k <= largest; k++) {
        double[] ab = rng.normalPair();
        for (int i = 0; i < points; i++) {
          double phase = 2 * Math.PI * k * i / points;
          values[row * points + i] += ab[0] * Math.cos(phase) + ab[1] * Math.sin(phase);
        }
      }
    }
    return Tensor.of(values, samples, channels, points).to(DType.FLOAT32);
  }

  /** Random waves {@code |k1|, |k2| <= largest}, {@code [samples, 1, points, points]}. */
  public static Tensor planeWaves(long seed, int samples, int points, int largest) {
    Rng rng = new Rng(seed);
    double[] values = new double[samples * points * points];
    for (int b = 0; b < samples; b++) {
      for (int k1 = -largest; k1 <= largest; k1++) {
        for (int k2 = 0; k2 <= largest; k2++) {
          double[] ab = rng.normalPair();
          for (int i = 0; i < points * points; i++) {
            double phase = 2 * Math.PI * (k1 * (i / points) + k2 * (i % points)) / points;
            values[b * points * points + i] +=
                (ab[0] * Math.cos(phase) + ab[1] * Math.sin(phase)) / (1 + largest);
          }
        }
      }
    }
    return Tensor.of(values, samples, 1, points, points).to(DType.FLOAT32);
  }

  /**
   * Independent random waves {@code |k| <= largest} on any grid, {@code [samples, 1, x(, y, z)]}.
   */
  public static Tensor waves(long seed, int samples, Points points, int largest) {
    Rng rng = new Rng(seed);
    int cells = points.cells();
    int[][] at = points.indices();
    double[] values = new double[samples * cells];
    for (int wave = 0; wave < 6 * samples; wave++) {
      double[] ab = rng.normalPair();
      int[] k = new int[points.dimension()];
      for (int axis = 0; axis < k.length; axis++) {
        k[axis] = (int) Math.floor((2 * largest + 1) * rng.uniform()) - largest;
      }
      for (int cell = 0; cell < cells; cell++) {
        double phase = 0;
        for (int axis = 0; axis < k.length; axis++) {
          phase += 2 * Math.PI * k[axis] * at[axis][cell] / points.at(axis);
        }
        values[wave % samples * cells + cell] +=
            (ab[0] * Math.cos(phase) + ab[1] * Math.sin(phase)) / 2;
      }
    }
    return Tensor.of(values, points.shape(samples, 1)).to(DType.FLOAT32);
  }

  public static double largest(Tensor x) {
    return x.abs().reshape(-1).max(0).item();
  }

  public static double distance(Tensor a, Tensor b) {
    return largest(a.sub(b));
  }

  public static void assertClose(Tensor a, Tensor b, double tolerance) {
    assertThat(a.shape()).isEqualTo(b.shape());
    assertThat(distance(a, b)).isLessThanOrEqualTo(tolerance);
  }

  /**
   * The derivative of a scalar function along a random direction of the flat parameters must equal
   * a central difference.
   */
  public static void assertGradient(
      Parameters parameters, Supplier<Tensor> loss, double step, double tolerance) {
    try (Scope scope = new Scope()) {
      parameters.flatGradient().zeroInPlace();
      loss.get().backward();
      // Along the gradient itself the slope is largest, so rounding matters least; noise is mixed
      // in so that no single parameter decides.
      Tensor gradient = parameters.flatGradient();
      double size = Math.sqrt(gradient.square().sum().item());
      Tensor noise = noise(99, parameters.count());
      double noiseSize = Math.sqrt(noise.square().sum().item());
      Tensor direction = gradient.mul(1 / size).addScaled(noise, 0.5 / noiseSize);
      double slope = gradient.mul(direction).sum().item();
      Tensor start = parameters.flat().copy();
      parameters.flat().copyInPlace(start.addScaled(direction, step));
      double up = loss.get().item();
      parameters.flat().copyInPlace(start.addScaled(direction, -step));
      double down = loss.get().item();
      parameters.flat().copyInPlace(start);
      assertThat((up - down) / (2 * step)).isCloseTo(slope, Offset.offset(tolerance * size));
    }
  }
}
