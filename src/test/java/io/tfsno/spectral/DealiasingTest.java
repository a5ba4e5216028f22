package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DealiasingTest {
  @ParameterizedTest
  @CsvSource({"9, 2", "10, 3", "11, 3", "12, 3", "96, 31", "192, 63", "384, 127", "1536, 511"})
  void largestWave_ofAGrid_isStrictlyBelowAThirdOfIt(int points, int largest) {
    assertThat(Dealiasing.largestWave(points)).isEqualTo(largest);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 6, 64, 96, 1024})
  void gridFor_anEvenGrid_keepsAllWavesBelowItsNyquist(int stored) {
    Points solver = Dealiasing.gridFor(Points.of(stored, 2 * stored));
    assertThat(Dealiasing.largestWaves(solver)).isEqualTo(Points.of(stored / 2 - 1, stored - 1));
  }
}
