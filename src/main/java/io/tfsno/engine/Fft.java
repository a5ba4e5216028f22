package io.tfsno.engine;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Discrete Fourier transforms. The normalisation is "forward" everywhere: 1/N on the way to
 * coefficients and none on the inverse, so that a coefficient means the same amplitude on every
 * grid.
 */
public final class Fft {
  static {
    Natives.load();
  }

  // The optional holds a view only: its characters must live as long as it does.
  private static final BytePointer FORWARD_NAME = Natives.immortal(new BytePointer("forward"));
  private static final StringViewOptional FORWARD =
      Natives.immortal(new StringViewOptional(FORWARD_NAME));
  private static final LongOptional SAME_LENGTH = Natives.immortal(new LongOptional());
  private static final long SAME = 0;

  private static final FftPlans PLANS = new FftPlans(Stream::onDefault);

  private Fft() {}

  /** Real field to the coefficients k = 0..N/2. */
  public static Tensor real(Tensor x, int axis) {
    return PLANS.use(
        FftPlans.Kind.REAL,
        x,
        axis,
        SAME,
        () -> new Tensor(torch.fft_rfft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  /** Coefficients k = 0.. to a real field of {@code points}; missing coefficients count as zero. */
  public static Tensor inverseReal(Tensor coefficients, long points, int axis) {
    return PLANS.use(
        FftPlans.Kind.INVERSE_REAL,
        coefficients,
        axis,
        points,
        () ->
            new Tensor(
                torch.fft_irfft(coefficients.handle, new LongOptional(points), axis, FORWARD)));
  }

  /** Complex field to the coefficients {@code 0 .. , .. -1} in the order of the FFT. */
  public static Tensor complex(Tensor x, int axis) {
    return PLANS.use(
        FftPlans.Kind.COMPLEX,
        x,
        axis,
        SAME,
        () -> new Tensor(torch.fft_fft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  public static Tensor inverseComplex(Tensor coefficients, int axis) {
    return PLANS.use(
        FftPlans.Kind.COMPLEX,
        coefficients,
        axis,
        SAME,
        () -> new Tensor(torch.fft_ifft(coefficients.handle, SAME_LENGTH, axis, FORWARD)));
  }
}
