package io.tfsno.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Discrete Fourier transforms. The normalisation is "forward" everywhere: 1/N on the way to
 * coefficients and none on the way back, so that a coefficient means the same amplitude on every
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

  /**
   * libtorch shares the plans of a GPU's transforms among threads, and a plan may not be at work in
   * two streams at a time.
   */
  private static final Map<Device, Turns> PLANS = new ConcurrentHashMap<>();

  private Fft() {}

  private static Tensor inTurn(Tensor x, Supplier<Tensor> transform) {
    if (!x.handle.is_cuda()
        || StepGraph.isRecording()) { // a record cannot wait for what is outside
      return transform.get();
    }
    return PLANS.computeIfAbsent(x.device(), d -> new Turns(new CurrentStream(d))).run(transform);
  }

  /** Real field to the coefficients k = 0..N/2. */
  public static Tensor real(Tensor x, int axis) {
    return inTurn(x, () -> new Tensor(torch.fft_rfft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  /** Coefficients k = 0.. to a real field of {@code points}; missing coefficients count as zero. */
  public static Tensor inverseReal(Tensor coefficients, long points, int axis) {
    return inTurn(
        coefficients,
        () ->
            new Tensor(
                torch.fft_irfft(coefficients.handle, new LongOptional(points), axis, FORWARD)));
  }

  /** Complex field to the coefficients {@code 0 .. , .. -1} in the order of the FFT. */
  public static Tensor complex(Tensor x, int axis) {
    return inTurn(x, () -> new Tensor(torch.fft_fft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  public static Tensor inverseComplex(Tensor coefficients, int axis) {
    return inTurn(
        coefficients,
        () -> new Tensor(torch.fft_ifft(coefficients.handle, SAME_LENGTH, axis, FORWARD)));
  }
}
