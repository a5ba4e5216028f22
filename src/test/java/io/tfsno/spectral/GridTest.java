package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {
  private static final Grid BOX = Grid.periodic(Points.of(4, 6), 1, 3);

  @Test
  void axes_ofABox_areNamedAndEvenlySpaced() {
    assertThat(BOX.axes().stream().map(Axis::name)).containsExactly("x", "y");
    assertThat(BOX.axis(0).coordinates()).containsExactly(0, 0.25, 0.5, 0.75);
    assertThat(BOX.axis(1).spacing()).isEqualTo(0.5);
    assertThat(BOX.axis(1).wave(3)).isEqualTo(2 * Math.PI);
    assertThat(BOX.cells()).isEqualTo(24);
    assertThat(BOX.longest()).isEqualTo(3);
  }

  @Test
  void oneLength_standsForAllAxes() {
    Grid cube = Grid.periodic(Points.of(4, 4, 4), 2);
    assertThat(cube.lengths()).containsExactly(2, 2, 2);
    assertThat(cube.isCube()).isTrue();
    assertThat(cube.lengthDocument()).isEqualTo(2.0);
    assertThat(BOX.isCube()).isFalse();
    assertThat(BOX.lengthDocument()).isEqualTo(List.of(1.0, 3.0));
  }

  @Test
  void with_otherPoints_keepsTheBox() {
    Grid finer = BOX.with(Points.of(8, 7));
    assertThat(finer.points()).isEqualTo(Points.of(8, 7));
    assertThat(finer.lengths()).containsExactly(BOX.lengths());
    assertThat(BOX.with(BOX.points())).isEqualTo(BOX);
    assertThatThrownBy(() -> BOX.with(Points.of(8)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("points for 2 axes");
  }

  @Test
  void text_ofABoxWithAWall_saysWhichAxis() {
    Grid channel =
        Grid.of(Points.of(64, 96), new double[] {1, 1.5}, Boundary.PERIODIC, Boundary.WALL);
    assertThat(channel.periodic()).isFalse();
    assertThat(channel.text()).isEqualTo("64 x 96 points on a box of 1 x 1.5, walls along y");
    assertThat(Grid.periodic(Points.of(8), 100).text()).isEqualTo("8 points on a box of 100");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void length_thatIsNone_isRefused(double length) {
    assertThatThrownBy(() -> Grid.periodic(Points.of(8, 8), 1, length))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a positive box length along y")
        .hasMessageContaining(Double.toString(length));
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 0, 1})
  void axis_ofFewerThanTwoPoints_isRefused(int points) {
    assertThatThrownBy(() -> Grid.periodic(Points.of(8, points), 1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("grid points along y")
        .hasMessageContaining("finer grid");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void dimensions_outsideOneToThree_areRefused(int dimension) {
    assertThatThrownBy(() -> new Points(Collections.nCopies(dimension, 8)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("fields of 1 to 3 dimensions")
        .hasMessageContaining(dimension + " dimensions");
  }

  @Test
  void axes_ofOneName_areRefused() {
    Axis x = new Axis("x", 8, 1, Boundary.PERIODIC);
    assertThatThrownBy(() -> new Grid(List.of(x, x)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("axes with different names");
  }
}
