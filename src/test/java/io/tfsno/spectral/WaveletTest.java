package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class WaveletTest {
  private static final double[] SAMPLE = {1, 2, 1, 5, -1, 8, 4, 6, 0, -2, 3, 1, 2, 2, -1, 0};

  @ParameterizedTest
  @EnumSource
  void scalingFilter_sumsToRootTwoAndIsOrthogonalToItsEvenShifts(Wavelet wavelet) {
    double[] h = wavelet.low();
    double sum = 0;
    for (double value : h) {
      sum += value;
    }
    assertThat(sum).isCloseTo(Math.sqrt(2), within(1e-10));
    for (int j = 0; 2 * j < h.length; j++) {
      double product = 0;
      for (int m = 0; m + 2 * j < h.length; m++) {
        product += h[m] * h[m + 2 * j];
      }
      assertThat(product).as("shift " + 2 * j).isCloseTo(j == 0 ? 1 : 0, within(1e-10));
    }
  }

  @ParameterizedTest
  @CsvSource({"DB4, 4", "DB6, 6"})
  void waveletFilter_hasAsManyVanishingMomentsAsItsNameSays(Wavelet wavelet, int moments) {
    for (int q = 0; q <= moments; q++) {
      double moment = 0;
      for (int m = 0; m < 2 * moments; m++) {
        moment += wavelet.high()[m] * Math.pow(m, q);
      }
      if (q < moments) {
        assertThat(moment).as("moment " + q).isCloseTo(0, within(1e-10));
      } else {
        assertThat(Math.abs(moment)).as("moment " + q).isGreaterThan(1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DB4 | 2.6527463776 2.4079635905 7.8703840759 4.7808663818 0.0896955218 2.8104970273 1.1141119545 0.1940452873 | -2.6522909564 -2.1460394068 4.1690311403 -0.3596518623 -1.6872506647 0.6531518834 -1.8445900100 -5.3247482790
          DB6 | 3.1835943467 2.5300310258 9.2542158879 2.2590982998 0.7387559635 3.2986181760 0.2591708641 0.3968256531 | 3.0534159499 0.2604747656 -1.1798568549 0.0382178677 -1.2174898223 -4.4758667685 -4.1932572172 -1.4780260758
          """)
  void sampleLine_hasTheCoefficientsOfTheReference(Wavelet wavelet, String a, String d) {
    Tensor x = Tensor.of(SAMPLE, 16, 1);
    assertThat(WaveletMatrices.low(wavelet, 16).matmul(x).toDoubles())
        .containsExactly(numbers(a), within(1e-8));
    assertThat(WaveletMatrices.high(wavelet, 16).matmul(x).toDoubles())
        .containsExactly(numbers(d), within(1e-8));
  }

  @ParameterizedTest
  @CsvSource({"2", "4", "6", "8", "16", "64", "256"})
  void level_ofAnyEvenLength_isOrthogonal(int points) {
    for (Wavelet wavelet : Wavelet.values()) {
      Tensor both =
          Tensor.cat(
              0, WaveletMatrices.low(wavelet, points), WaveletMatrices.high(wavelet, points));
      assertIdentity(both.matmul(both.permute(1, 0)), 1e-14);
    }
  }

  @ParameterizedTest
  @CsvSource({"DB4, 6", "DB4, 16", "DB6, 10", "DB6, 64"})
  void matrices_equalTheConvolutionForm(Wavelet wavelet, int points) {
    double[] x = new Rng(5).normals(points);
    double[] a = correlate(x, wavelet.low());
    double[] d = correlate(x, wavelet.high());
    Tensor low = WaveletMatrices.low(wavelet, points);
    Tensor high = WaveletMatrices.high(wavelet, points);
    Tensor column = Tensor.of(x, points, 1);
    assertThat(low.matmul(column).toDoubles()).containsExactly(a, within(1e-12));
    assertThat(high.matmul(column).toDoubles()).containsExactly(d, within(1e-12));
    double[] back = spread(a, wavelet.low());
    double[] details = spread(d, wavelet.high());
    for (int i = 0; i < points; i++) {
      assertThat(back[i] + details[i]).isCloseTo(x[i], within(1e-12));
    }
    Tensor transposed = low.permute(1, 0).matmul(Tensor.of(a, points / 2, 1));
    assertThat(transposed.toDoubles()).containsExactly(back, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"256, 5", "64, 5", "64, 6", "8, 3", "6, 1", "2, 1"})
  void levels_thereAndBackInFloat32_restoreTheLineAndItsEnergy(int points, int levels) {
    for (Wavelet wavelet : Wavelet.values()) {
      Tensor x = Tensor.of(new Rng(6).normals(points), points, 1).to(DType.FLOAT32);
      Tensor a = x;
      List<Tensor> details = new ArrayList<>();
      double energy = 0;
      for (int level = 0; level < levels; level++) {
        details.add(single(WaveletMatrices.high(wavelet, points >> level)).matmul(a));
        a = single(WaveletMatrices.low(wavelet, points >> level)).matmul(a);
        energy += details.get(level).square().sum().item();
      }
      energy += a.square().sum().item();
      double expected = x.square().sum().item();
      assertThat(energy).isCloseTo(expected, Offset.offset(1e-6 * expected));
      for (int level = levels - 1; level >= 0; level--) {
        Tensor up = single(WaveletMatrices.low(wavelet, points >> level)).permute(1, 0).matmul(a);
        Tensor add = single(WaveletMatrices.high(wavelet, points >> level)).permute(1, 0);
        a = up.add(add.matmul(details.get(level)));
      }
      assertThat(largest(a.sub(x))).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void constantLine_hasNoDetails(Wavelet wavelet) {
    Tensor x = Tensor.full(3, DType.FLOAT64, Device.CPU, 32, 1);
    assertThat(largest(WaveletMatrices.high(wavelet, 32).matmul(x))).isLessThan(1e-12);
    assertThat(WaveletMatrices.low(wavelet, 32).matmul(x).toDoubles())
        .containsOnly(new double[] {3 * Math.sqrt(2)}, within(1e-12));
  }

  @Test
  void coarsest_ofSeveralLevels_isTheChainOfSingleOnes() {
    double[] x = new Rng(7).normals(64);
    double[] h = Wavelet.DB6.low();
    double[] twice = correlate(correlate(x, h), h);
    double[] a = correlate(twice, h);
    double[] d = correlate(twice, Wavelet.DB6.high());
    double[] both =
        WaveletMatrices.coarsest(Wavelet.DB6, 64, 3).matmul(Tensor.of(x, 64, 1)).toDoubles();
    assertThat(both).hasSize(16);
    for (int n = 0; n < 8; n++) {
      assertThat(both[n]).isCloseTo(a[n], within(1e-12));
      assertThat(both[8 + n]).isCloseTo(d[n], within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"DB4, 1", "DB4, 2", "DB6, 1", "DB6, 2"})
  void doubledGrid_withMoreLevels_hasTheSameCoefficientsUpToScale(Wavelet wavelet, int doublings) {
    int fine = 128 << doublings;
    Tensor expected = WaveletMatrices.coarsest(wavelet, 128, 3).matmul(wave(128));
    Tensor rows = WaveletMatrices.coarsest(wavelet, fine, 3 + doublings, doublings);
    Tensor found = rows.matmul(wave(fine)).mul(Math.pow(2, -doublings / 2.0));
    assertThat(largest(found.sub(expected))).isLessThan(1e-3 * largest(expected));
    assertIdentity(rows.matmul(rows.permute(1, 0)), 1e-12);

    Tensor unmoved = WaveletMatrices.coarsest(wavelet, fine, 3 + doublings);
    Tensor elsewhere = unmoved.matmul(wave(fine)).mul(Math.pow(2, -doublings / 2.0));
    assertThat(largest(elsewhere.sub(expected))).isGreaterThan(0.05 * largest(expected));
  }

  @Test
  void level_ofAnOddLength_isRefused() {
    assertThatThrownBy(() -> WaveletMatrices.low(Wavelet.DB4, 7)).hasMessageContaining("not 7");
  }

  /** The periodic line lengthened by what the filter needs, then a correlation of stride 2. */
  private static double[] correlate(double[] x, double[] filter) {
    double[] longer = new double[x.length + filter.length - 2];
    System.arraycopy(x, 0, longer, 0, x.length);
    System.arraycopy(x, 0, longer, x.length, filter.length - 2);
    double[] y = new double[x.length / 2];
    for (int n = 0; n < y.length; n++) {
      for (int m = 0; m < filter.length; m++) {
        y[n] += filter[m] * longer[2 * n + m];
      }
    }
    return y;
  }

  /** The transposed convolution of stride 2, its overhang added to the beginning. */
  private static double[] spread(double[] y, double[] filter) {
    double[] longer = new double[2 * y.length + filter.length - 2];
    for (int n = 0; n < y.length; n++) {
      for (int m = 0; m < filter.length; m++) {
        longer[2 * n + m] += filter[m] * y[n];
      }
    }
    double[] x = new double[2 * y.length];
    for (int i = 0; i < longer.length; i++) {
      x[i % x.length] += longer[i];
    }
    return x;
  }

  private static Tensor wave(int points) {
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      double x = 2 * Math.PI * i / points;
      values[i] = Math.sin(3 * x) + 0.5 * Math.cos(5 * x + 1);
    }
    return Tensor.of(values, points, 1);
  }

  private static Tensor single(Tensor matrix) {
    return matrix.to(DType.FLOAT32);
  }

  private static void assertIdentity(Tensor square, double tolerance) {
    int size = (int) square.size(0);
    double[] values = square.toDoubles();
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isCloseTo(i % (size + 1) == 0 ? 1 : 0, within(tolerance));
    }
  }

  private static double largest(Tensor x) {
    return x.abs().reshape(-1).max(0).item();
  }

  private static double[] numbers(String text) {
    return List.of(text.split(" ", -1)).stream().mapToDouble(Double::parseDouble).toArray();
  }
}
