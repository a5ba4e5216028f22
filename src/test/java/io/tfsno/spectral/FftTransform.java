package io.tfsno.spectral;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;

/**
 * The same transform by full fast Fourier transforms, most of whose coefficients are thrown away.
 * It is the yardstick for {@link GemmTransform}, in numbers and in time.
 */
public final class FftTransform implements ModeTransform {
  private final Modes modes;
  private final Points points;
  private final Tensor hermitian;

  public FftTransform(Modes modes, Points points, DType type, Device device) {
    this.modes = modes;
    this.points = points;
    // Clears the imaginary part of wave 0 of the last axis, which a real field does not have;
    // complex-to-real transforms on GPUs do not all ignore it.
    hermitian =
        Scope.unowned(
            () -> {
              double[] mask = new double[2 * modes.last().count()];
              Arrays.fill(mask, 1);
              mask[1] = 0;
              return Tensor.of(mask, modes.last().count(), 2).to(type).to(device).copy();
            });
  }

  @Override
  public Modes modes() {
    return modes;
  }

  @Override
  public Points points() {
    return points;
  }

  @Override
  public Tensor analyse(Tensor field) {
    int dimension = modes.dimension();
    Tensor kept = Fft.real(field, -1).narrow(-1, 0, modes.last().count());
    for (int axis = dimension - 2; axis >= 0; axis--) {
      int place = axis - dimension;
      Modes.Axis waves = modes.axis(axis);
      Tensor all = Fft.complex(kept, place);
      kept =
          Tensor.cat(
              place,
              all.narrow(place, 0, waves.positive()),
              all.narrow(place, points.at(axis) - waves.negative(), waves.negative()));
    }
    // [row, k_1 .., k_d, re/im] to [k_d .., k_1, re/im, row]
    long[] order = new long[dimension + 2];
    for (int axis = 0; axis < dimension; axis++) {
      order[axis] = dimension - axis;
    }
    order[dimension] = dimension + 1;
    return kept.asReal().permute(order).reshape(modes.count(), 2, field.size(0));
  }

  @Override
  public Tensor synthesise(Tensor coefficients) {
    int dimension = modes.dimension();
    long rows = coefficients.size(2);
    long[] stored = Arrays.copyOf(modes.storedShape(), dimension + 2);
    stored[dimension] = 2;
    stored[dimension + 1] = rows;
    long[] order = new long[dimension + 2];
    order[0] = dimension + 1;
    for (int axis = 1; axis <= dimension; axis++) {
      order[axis] = dimension - axis;
    }
    order[dimension + 1] = dimension;
    Tensor half = coefficients.view(stored).permute(order).contiguous().asComplex();
    for (int axis = 0; axis < dimension - 1; axis++) {
      half = Fft.inverseComplex(padded(half, axis), axis - dimension);
    }
    return Fft.inverseReal(half.asReal().mul(hermitian).asComplex(), points.last(), -1);
  }

  /** Zeros between the positive and the negative waves along one axis. */
  private Tensor padded(Tensor kept, int axis) {
    Modes.Axis waves = modes.axis(axis);
    long[] gap = kept.shape();
    gap[axis + 1] = points.at(axis) - waves.count();
    return Tensor.cat(
        axis + 1,
        kept.narrow(axis + 1, 0, waves.positive()),
        Tensor.zeros(kept.type(), kept.device(), 1).expand(gap),
        kept.narrow(axis + 1, waves.positive(), waves.negative()));
  }

  @Override
  public void addSynthesis(Tensor field, Tensor coefficients) {
    field.addInPlace(synthesise(coefficients));
  }

  @Override
  public void close() {
    hermitian.close();
  }
}
