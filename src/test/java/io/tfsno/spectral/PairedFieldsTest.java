package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.Fft;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class PairedFieldsTest {
  // Transforms of values of order one in float64.
  private static final double ROUNDING = 1e-14;

  /** A different field for each number, with waves up to 3 along both signs. */
  private static Waves waves(int number) {
    return Waves.of(
        Waves.wave(0.3 + 0.1 * number, 0, 0, 0),
        Waves.wave(1.0, 1 + number % 3, 0, 0.3 + number),
        Waves.wave(0.5, -2, 1, 1.1 * number),
        Waves.wave(0.8, 1, 3, -0.4 - number));
  }

  private static PairedFields grid(int dimension, int points) {
    return new PairedFields(Grid.periodic(Points.cube(dimension, points), 1), Device.CPU);
  }

  private static double[] values(int dimension, int number, int points) {
    return dimension == 1 ? waves(number).line(points) : waves(number).plane(points);
  }

  /** Coefficients of fields 0..count-1 in the mode order of the grid, {@code [count, 1, modes]}. */
  private static Tensor singles(PairedFields grid, int dimension, int count, int points) {
    Tensor[] fields = new Tensor[count];
    for (int f = 0; f < count; f++) {
      double[] re = values(dimension, f, points);
      double[] im = new double[re.length];
      if (dimension == 1) {
        fields[f] = Fft.complex(Tensor.ofComplex(re, im, 1, points), -1);
      } else {
        Tensor full = Tensor.ofComplex(re, im, 1, points, points);
        Tensor all = Fft.complex(Fft.complex(full, -1), -2);
        Modes.Axis columns = grid.modes().last();
        fields[f] =
            Tensor.cat(
                -1,
                all.narrow(-1, 0, columns.positive()),
                all.narrow(-1, points - columns.negative(), columns.negative()));
      }
    }
    return Tensor.stack(0, fields);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 16",
    "1, 2, 16",
    "1, 3, 15",
    "1, 4, 17",
    "2, 1, 12",
    "2, 2, 12",
    "2, 3, 15",
    "2, 5, 12"
  })
  void singleValues_ofPairs_areTheFieldsInOrder(int dimension, int count, int points) {
    PairedFields grid = grid(dimension, points);
    Tensor pairs = grid.pair(singles(grid, dimension, count, points));
    assertThat(pairs.size(0)).isEqualTo((count + 1) / 2);
    for (int onPoints : new int[] {points, 24, 25, 9, 8}) {
      Tensor found = grid.singleValues(pairs, count, Points.cube(dimension, onPoints));
      assertThat(found.size(0)).isEqualTo(count);
      assertThat(found.size(1)).isEqualTo(1);
      for (int f = 0; f < count; f++) {
        assertThat(found.select(0, f).toDoubles())
            .containsExactly(values(dimension, f, onPoints), within(ROUNDING));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "1, 15", "2, 12", "2, 15"})
  void values_ofAPair_areTheTwoFieldsSideBySide(int dimension, int points) {
    PairedFields grid = grid(dimension, points);
    Tensor values = grid.values(grid.pair(singles(grid, dimension, 2, points)));
    for (int f = 0; f < 2; f++) {
      assertThat(values.select(-1, f).toDoubles())
          .containsExactly(values(dimension, f, points), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "1, 15", "2, 12", "2, 15"})
  void coefficients_ofValues_areThoseTheyCameFrom(int dimension, int points) {
    PairedFields grid = grid(dimension, points);
    Tensor pairs = grid.pair(singles(grid, dimension, 2, points));
    assertThat(grid.coefficients(grid.values(pairs)).asReal().toDoubles())
        .containsExactly(pairs.asReal().toDoubles(), within(ROUNDING));
  }

  @ParameterizedTest
  @CsvSource({"1, 24", "2, 24"})
  void products_formedInAPair_neverMixTheTwoFields(int dimension, int points) {
    PairedFields grid = grid(dimension, points);
    Tensor pairs = grid.pair(singles(grid, dimension, 2, points));
    Tensor products = grid.coefficients(grid.values(pairs).square());
    Tensor squares = grid.singleValues(products, 2, Points.cube(dimension, points));
    for (int f = 0; f < 2; f++) {
      double[] expected = Arrays.stream(values(dimension, f, points)).map(u -> u * u).toArray();
      // Waves up to 3 square to waves up to 6, which 24 points and their 2/3 rule still hold.
      assertThat(squares.select(0, f).toDoubles()).containsExactly(expected, within(10 * ROUNDING));
    }
  }

  @Test
  void factors_ofRealOperators_actOnEachFieldAlone() {
    // The x-derivative (odd, imaginary) and the Laplacian (even, real) of a pair.
    int points = 12;
    PairedFields grid = grid(2, points);
    Tensor pairs = grid.pair(singles(grid, 2, 2, points));
    Tensor derivative =
        grid.singleValues(pairs.mul(grid.imaginaryFactor(Wave::x)), 2, Points.of(points, points));
    Tensor laplacian =
        grid.singleValues(pairs.mul(grid.factor(k -> -k.squared())), 2, Points.of(points, points));
    for (int f = 0; f < 2; f++) {
      Tensor u = waves(f).planeTensor(points);
      // Wave numbers up to 6 pi: values of order 1e3.
      assertThat(derivative.select(0, f).toDoubles())
          .containsExactly(Derivative.of(u, 1, 1, 0).toDoubles(), within(1e-11));
      assertThat(laplacian.select(0, f).toDoubles())
          .containsExactly(
              Derivative.of(u, 2, 1, 0).add(Derivative.of(u, 2, 1, 1)).toDoubles(), within(1e-11));
    }
  }

  @Test
  void source_givenOnce_entersBothFields() {
    // cos(2 pi 2 y) has the coefficient 1/2 at ky = +-4 pi.
    PairedFields grid = grid(2, 12);
    Tensor source =
        grid.source(k -> k.x() == 0 && Math.abs(Math.abs(k.y()) - 4 * Math.PI) < 1e-9 ? 0.5 : 0);
    Tensor values =
        grid.singleValues(source.view(1, 1, source.size(0), source.size(1)), 2, Points.of(12, 12));
    double[] expected = Waves.of(Waves.wave(1, 0, 2, 0)).plane(12);
    for (int f = 0; f < 2; f++) {
      assertThat(values.select(0, f).toDoubles()).containsExactly(expected, within(ROUNDING));
    }
  }

  @Test
  void dealiasingMask_ofAPlane_keepsTheSquareBelowAThird() {
    PairedFields grid = grid(2, 12);
    double[] mask = grid.mask();
    for (int i = 0; i < mask.length; i++) {
      boolean kept = Arrays.stream(grid.modes().arrayWaves(i)).allMatch(k -> Math.abs(k) < 4);
      assertThat(mask[i]).isEqualTo(kept ? 1 : 0);
    }
    assertThat(Arrays.stream(mask).sum()).isEqualTo(49);
  }

  @Test
  void singleValues_onATooSmallGrid_dropWhatItCannotHold() {
    // On 6 points waves below 3 survive: of field 0 all but the one with ky = 3.
    PairedFields grid = grid(2, 12);
    Tensor found = grid.singleValues(grid.pair(singles(grid, 2, 1, 12)), 1, Points.of(6, 6));
    Waves rest = new Waves(waves(0).waves().subList(0, 3));
    assertThat(found.toDoubles()).containsExactly(rest.plane(6), within(ROUNDING));
  }
}
