package io.tfsno.operator;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.operator.PaddingSpec.Kind;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PerTestScope.class)
class PaddingTest {
  private static final Grid LINE = Grid.of(Points.of(64), new double[] {1}, Boundary.WALL);

  /** Walls along y only. */
  private static final Grid CHANNEL =
      Grid.of(Points.of(12, 32), new double[] {1}, Boundary.PERIODIC, Boundary.WALL);

  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    constants.close();
  }

  private Padding padding(Kind kind, double fraction, Grid grid) {
    return new Padding(new PaddingSpec(kind, fraction), grid, constants);
  }

  /** {@code cos(pi k x)} at centres of cells, some of them beyond the walls. */
  private static Tensor cosine(int points, int k, int from, int to) {
    double[] values = new double[to - from];
    for (int j = from; j < to; j++) {
      values[j - from] = Math.cos(Math.PI * k * (j + 0.5) / points);
    }
    return Tensor.of(values, 1, 1, values.length).to(DType.FLOAT32);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void crop_ofAnExtendedField_isTheField(Kind kind) {
    Tensor u = noise(1, 2, 3, 12, 32);
    Padding padding = padding(kind, 0.25, CHANNEL);
    Tensor back = padding.crop(padding.extend(u), CHANNEL.points());
    assertThat(back.toFloats()).containsExactly(u.toFloats());
  }

  @Test
  void periodicAxes_areNeverExtended() {
    Tensor u = noise(1, 2, 3, 12, 32);
    assertThat(padding(Kind.MIRROR, 0.25, CHANNEL).extend(u).shape()).containsExactly(2, 3, 12, 40);
    Grid periodic = Grid.periodic(Points.of(12, 32), 1);
    assertThat(padding(Kind.MIRROR, 0.25, periodic).extend(u)).isSameAs(u);
  }

  @Test
  void nothingSaid_mirrorsAnEighth() {
    Padding silent = new Padding(null, LINE, constants);
    Tensor u = noise(1, 1, 1, 64);
    Tensor expected = padding(Kind.MIRROR, 0.125, LINE).extend(u);
    assertThat(expected.size(-1)).isEqualTo(72);
    assertThat(silent.extend(u).toFloats()).containsExactly(expected.toFloats());
  }

  @ParameterizedTest
  @CsvSource({"64, 0.125, 4", "128, 0.125, 8", "50, 0.125, 3", "8, 0.01, 1", "8, 0, 0"})
  void pointsPastEachWall_areHalfTheFraction(int points, double fraction, int past) {
    assertThat(new PaddingSpec(Kind.ZERO, fraction).past(points)).isEqualTo(past);
  }

  @Test
  void cosineWithoutSlopeAtTheWalls_isContinuedByItsMirrorImage() {
    Tensor extended = padding(Kind.MIRROR, 0.25, LINE).extend(cosine(64, 3, 0, 64));
    assertClose(extended, cosine(64, 3, -8, 72), 1e-6);
  }

  @Test
  void zeros_areAddedPastBothWalls() {
    Tensor extended = padding(Kind.ZERO, 0.25, LINE).extend(noise(1, 1, 1, 64));
    assertThat(distance(extended.narrow(-1, 0, 8), extended.narrow(-1, 72, 8))).isZero();
    assertThat(extended.narrow(-1, 0, 8).abs().sum().item()).isZero();
  }

  @Test
  void changeAtAWall_growsByTheStatedGainAndNotMore() {
    Padding padding = padding(Kind.MIRROR, 0.25, CHANNEL);
    float[] values = new float[12 * 32];
    values[31] = 1;
    Tensor atWall = padding.extend(Tensor.of(values, 1, 1, 12, 32));
    assertThat(Math.sqrt(atWall.square().sum().item())).isCloseTo(padding.gain(), within(1e-6));
    Tensor u = noise(2, 1, 1, 12, 32);
    double ratio = padding.extend(u).square().sum().item() / u.square().sum().item();
    assertThat(Math.sqrt(ratio)).isBetween(1.0, padding.gain());
    assertThat(padding(Kind.ZERO, 0.25, CHANNEL).gain()).isEqualTo(1);
  }

  @Test
  void gradient_flowsBackThroughMirrorImages() {
    Tensor u = noise(1, 1, 1, 64).trainable();
    padding(Kind.MIRROR, 0.25, LINE).extend(u).sum().backward();
    float[] gradient = u.grad().toFloats();
    for (int j = 0; j < 64; j++) {
      assertThat(gradient[j]).as("point " + j).isEqualTo(j < 8 || j >= 56 ? 2f : 1f);
    }
  }
}
