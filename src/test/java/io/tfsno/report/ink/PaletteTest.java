package io.tfsno.report.ink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaletteTest {
  /** Linear red, green and blue as readers with and without all cones see them (Vienot 1999). */
  enum Sight {
    FULL(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
    WITHOUT_RED_CONES(
        new double[][] {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}}),
    WITHOUT_GREEN_CONES(
        new double[][] {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}});

    @SuppressWarnings("ImmutableEnumChecker")
    private final double[][] matrix;

    Sight(double[][] matrix) {
      this.matrix = matrix;
    }

    Oklab see(int rgb) {
      double[] in = Oklab.ofRgb(rgb).linear();
      double[] out = new double[3];
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          out[i] += matrix[i][j] * in[j];
        }
      }
      return Oklab.ofLinear(out[0], out[1], out[2]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rgb_anyTwoColours_stayApartFor(Sight sight) {
    for (int i = 0; i < Palette.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(sight.see(Palette.rgb(i)).distance(sight.see(Palette.rgb(j))))
            .as("colours %d and %d", i, j)
            .isGreaterThan(0.1);
      }
    }
  }

  @Test
  void rgb_onWhitePaper_isDarkEnoughToSee() {
    assertThat(Palette.size()).isGreaterThanOrEqualTo(8);
    for (int i = 0; i < Palette.size(); i++) {
      assertThat(Oklab.ofRgb(Palette.rgb(i)).l()).isLessThan(0.8);
    }
  }

  @Test
  void rgb_pastTheEnd_startsAgain() {
    assertThat(Palette.rgb(Palette.size())).isEqualTo(Palette.rgb(0));
  }
}
