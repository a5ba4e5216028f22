package io.tfsno.eval;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * How much a map amplifies small changes of its input, {@code |f(z+e) - f(z)| / |e|}, measured at
 * given points: for random directions, and for one that is sought for.
 */
final class Amplification {
  /** Size of a change, relative to the point. Large against rounding, small against curvature. */
  private static final double SIZE = 1e-3;

  /** Smallest root mean square of a change: below, rounding of what a network adds is seen. */
  private static final double SMALLEST = 1e-4;

  private static final int DIRECTIONS = 4;
  private static final int ITERATIONS = 8;

  private final UnaryOperator<Tensor> map;
  private final Rng rng;

  Amplification(UnaryOperator<Tensor> map, Rng rng) {
    this.map = map;
    this.rng = rng;
  }

  /** The largest ratio over samples and a few random directions. */
  double random(Tensor z) {
    double largest = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
      try (Scope scope = new Scope();
          Autograd.Mode off = Autograd.off()) {
        largest = Math.max(largest, norms(slope(z, direction(z))).max(0).item());
      }
    }
    return largest;
  }

  /**
   * The largest ratio along directions improved by power iteration with the map's own gradient: an
   * estimate, from below, of the largest singular value of the Jacobian over the samples.
   */
  double worst(Tensor z) {
    try (Scope scope = new Scope()) {
      Tensor v = direction(z);
      double largest = 0;
      for (int i = 0; i < ITERATIONS; i++) {
        Tensor out = slope(z, v);
        largest = Math.max(largest, norms(out).max(0).item());
        v = normalised(pullBack(z, out));
      }
      return Math.max(largest, norms(slope(z, v)).max(0).item());
    }
  }

  /** The change of the output per unit of change of the input along unit directions. */
  private Tensor slope(Tensor z, Tensor v) {
    try (Autograd.Mode off = Autograd.off()) {
      double least = SMALLEST * Math.sqrt((double) z.count() / z.size(0));
      Tensor h = Activations.atLeast(norms(z).mul(SIZE), least);
      return map.apply(z.add(v.mul(h))).sub(map.apply(z)).div(h);
    }
  }

  private Tensor pullBack(Tensor z, Tensor out) {
    try (Autograd.Mode on = Autograd.on()) {
      Tensor leaf = z.detach().copy().trainable();
      map.apply(leaf).mul(out).sum().backward();
      return leaf.grad();
    }
  }

  private Tensor direction(Tensor z) {
    double[] values = rng.normals(Math.toIntExact(z.count()));
    return normalised(Tensor.of(values, z.shape()).to(z.type()).to(z.device()));
  }

  private static Tensor normalised(Tensor v) {
    return v.div(norms(v).add(1e-30));
  }

  /** The Euclidean norm of each sample, shaped to multiply the samples. */
  static Tensor norms(Tensor z) {
    long[] shape = new long[z.rank()];
    Arrays.fill(shape, 1);
    shape[0] = z.size(0);
    return z.reshape(z.size(0), -1).square().sum(1).sqrt().view(shape);
  }
}
