package io.tfsno.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RasterTest {
  @Test
  void shrunk_smallEnough_isUnchanged() {
    Raster f = Raster.of(new double[][] {{1, 2}, {3, 4}});
    assertThat(f.shrunk(2)).isSameAs(f);
  }

  @Test
  void shrunk_evenBlocks_keepTheMean() {
    double[] values = new Random(5).doubles(60 * 40).toArray();
    Raster f = Raster.of(60, 40, values).shrunk(20);
    assertThat(f.rows()).isEqualTo(20);
    assertThat(f.cols()).isEqualTo(20);
    assertThat(f.values().average().orElseThrow())
        .isCloseTo(Raster.of(60, 40, values).values().average().orElseThrow(), within(1e-12));
  }

  @Test
  void shrunk_unevenBlocks_averageWhatIsThere() {
    Raster f = Raster.of(1, 5, new double[] {1, 3, Double.NaN, 7, 9}).shrunk(3);
    assertThat(f.values().toArray()).containsExactly(2, 7, 9);
  }

  @Test
  void shrunk_blockWithoutFiniteValues_staysMissing() {
    double nan = Double.NaN;
    Raster f = Raster.of(1, 4, new double[] {nan, Double.POSITIVE_INFINITY, 1, 1}).shrunk(2);
    assertThat(f.values().toArray()).containsExactly(nan, 1);
  }

  @Test
  void of_badShapes_sayWhatWasExpected() {
    assertThatThrownBy(() -> Raster.of(2, 2, new double[3]))
        .hasMessageContaining("3 values for 2 x 2");
    assertThatThrownBy(() -> Raster.of(new double[][] {{1, 2}, {3}}))
        .hasMessageContaining("equal length 2, found 1 values in row 1");
    assertThatThrownBy(() -> Raster.of(new double[0][])).hasMessageContaining("at least 1");
  }
}
