package io.tfsno.spectral;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ModeTransformTest {
  private static Modes modes(Points points, int count) {
    return Modes.half(points.map(n -> count).perAxis());
  }

  @ParameterizedTest
  @CsvSource({
    "1,64,5", "1,64,32", "1,33,16", "1,33,17", "2,16,5", "2,16,8", "2,15,7", "2,8,1", "3,6,2",
    "3,6,3", "3,5,2"
  })
  void products_equalFastTransforms(int dimension, int side, int count) {
    Points points = Points.cube(dimension, side);
    try (Scope scope = new Scope();
        ModeTransform gemm =
            new GemmTransform(modes(points, count), points, DType.FLOAT32, Device.CPU);
        ModeTransform fft =
            new FftTransform(modes(points, count), points, DType.FLOAT32, Device.CPU)) {
      Tensor field = noise(1, gemm.fieldShape(6));
      Tensor coefficients = gemm.analyse(field);
      assertClose(coefficients, fft.analyse(field), 1e-6);
      Tensor any = noise(2, coefficients.shape());
      assertClose(gemm.synthesise(any), fft.synthesise(any), 1e-4);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,32,7", "2,12,4", "3,6,2"})
  void gradients_equalThoseOfFastTransforms(int dimension, int side, int count) {
    Points points = Points.cube(dimension, side);
    try (Scope scope = new Scope();
        ModeTransform gemm =
            new GemmTransform(modes(points, count), points, DType.FLOAT32, Device.CPU);
        ModeTransform fft =
            new FftTransform(modes(points, count), points, DType.FLOAT32, Device.CPU)) {
      Tensor weights = noise(3, gemm.fieldShape(4));
      Tensor change = noise(4, modes(points, count).count(), 2, 4);
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

  /** Modes may differ per axis and touch Nyquist: n/2 of both signs, (n + 1)/2 along the last. */
  static Stream<Arguments> boxes() {
    return Stream.of(
        Arguments.of(Points.of(64, 96), Modes.half(12, 16)),
        Arguments.of(Points.of(96, 64), Modes.half(5, 32)),
        Arguments.of(Points.of(6, 10), Modes.half(3, 5)),
        Arguments.of(Points.of(7, 9), Modes.half(3, 5)),
        Arguments.of(Points.of(6, 7, 8), Modes.half(2, 3, 4)),
        Arguments.of(Points.of(5, 4, 9), Modes.half(2, 2, 5)),
        Arguments.of(Points.of(4, 6, 2), Modes.half(2, 1, 1)));
  }

  @ParameterizedTest
  @MethodSource("boxes")
  void products_onABoxOfUnequalSides_equalFastTransforms(Points points, Modes modes) {
    try (Scope scope = new Scope();
        ModeTransform gemm = new GemmTransform(modes, points, DType.FLOAT64, Device.CPU);
        ModeTransform fft = new FftTransform(modes, points, DType.FLOAT64, Device.CPU)) {
      Tensor field = noise(1, gemm.fieldShape(3)).to(DType.FLOAT64);
      Tensor coefficients = gemm.analyse(field);
      assertClose(coefficients, fft.analyse(field), 1e-13);
      Tensor any = noise(2, coefficients.shape()).to(DType.FLOAT64);
      assertClose(gemm.synthesise(any), fft.synthesise(any), 1e-11);
      Tensor sum = field.copy();
      gemm.addSynthesis(sum, any);
      assertClose(sum, field.add(fft.synthesise(any)), 1e-11);
    }
  }

  @Test
  void wave_inABox_landsOnItsStoredModeOnly() {
    // cos(2 pi (-2x + y + 3z)) is stored as the mode (-2, 1, 3); its conjugate is not.
    Modes modes = Modes.half(3, 2, 4);
    Points points = Points.of(7, 6, 9);
    try (Scope scope = new Scope();
        ModeTransform gemm = new GemmTransform(modes, points, DType.FLOAT64, Device.CPU)) {
      Tensor field = Waves.of(Waves.wave(1, -2, 1, 3, 0)).tensor(points).view(points.shape(1));
      double[] found = gemm.analyse(field).toDoubles();
      double[] expected = new double[2 * modes.count()];
      int stored = (3 * 4 + modes.axis(1).index(1)) * 6 + modes.axis(0).index(-2);
      assertThat(modes.waves(stored)).containsExactly(-2, 1, 3);
      expected[2 * stored] = 0.5;
      assertThat(found).containsExactly(expected, within(1e-14));
    }
  }

  @Test
  void addSynthesis_addsToWhatIsThere() {
    try (Scope scope = new Scope();
        ModeTransform gemm =
            new GemmTransform(Modes.half(3, 3), Points.of(8, 8), DType.FLOAT32, Device.CPU)) {
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
        TruncatedDft dft =
            new TruncatedDft(Modes.half(2, 3), Points.of(8, 8), DType.FLOAT32, Device.CPU)) {
      Tensor field = noise(1, 2, 3, 8, 8);
      Tensor coefficients = dft.forward(field);
      assertThat(coefficients.shape()).isEqualTo(new long[] {2, 3, 2, 12});
      Tensor all = Fft.complex(Fft.real(field, -1), -2).asReal();
      int[] rows = {0, 1, 6, 7};
      for (int i = 0; i < 12; i++) {
        Tensor expected = all.select(2, rows[i % 4]).select(2, i / 4);
        assertClose(coefficients.select(3, i), expected, 1e-6);
      }
      Tensor back = dft.forward(dft.inverse(coefficients));
      assertThat(Arrays.equals(back.shape(), coefficients.shape())).isTrue();
    }
  }

  @Test
  void modesBeyondTheGrid_areRefused() {
    assertThatThrownBy(
            () -> new GemmTransform(Modes.half(6), Points.of(9), DType.FLOAT32, Device.CPU))
        .hasMessageContaining("fit on 9 points");
  }

  @Test
  void modesBeyondOneAxis_ofABox_areRefusedWithWhatFits() {
    assertThatThrownBy(
            () ->
                new GemmTransform(
                    Modes.half(3, 4, 2), Points.of(6, 7, 8), DType.FLOAT32, Device.CPU))
        .hasMessage("at most 3 x 3 x 4 modes fit on 6 x 7 x 8 points, not 3 x 4 x 2");
  }
}
