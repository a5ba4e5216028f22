package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.Threads;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Times the truncated transform as matrix products against the FFT, both transforms with gradients,
 * at the sizes of the default FNO layers; interleaved, medians. Prints what it finds:
 *
 * <pre>mvn -B verify -Pslow -Dtest=TransformSpeedTest</pre>
 */
@Tag("slow")
class TransformSpeedTest {
  private static final int REPEATS = 25;

  @ParameterizedTest
  @CsvSource({"1, 256, 16, 2048", "2, 64, 12, 224"})
  void products_atTheDefaultModeCounts_beatTheFft(int dimension, int side, int count, int rows) {
    Threads.perOperation(1);
    Points points = Points.cube(dimension, side);
    Modes modes = Modes.half(points.map(n -> count).perAxis());
    try (Scope scope = new Scope();
        ModeTransform products = new GemmTransform(modes, points, DType.FLOAT32, Device.CPU);
        ModeTransform fft = new FftTransform(modes, points, DType.FLOAT32, Device.CPU)) {
      long[] shape = products.fieldShape(rows);
      int size = Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
      Tensor field = Tensor.of(new Rng(1).normals(size), shape).to(DType.FLOAT32);
      double[] productTimes = new double[REPEATS];
      double[] fftTimes = new double[REPEATS];
      for (int i = 0; i < REPEATS; i++) {
        productTimes[i] = milliseconds(products, field);
        fftTimes[i] = milliseconds(fft, field);
      }
      double ours = median(productTimes);
      double theirs = median(fftTimes);
      System.out.printf(
          "%dD, %d points, %d modes, %d fields: products %.2f ms, FFT %.2f ms, ratio %.2f%n",
          dimension, side, count, rows, ours, theirs, theirs / ours);
      assertThat(ours).isLessThan(theirs);
    }
  }

  private static double milliseconds(ModeTransform transform, Tensor field) {
    long start = System.nanoTime();
    try (Scope scope = new Scope()) {
      Tensor x = field.copy().trainable();
      transform.synthesise(transform.analyse(x)).square().sum().backward();
    }
    return (System.nanoTime() - start) * 1e-6;
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }
}
