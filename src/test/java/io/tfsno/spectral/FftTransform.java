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
  private final int points;
  private final Tensor hermitian;

  public FftTransform(Modes modes, int points, DType type, Device device) {
    this.modes = modes;
    this.points = points;
    // Clears the imaginary part of column 0, which a real field does not have; complex-to-real
    // transforms on GPUs do not all ignore it.
    hermitian =
        Scope.unowned(
            () -> {
              double[] mask = new double[2 * modes.columns().count()];
              Arrays.fill(mask, 1);
              mask[1] = 0;
              return Tensor.of(mask, modes.columns().count(), 2).to(type).to(device).copy();
            });
  }

  @Override
  public Modes modes() {
    return modes;
  }

  @Override
  public int points() {
    return points;
  }

  @Override
  public Tensor analyse(Tensor field) {
    long rows = field.size(0);
    Tensor columns = Fft.real(field, -1).narrow(-1, 0, modes.columns().count());
    if (modes.dimension() == 1) {
      return columns.asReal().permute(1, 2, 0).contiguous();
    }
    int negative = modes.rows().negative();
    Tensor all = Fft.complex(columns, -2);
    Tensor kept =
        Tensor.cat(
            -2,
            all.narrow(-2, 0, modes.rows().positive()),
            all.narrow(-2, points - negative, negative));
    return kept.asReal().permute(2, 1, 3, 0).reshape(modes.count(), 2, rows);
  }

  @Override
  public Tensor synthesise(Tensor coefficients) {
    long rows = coefficients.size(2);
    Tensor columns;
    if (modes.dimension() == 1) {
      columns = coefficients.permute(2, 0, 1).contiguous();
    } else {
      int positive = modes.rows().positive();
      int negative = modes.rows().negative();
      Tensor kept =
          coefficients
              .view(modes.columns().count(), modes.rows().count(), 2, rows)
              .permute(3, 1, 0, 2)
              .contiguous();
      long[] gap = kept.shape();
      gap[1] = points - positive - negative;
      Tensor padded =
          Tensor.cat(
              1,
              kept.narrow(1, 0, positive),
              Tensor.zeros(kept.type(), kept.device(), 1).expand(gap),
              kept.narrow(1, positive, negative));
      columns = Fft.inverseComplex(padded.asComplex(), -2).asReal();
    }
    return Fft.inverseReal(columns.mul(hermitian).asComplex(), points, -1);
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
