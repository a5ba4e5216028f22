package io.tfsno.nn;

import io.tfsno.engine.Activations;
import io.tfsno.engine.Autograd;
import io.tfsno.engine.CustomGradient;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * A shift of periodic fields {@code [sample, channel, x(, y, z)]} that differs between samples:
 *
 * <pre>
 *   u(k) <- u(k) exp( -i k r ),   r = R c + b
 * </pre>
 *
 * c are numbers of the sample; r has a component for each axis, in units in which the box is {@code
 * 2 pi} long. R and b start at zero, so that nothing moves.
 *
 * <p>If a law is translation invariant but for a drift, {@code u_t = L(u) - v grad u}, its flow is
 * that of L followed by a shift by {@code v dt}. With the shift behind it a network of the present
 * state has to learn L alone, which is the same for all trajectories; without, one map for each
 * velocity.
 *
 * <p>Gradients are written by hand. Autograd's of a real transform is a complex one, of which
 * {@link Fft} knows nothing and a GPU has made no plan.
 */
public final class Drift {
  private final Constants constants;
  private final int axes;
  private final Linear distance;

  /**
   * @param known how many numbers of a sample there are
   */
  public Drift(Parameters parameters, Constants constants, String name, int known, int axes) {
    this.constants = constants;
    this.axes = axes;
    distance = Linear.zero(parameters, name, known, axes);
  }

  /**
   * The fields, moved.
   *
   * @param known {@code [number, sample]}
   */
  public Tensor of(Tensor u, Tensor known) {
    Tensor r = distance(known);
    Tensor moved = u;
    for (int axis = 0; axis < axes; axis++) {
      moved = along(moved, 2 + axis, r.narrow(0, axis, 1));
    }
    return moved;
  }

  /**
   * r of each sample, {@code [axis, sample]}.
   *
   * @param known {@code [number, sample]}
   */
  public Tensor distance(Tensor known) {
    return distance.apply(known);
  }

  private Tensor along(Tensor u, int axis, Tensor distances) {
    long[] perSample = ones(u);
    perSample[0] = u.size(0);
    Tensor r = distances.reshape(perSample);
    if (!Autograd.taping()) {
      return shifted(u, axis, r);
    }
    Tensor fixed = r.detach();
    Tensor moved = CustomGradient.connect(still(u, axis, fixed), u, g -> back(g, axis, fixed));
    return moved.add(r.sub(fixed).mul(slope(u, axis, fixed)));
  }

  private Tensor still(Tensor u, int axis, Tensor r) {
    try (Autograd.Mode off = Autograd.off()) {
      return shifted(u, axis, r);
    }
  }

  /** The transpose of a shift is the shift the other way. */
  private Tensor back(Tensor gradient, int axis, Tensor r) {
    return still(gradient, axis, r.neg());
  }

  /** How the shifted fields change with the distance: {@code -i k} times their modes. */
  private Tensor slope(Tensor u, int axis, Tensor r) {
    try (Autograd.Mode off = Autograd.off()) {
      Tensor k = waves(u, axis);
      Tensor angle = k.mul(r);
      return turned(
          u, axis, k.mul(Activations.sin(angle)).neg(), k.mul(Activations.cos(angle)).neg());
    }
  }

  /** All waves that the grid holds move, so the shift is the same on every grid. */
  private Tensor shifted(Tensor u, int axis, Tensor r) {
    Tensor angle = waves(u, axis).mul(r);
    return turned(u, axis, Activations.cos(angle), Activations.sin(angle).neg());
  }

  /** The fields with their modes along an axis multiplied by {@code re + i im}. */
  private static Tensor turned(Tensor u, int axis, Tensor re, Tensor im) {
    Tensor factor = Tensor.stack(u.rank(), re, im).asComplex();
    return Fft.inverseReal(Fft.real(u, axis).mul(factor), u.size(axis), axis);
  }

  private Tensor waves(Tensor u, int axis) {
    int bins = Math.toIntExact(u.size(axis) / 2 + 1);
    long[] perWave = ones(u);
    perWave[axis] = bins;
    double[] k = new double[bins];
    Arrays.setAll(k, wave -> wave);
    return constants.tensor(
        "waves of a drift along axis %d, %d of them".formatted(axis, bins),
        u.device(),
        () -> Tensor.of(k, perWave));
  }

  private static long[] ones(Tensor u) {
    long[] shape = new long[u.rank()];
    Arrays.fill(shape, 1);
    return shape;
  }
}
