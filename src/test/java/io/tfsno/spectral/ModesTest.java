package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModesTest {
  private static IntStream waves(Modes modes, int axis) {
    return IntStream.range(0, modes.count()).map(i -> modes.waves(i)[axis]);
  }

  @Test
  void line_ofAFewModes_countsFromZero() {
    Modes modes = Modes.half(4);
    assertThat(modes.count()).isEqualTo(4);
    assertThat(modes.arrayShape()).containsExactly(4);
    assertThat(waves(modes, 0)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void block_ofModes_storesTheLastAxisSlowest() {
    Modes modes = Modes.half(2, 3);
    assertThat(modes.arrayShape()).containsExactly(4, 3);
    assertThat(modes.storedShape()).containsExactly(3, 4);
    assertThat(modes.count()).isEqualTo(2 * 2 * 3);
    assertThat(waves(modes, 0)).containsExactly(0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1);
    assertThat(waves(modes, 1)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  void below_aWave_areThoseBelowItAlongAllAxes() {
    assertThat(Modes.half(6).below(3)).containsExactly(0, 1, 2);
    assertThat(Modes.half(6).below(0)).isEmpty();
    Modes modes = Modes.half(3, 3);
    assertThat(modes.below(2).mapToObj(i -> modes.waves(i)[0] + " " + modes.waves(i)[1]))
        .containsExactly("0 0", "1 0", "-1 0", "0 1", "1 1", "-1 1");
  }

  @Test
  void box_ofModes_storesTheLastAxisSlowest() {
    Modes modes = Modes.half(1, 1, 2);
    assertThat(modes.storedShape()).containsExactly(2, 2, 2);
    assertThat(waves(modes, 0)).containsExactly(0, -1, 0, -1, 0, -1, 0, -1);
    assertThat(waves(modes, 1)).containsExactly(0, 0, -1, -1, 0, 0, -1, -1);
    assertThat(waves(modes, 2)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
  }

  @Test
  void arrayWaves_ofABlock_haveTheLastAxisFastest() {
    Modes modes = Modes.half(2, 3);
    assertThat(IntStream.range(0, 12).map(i -> modes.arrayWaves(i)[0]))
        .containsExactly(0, 0, 0, 1, 1, 1, -2, -2, -2, -1, -1, -1);
    assertThat(IntStream.range(0, 12).map(i -> modes.arrayWaves(i)[1]))
        .containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2);
  }

  @Test
  void inArray_ofEveryStoredMode_isAPermutationThatKeepsItsWaves() {
    for (Modes modes : List.of(Modes.half(5), Modes.half(2, 3), Modes.half(2, 1, 3))) {
      assertThat(IntStream.range(0, modes.count()).map(modes::inArray).boxed())
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, modes.count()).boxed().toList());
      for (int i = 0; i < modes.count(); i++) {
        assertThat(modes.arrayWaves(modes.inArray(i))).containsExactly(modes.waves(i));
        assertThat(modes.arrayIndex(modes.waves(i))).isEqualTo(modes.inArray(i));
      }
    }
  }

  @Test
  void all_waves_areInTheOrderOfTheFft() {
    assertThat(waves(Modes.all(Points.of(7)), 0)).containsExactly(0, 1, 2, 3, -3, -2, -1);
    assertThat(waves(Modes.all(Points.of(6)), 0)).containsExactly(0, 1, 2, -3, -2, -1);
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
    assertThat(Modes.half(modes).fits(Points.of(points))).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"8, 4, true", "8, 5, false", "9, 4, true", "9, 5, false"})
  void fits_inThePlane_whileRowsAreTheirOwn(int points, int rows, boolean fits) {
    assertThat(Modes.half(rows, 2).fits(Points.of(points, points))).isEqualTo(fits);
  }

  @Test
  void fits_onAnotherNumberOfAxes_isFalse() {
    assertThat(Modes.half(2, 2).fits(Points.of(8, 8, 8))).isFalse();
  }

  @Test
  void within_aGridThatHoldsThem_isTheVerySet() {
    Modes modes = Modes.half(4, 5);
    assertThat(modes.within(Points.of(8, 10))).isSameAs(modes);
  }

  @Test
  void within_aCoarserGrid_keepsTheWavesBelowItsNyquist() {
    assertThat(Modes.half(4, 5, 6).within(Points.of(8, 7, 9))).isEqualTo(Modes.half(4, 3, 4));
  }

  /** An odd grid has no Nyquist wave: (n - 1) / 2 is the highest, and it is kept. */
  @Test
  void within_theGridThatTheyWereMadeFor_isTheVerySet() {
    for (Points points : List.of(Points.of(15), Points.of(18, 15), Points.of(15, 18))) {
      Modes all = Modes.belowNyquist(points, 512);
      assertThat(all.within(points)).as(points.text()).isSameAs(all);
    }
  }

  @Test
  void within_aGridThatIsCoarserAlongOneAxis_leavesTheOtherAsItIs() {
    Modes all = Modes.belowNyquist(Points.of(18, 16), 512);
    Modes kept = all.within(Points.of(18, 8));
    assertThat(kept.axis(0)).isEqualTo(all.axis(0));
    assertThat(kept.axis(1).positive()).isEqualTo(4);
  }

  @Test
  void requireOn_anAxisWithTooFewPoints_saysHowManyItHolds() {
    Modes.half(4, 8).requireOn(Points.of(8, 16));
    assertThatThrownBy(() -> Modes.half(4, 9).requireOn(Points.of(8, 16)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("at most 8 modes along an axis of 16 points")
        .hasMessageContaining("9 modes");
  }

  @Test
  void construction_ofAnEmptyAxis_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Modes.half(0))
        .withMessage("an axis holds at least the mode 0, not 0 and 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void construction_outsideOneToThreeDimensions_isRefused(int dimension) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Modes(Collections.nCopies(dimension, new Modes.Axis(2, 1))))
        .withMessage("modes have 1 to 3 axes, not " + dimension);
  }

  @Test
  void wavenumbers_ofABox_scaleWithItsLengths() {
    Points four = Points.of(4);
    double[] line =
        new Wavenumbers(Modes.all(four), Grid.periodic(four, Math.PI)).map(k -> k.x() + k.y());
    assertThat(line).containsExactly(0, 2, -4, -2);
    Grid box = Grid.periodic(Points.of(4, 4), 2 * Math.PI, Math.PI);
    double[] plane = new Wavenumbers(Modes.half(1, 2), box).map(k -> k.x() + 10 * k.y());
    assertThat(plane).containsExactly(0, 20, -1, 19);
  }
}
