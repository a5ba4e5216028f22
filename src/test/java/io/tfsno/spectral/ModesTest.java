package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModesTest {
  @Test
  void line_ofAFewModes_countsFromZero() {
    Modes modes = Modes.line(4);
    assertThat(modes.count()).isEqualTo(4);
    assertThat(modes.shape()).containsExactly(4);
    assertThat(IntStream.range(0, 4).map(modes::k2)).containsExactly(0, 1, 2, 3);
    assertThat(IntStream.range(0, 4).map(modes::k1)).containsOnly(0);
  }

  @Test
  void block_ofModes_storesPositiveRowsThenNegative() {
    Modes modes = Modes.block(2, 3);
    assertThat(modes.shape()).containsExactly(4, 3);
    assertThat(modes.count()).isEqualTo(2 * 2 * 3);
    assertThat(IntStream.range(0, 12).map(modes::k1))
        .containsExactly(0, 0, 0, 1, 1, 1, -2, -2, -2, -1, -1, -1);
    assertThat(IntStream.range(0, 12).map(modes::k2))
        .containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2);
  }

  @Test
  void all_waves_areInTheOrderOfTheFft() {
    assertThat(IntStream.range(0, 7).map(Modes.all(7)::k2)).containsExactly(0, 1, 2, 3, -3, -2, -1);
    assertThat(IntStream.range(0, 6).map(Modes.all(6)::k2)).containsExactly(0, 1, 2, -3, -2, -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8})
  void index_ofAWave_isWhereTheWaveIs(int points) {
    Modes.Axis axis = Modes.Axis.all(points);
    assertThat(axis.count()).isEqualTo(points);
    for (int i = 0; i < points; i++) {
      assertThat(axis.index(axis.wave(i))).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // points, modes: k = 0..modes-1 must stay below points/2
    "8, 4, true",
    "8, 5, false",
    "9, 5, true",
    "9, 6, false",
    "1, 1, true"
  })
  void fits_onALine_whileNyquistIsNotReached(int points, int modes, boolean fits) {
    assertThat(Modes.line(modes).fits(points)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"8, 4, true", "8, 5, false", "9, 4, true", "9, 5, false"})
  void fits_inThePlane_whileRowsAreTheirOwn(int points, int rows, boolean fits) {
    assertThat(Modes.block(rows, 2).fits(points)).isEqualTo(fits);
  }

  @Test
  void construction_ofAnEmptyAxis_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Modes.line(0))
        .withMessage("an axis holds at least the mode 0, not 0 and 0");
  }

  @Test
  void construction_inThreeDimensions_isRefused() {
    Modes.Axis axis = new Modes.Axis(2, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Modes(3, axis, axis))
        .withMessage("dimension must be 1 or 2, not 3");
  }

  @Test
  void wavenumbers_ofABox_scaleWithItsLength() {
    double[] line = new Wavenumbers(Modes.all(4), Math.PI).map((kx, ky) -> kx + 100 * ky);
    assertThat(line).containsExactly(0, 2, -4, -2);
    double[] plane = new Wavenumbers(Modes.block(1, 2), 2 * Math.PI).map((kx, ky) -> kx + 10 * ky);
    assertThat(plane).containsExactly(0, 10, -1, 9);
  }
}
