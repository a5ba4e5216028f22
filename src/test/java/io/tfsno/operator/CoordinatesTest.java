package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class CoordinatesTest {
  private static double[] line(int points, Boundary boundary) {
    Grid grid = Grid.of(Points.of(points), new double[] {2}, boundary);
    return Coordinates.LINEAR.onGrid(grid).toDoubles();
  }

  /**
   * Every third cell of the finer grid has its centre, or its first point, where a coarse one has.
   */
  @ParameterizedTest
  @EnumSource(Boundary.class)
  void samePlace_onAFinerGrid_hasTheSameCoordinate(Boundary boundary) {
    double[] coarse = line(8, boundary);
    double[] fine = line(24, boundary);
    int first = boundary == Boundary.PERIODIC ? 0 : 1;
    for (int j = 0; j < 8; j++) {
      assertThat(fine[3 * j + first]).isCloseTo(coarse[j], within(1e-12));
    }
  }

  @Test
  void channels_inABox_belongToOneAxisEach() {
    Grid box = Grid.periodic(Points.of(2, 3, 4), 1);
    double[] values = Coordinates.LINEAR.onGrid(box).toDoubles();
    assertThat(values).hasSize(3 * 24);
    assertThat(values[23]).isCloseTo(1 / 2.0, within(1e-12));
    assertThat(values[24 + 23]).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(values[48 + 23]).isCloseTo(3 / 4.0, within(1e-12));
  }
}
