package io.tfsno.nn;

import io.tfsno.engine.Activations;
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

  /** All waves that the grid holds move, so the shift is the same on every grid. */
  private Tensor along(Tensor u, int axis, Tensor r) {
    long[] perSample = ones(u);
    perSample[0] = u.size(0);
    Tensor angle = waves(u, axis).mul(r.reshape(perSample));
    Tensor turn =
        Tensor.stack(u.rank(), Activations.cos(angle), Activations.sin(angle).neg()).asComplex();
    return Fft.inverseReal(Fft.real(u, axis).mul(turn), u.size(axis), axis);
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
