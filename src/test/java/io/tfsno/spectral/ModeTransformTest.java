package io.tfsno.spectral;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModeTransformTest {
  private static Modes modes(int dimension, int count) {
    return dimension == 1 ? Modes.line(count) : Modes.block(count, count);
  }

  @ParameterizedTest
  @CsvSource({"1,64,5", "1,64,32", "1,33,16", "1,33,17", "2,16,5", "2,16,8", "2,15,7", "2,8,1"})
  void products_equalFastTransforms(int dimension, int points, int count) {
    try (Scope scope = new Scope();
        ModeTransform gemm =
            new GemmTransform(modes(dimension, count), points, DType.FLOAT32, Device.CPU);
        ModeTransform fft =
            new FftTransform(modes(dimension, count), points, DType.FLOAT32, Device.CPU)) {
      Tensor field = noise(1, gemm.fieldShape(6));
      Tensor coefficients = gemm.analyse(field);
      assertClose(coefficients, fft.analyse(field), 1e-6);
      Tensor any = noise(2, coefficients.shape());
      assertClose(gemm.synthesise(any), fft.synthesise(any), 1e-4);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,32,7", "2,12,4"})
  void gradients_equalThoseOfFastTransforms(int dimension, int points, int count) {
    try (Scope scope = new Scope();
        ModeTransform gemm =
            new GemmTransform(modes(dimension, count), points, DType.FLOAT32, Device.CPU);
        ModeTransform fft =
            new FftTransform(modes(dimension, count), points, DType.FLOAT32, Device.CPU)) {
      Tensor weights = noise(3, gemm.fieldShape(4));
      Tensor change = noise(4, modes(dimension, count).count(), 2, 4);
      assertClose(gradient(gemm, weights, change), gradient(fft, weights, change), 1e-5);
    }
  }

  private static Tensor gradient(ModeTransform transform, Tensor weights, Tensor change) {
    Tensor field = noise(5, weights.shape()).trainable();
    Tensor sum = weights.mul(1);
    transform.addSynthesis(sum, transform.analyse(field).mul(change));
    sum.mul(weights).sum().backward();
    return field.grad();
  }

  @Test
  void addSynthesis_addsToWhatIsThere() {
    try (Scope scope = new Scope();
        ModeTransform gemm = new GemmTransform(Modes.block(3, 3), 8, DType.FLOAT32, Device.CPU)) {
      Tensor coefficients = noise(1, 18, 2, 5);
      Tensor sum = noise(2, 5, 8, 8);
      Tensor expected = sum.add(gemm.synthesise(coefficients));
      gemm.addSynthesis(sum, coefficients);
      assertClose(sum, expected, 1e-5);
    }
  }

  @Test
  void truncatedDft_keepsTheOrderOfModes() {
    try (Scope scope = new Scope();
        TruncatedDft dft = new TruncatedDft(Modes.block(2, 3), 8, DType.FLOAT32, Device.CPU)) {
      Tensor field = noise(1, 2, 3, 8, 8);
      Tensor coefficients = dft.forward(field);
      assertThat(coefficients.shape()).isEqualTo(new long[] {2, 3, 2, 12});
      Tensor all = Fft.complex(Fft.real(field, -1), -2).asReal();
      int[] rows = {0, 1, 6, 7};
      for (int i = 0; i < 12; i++) {
        Tensor expected = all.select(2, rows[i / 3]).select(2, i % 3);
        assertClose(coefficients.select(3, i), expected, 1e-6);
      }
      Tensor back = dft.forward(dft.inverse(coefficients));
      assertThat(Arrays.equals(back.shape(), coefficients.shape())).isTrue();
    }
  }

  @Test
  void modesBeyondTheGrid_areRefused() {
    assertThatThrownBy(() -> new GemmTransform(Modes.line(6), 9, DType.FLOAT32, Device.CPU))
        .hasMessageContaining("fit on 9 points");
  }
}
