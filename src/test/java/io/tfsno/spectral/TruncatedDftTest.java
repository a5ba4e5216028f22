package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The matrix transform against the fast Fourier transform and against waves by definition. */
@ExtendWith(PerTestScope.class)
class TruncatedDftTest {
  // Sums of at most 16 x 16 numbers of order one: a few hundred roundings at worst.
  private static final double DOUBLE = 1e-13;
  private static final double SINGLE = 1e-5;

  private static final Waves BAND =
      Waves.of(
          Waves.wave(0.7, 0, 0, 0),
          Waves.wave(1.0, 2, 0, 0.3),
          Waves.wave(0.5, -1, 2, 1.1),
          Waves.wave(0.8, 2, 1, -0.4),
          Waves.wave(0.6, -2, 2, 2.0));

  private static Tensor random(int seed, DType type, long... shape) {
    int count = Math.toIntExact(LongStream.of(shape).reduce(1, Math::multiplyExact));
    return Tensor.of(new Rng(seed).normals(count), shape).to(type);
  }

  private static double tolerance(DType type) {
    return type == DType.FLOAT64 ? DOUBLE : SINGLE;
  }

  private static TruncatedDft line(int points, int modes, DType type) {
    return new TruncatedDft(Modes.half(modes), Points.of(points), type, Device.CPU);
  }

  private static TruncatedDft block(int points, int rows, int columns, DType type) {
    return new TruncatedDft(Modes.half(rows, columns), Points.of(points, points), type, Device.CPU);
  }

  // The same transforms through the FFT, as the models' specification words them.

  private static Tensor fftLine(Tensor x, int modes) {
    return Fft.real(x, -1).narrow(-1, 0, modes).asReal().permute(0, 2, 1);
  }

  private static Tensor inverseFftLine(Tensor c, int points) {
    Tensor complex = Tensor.stack(-1, c.select(1, 0), c.select(1, 1)).asComplex();
    return Fft.inverseReal(complex, points, -1);
  }

  private static Tensor fftPlane(Tensor x, int rows, int columns) {
    int points = Math.toIntExact(x.size(-1));
    Tensor full = Fft.complex(Fft.real(x, -1), -2).narrow(-1, 0, columns);
    Tensor kept =
        Tensor.cat(-2, full.narrow(-2, 0, rows), full.narrow(-2, points - rows, rows)).asReal();
    // The last axis is the slowest.
    return kept.permute(0, 2, 1, 3).reshape(x.size(0), 2L * rows * columns, 2).permute(0, 2, 1);
  }

  private static Tensor inverseFftPlane(Tensor c, int rows, int columns, int points) {
    Tensor kept =
        Tensor.stack(-1, c.select(1, 0), c.select(1, 1))
            .view(c.size(0), columns, 2L * rows, 2)
            .permute(0, 2, 1, 3)
            .contiguous()
            .asComplex();
    DType type = c.type() == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    Tensor gap = Tensor.zeros(type, Device.CPU, c.size(0), points - 2L * rows, columns);
    Tensor full = Tensor.cat(-2, kept.narrow(-2, 0, rows), gap, kept.narrow(-2, rows, rows));
    return Fft.inverseReal(Fft.inverseComplex(full, -2), points, -1);
  }

  private static void assertClose(Tensor found, Tensor expected, double tolerance) {
    assertThat(found.shape()).containsExactly(expected.shape());
    assertThat(found.toDoubles()).containsExactly(expected.toDoubles(), within(tolerance));
  }

  @ParameterizedTest
  @CsvSource({
    "16, 1, FLOAT64", "16, 5, FLOAT64", "16, 8, FLOAT64", "16, 8, FLOAT32",
    "15, 1, FLOAT64", "15, 4, FLOAT64", "15, 8, FLOAT64", "15, 8, FLOAT32",
    "2, 1, FLOAT64", "1, 1, FLOAT64"
  })
  void lineTransforms_ofRandomFields_equalTheFft(int points, int modes, DType type) {
    try (TruncatedDft dft = line(points, modes, type)) {
      Tensor x = random(1, type, 3, points);
      Tensor c = dft.forward(x);
      assertThat(c.type()).isEqualTo(type);
      assertClose(c, fftLine(x, modes), tolerance(type));
      Tensor any = random(2, type, 3, 2, modes);
      assertClose(dft.inverse(any), inverseFftLine(any, points), 4 * tolerance(type));
    }
  }

  @ParameterizedTest
  @CsvSource({
    // 12/6 and 11/5 are the limits; at 12/6 the rows include k1 = -N/2
    "12, 1, 1, FLOAT64", "12, 3, 4, FLOAT64", "12, 6, 6, FLOAT64", "12, 6, 6, FLOAT32",
    "11, 1, 1, FLOAT64", "11, 3, 2, FLOAT64", "11, 5, 6, FLOAT64", "11, 5, 6, FLOAT32"
  })
  void planeTransforms_ofRandomFields_equalTheFft(int points, int rows, int columns, DType type) {
    try (TruncatedDft dft = block(points, rows, columns, type)) {
      Tensor x = random(3, type, 2, points, points);
      Tensor c = dft.forward(x);
      assertClose(c, fftPlane(x, rows, columns), tolerance(type));
      Tensor any = random(4, type, 2, 2, 2L * rows * columns);
      // The inverse sums up to 2 x 66 coefficients of order one, twice.
      assertClose(
          dft.inverse(any), inverseFftPlane(any, rows, columns, points), 10 * tolerance(type));
    }
  }

  @Test
  void transforms_withBatchAndChannelAxes_keepThem() {
    try (TruncatedDft dft = block(8, 2, 3, DType.FLOAT64)) {
      Tensor x = random(5, DType.FLOAT64, 2, 3, 8, 8);
      Tensor c = dft.forward(x);
      assertThat(c.shape()).containsExactly(2, 3, 2, 12);
      assertClose(c.select(0, 1), dft.forward(x.select(0, 1)), DOUBLE);
      assertThat(dft.inverse(c).shape()).containsExactly(2, 3, 8, 8);
    }
  }

  @ParameterizedTest
  @CsvSource({"8", "9", "16"})
  void inverseOfForward_onABandLimitedField_isThatField(int points) {
    try (TruncatedDft one = line(points, 3, DType.FLOAT64);
        TruncatedDft two = block(points, 3, 3, DType.FLOAT64)) {
      assertClose(
          one.inverse(one.forward(BAND.lineTensor(points))), BAND.lineTensor(points), DOUBLE);
      assertClose(
          two.inverse(two.forward(BAND.planeTensor(points))), BAND.planeTensor(points), DOUBLE);
    }
  }

  @Test
  void inverseOfForward_onARoughField_dropsTheRest() {
    Waves rough = Waves.of(Waves.wave(1, 5, -1, 0.2), Waves.wave(1, 1, 6, 0.9));
    try (TruncatedDft dft = block(16, 3, 3, DType.FLOAT64)) {
      Tensor mixed = rough.planeTensor(16).add(BAND.planeTensor(16));
      assertClose(dft.inverse(dft.forward(mixed)), BAND.planeTensor(16), DOUBLE);
    }
  }

  @ParameterizedTest
  @CsvSource({"16, 9", "9, 16", "8, 12", "12, 7"})
  void inverse_onAnotherGrid_isTheSameFunctionThere(int from, int to) {
    try (TruncatedDft one = line(from, 3, DType.FLOAT64);
        TruncatedDft oneTo = line(to, 3, DType.FLOAT64);
        TruncatedDft two = block(from, 3, 3, DType.FLOAT64);
        TruncatedDft twoTo = block(to, 3, 3, DType.FLOAT64)) {
      assertClose(oneTo.inverse(one.forward(BAND.lineTensor(from))), BAND.lineTensor(to), DOUBLE);
      assertClose(twoTo.inverse(two.forward(BAND.planeTensor(from))), BAND.planeTensor(to), DOUBLE);
    }
  }

  @Test
  void forward_ofAPlaneWave_landsOnItsModeOnly() {
    // cos(2 pi (3x - 2y)) has 1/2 at (3,-2) and at (-3,2); the stored half holds the latter.
    Modes modes = Modes.half(4, 4);
    try (TruncatedDft dft = new TruncatedDft(modes, Points.of(12, 12), DType.FLOAT64, Device.CPU)) {
      double[] c = dft.forward(Waves.of(Waves.wave(1, 3, -2, 0)).planeTensor(12)).toDoubles();
      double[] expected = new double[2 * modes.count()];
      int index = 2 * 8 + modes.axis(0).index(-3);
      assertThat(modes.waves(index)).containsExactly(-3, 2);
      expected[index] = 0.5;
      assertThat(c).containsExactly(expected, within(DOUBLE));
    }
  }

  @ParameterizedTest
  @CsvSource({"8", "9"})
  void forward_ofABandLimitedField_keepsItsEnergy(int points) {
    // Parseval: mean(u^2) is the sum of |c|^2, the columns k2 > 0 counted for both halves.
    Modes modes = Modes.half(3, 3);
    try (TruncatedDft dft =
        new TruncatedDft(modes, Points.of(points, points), DType.FLOAT64, Device.CPU)) {
      Tensor u = BAND.planeTensor(points);
      double[] c = dft.forward(u).toDoubles();
      double energy = 0;
      for (int i = 0; i < modes.count(); i++) {
        double power = c[i] * c[i] + c[modes.count() + i] * c[modes.count() + i];
        energy += (modes.waves(i)[1] == 0 ? 1 : 2) * power;
      }
      assertThat(energy).isCloseTo(u.square().mean().item(), within(DOUBLE));
    }
  }

  @Test
  void gradient_throughBothTransforms_isThatOfTheFft() {
    int points = 10;
    int rows = 3;
    int columns = 4;
    try (TruncatedDft dft = block(points, rows, columns, DType.FLOAT64)) {
      Tensor weight = random(6, DType.FLOAT64, 1, 2, 2L * rows * columns);
      Tensor x = random(7, DType.FLOAT64, 1, points, points).trainable();
      dft.inverse(dft.forward(x).mul(weight)).tanh().sum().backward();
      Tensor y = x.detach().copy().trainable();
      inverseFftPlane(fftPlane(y, rows, columns).mul(weight), rows, columns, points)
          .tanh()
          .sum()
          .backward();
      assertClose(x.grad(), y.grad(), DOUBLE);
    }
  }

  @Test
  void gradient_alongADirection_isTheFiniteDifference() {
    try (TruncatedDft dft = line(9, 4, DType.FLOAT64)) {
      Tensor x = random(8, DType.FLOAT64, 1, 9).trainable();
      Tensor direction = random(9, DType.FLOAT64, 1, 9);
      dft.inverse(dft.forward(x).square()).square().sum().backward();
      double h = 1e-5;
      double[] loss = new double[2];
      for (int side = 0; side < 2; side++) {
        Tensor moved = x.detach().addScaled(direction, side == 0 ? -h : h);
        loss[side] = dft.inverse(dft.forward(moved).square()).square().sum().item();
      }
      double slope = x.grad().mul(direction).sum().item();
      // Central difference: error of order h^2 and of rounding / h, both near 1e-10.
      assertThat((loss[1] - loss[0]) / (2 * h)).isCloseTo(slope, within(1e-8));
    }
  }

  @ParameterizedTest
  @CsvSource({"16, 9, 8", "15, 9, 8", "2, 2, 1"})
  void construction_withTooManyModesOnALine_saysHowManyFit(int points, int modes, int most) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> line(points, modes, DType.FLOAT32))
        .withMessageContaining("at most %d modes fit on %d points".formatted(most, points));
  }

  @ParameterizedTest
  @CsvSource({"12, 7, 2, 6, 6", "12, 2, 7, 6, 6", "11, 6, 2, 5, 6", "11, 2, 7, 5, 6"})
  void construction_withTooManyModesInThePlane_saysHowManyFit(
      int points, int rows, int columns, int mostRows, int mostColumns) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> block(points, rows, columns, DType.FLOAT32))
        .withMessageContaining(
            "at most %d x %d modes fit on %d x %d points"
                .formatted(mostRows, mostColumns, points, points));
    // The stated numbers themselves are accepted.
    block(points, mostRows, mostColumns, DType.FLOAT32).close();
  }
}
