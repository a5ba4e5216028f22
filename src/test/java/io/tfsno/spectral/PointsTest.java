package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class PointsTest {
  @Test
  void points_ofATensor_areItsLastAxes() {
    assertThat(Points.of(Tensor.of(new double[48], 2, 4, 6), 2)).isEqualTo(Points.of(4, 6));
  }

  @Test
  void indices_ofABox_haveTheLastAxisFastest() {
    int[][] at = Points.of(2, 1, 3).indices();
    assertThat(at[0]).containsExactly(0, 0, 0, 1, 1, 1);
    assertThat(at[1]).containsExactly(0, 0, 0, 0, 0, 0);
    assertThat(at[2]).containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void shape_behindLeadingAxes_isThatOfATensor() {
    assertThat(Points.of(4, 6).shape(2, 3)).containsExactly(2, 3, 4, 6);
  }

  @Test
  void halved_oddCounts_areRoundedUp() {
    assertThat(Points.of(8, 7, 1).halved(1)).isEqualTo(Points.of(4, 4, 1));
    assertThat(Points.of(9).halved(2)).isEqualTo(Points.of(3));
  }

  @Test
  void document_ofEqualAxes_isOneNumber() {
    assertThat(Points.of(64, 64).document()).isEqualTo(64);
    assertThat(Points.of(64, 96).document()).isEqualTo(List.of(64, 96));
    assertThat(Points.of(64, 96).text()).isEqualTo("64 x 96");
  }
}
