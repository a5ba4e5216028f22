package io.tfsno.engine;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
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
   * libtorch shares the plans of a GPU's transforms among threads, and a plan may not be used by
   * two of them while it is being made.
   */
  private static final FirstAlone PLANS = new FirstAlone(Cuda::synchronize);

  private record Kind(
      String transform, List<Long> shape, DType type, Device device, int axis, long points) {}

  private Fft() {}

  private static Tensor planned(
      String transform, Tensor x, int axis, long points, Supplier<Tensor> work) {
    if (!x.device().cuda() || StepGraph.isRecording()) { // what is recorded has been run before
      return work.get();
    }
    List<Long> shape = LongStream.of(x.shape()).boxed().toList();
    return PLANS.run(new Kind(transform, shape, x.type(), x.device(), axis, points), work);
  }

  /** Real field to the coefficients k = 0..N/2. */
  public static Tensor real(Tensor x, int axis) {
    return planned(
        "real", x, axis, 0, () -> new Tensor(torch.fft_rfft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  /** Coefficients k = 0.. to a real field of {@code points}; missing coefficients count as zero. */
  public static Tensor inverseReal(Tensor coefficients, long points, int axis) {
    return planned(
        "inverse real",
        coefficients,
        axis,
        points,
        () ->
            new Tensor(
                torch.fft_irfft(coefficients.handle, new LongOptional(points), axis, FORWARD)));
  }

  /** Complex field to the coefficients {@code 0 .. , .. -1} in the order of the FFT. */
  public static Tensor complex(Tensor x, int axis) {
    return planned(
        "complex",
        x,
        axis,
        0,
        () -> new Tensor(torch.fft_fft(x.handle, SAME_LENGTH, axis, FORWARD)));
  }

  public static Tensor inverseComplex(Tensor coefficients, int axis) {
    return planned(
        "inverse complex",
        coefficients,
        axis,
        0,
        () -> new Tensor(torch.fft_ifft(coefficients.handle, SAME_LENGTH, axis, FORWARD)));
  }
}
