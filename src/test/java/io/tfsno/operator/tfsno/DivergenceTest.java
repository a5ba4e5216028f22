package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.FourierResize;
import io.tfsno.operator.Built;
import io.tfsno.operator.Divergence;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class DivergenceTest {
  private static final LocalSpec FLOWING =
      LocalSpec.NONE.withStencil(true).withResidual(true).withFlux(true);

  private static TfSnoSpec flowing() {
    return Built.tfSno().withLocal(FLOWING).withPredictDelta(true);
  }

  private static Tensor cosine(int points, int wave, double size) {
    float[] values = new float[points];
    for (int x = 0; x < points; x++) {
      values[x] = (float) (size * Math.cos(2 * Math.PI * wave * x / points));
    }
    return Tensor.of(values, 1, 1, points);
  }

  private static Tensor sine(int points, int wave) {
    float[] values = new float[points];
    for (int x = 0; x < points; x++) {
      values[x] = (float) Math.sin(2 * Math.PI * wave * x / points);
    }
    return Tensor.of(values, 1, 1, points);
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 48, 64})
  void wave_onAnyGrid_isMultipliedByTheSineOfTheTrainingGridsSpacing(int points) {
    try (Constants constants = new Constants()) {
      Divergence divergence = new Divergence(new FourierResize(constants, 1), Points.of(32), 1);
      for (int wave : new int[] {0, 1, 5, 11}) {
        double symbol = Math.sin(2 * Math.PI * wave / 32);
        assertClose(divergence.of(sine(points, wave)), cosine(points, wave, symbol), 1e-5);
      }
    }
  }

  @Test
  void planes_addTheDifferencesOfAllAxesFieldByField() {
    try (Constants constants = new Constants()) {
      Divergence divergence = new Divergence(new FourierResize(constants, 2), Points.of(6, 8), 2);
      Tensor fluxes = noise(3, 4, 5, 6, 8);
      float[] f = fluxes.toFloats();
      float[] got = divergence.of(fluxes).toFloats();
      for (int i = 0; i < got.length; i++) {
        int y = i % 8;
        int x = i / 8 % 6;
        int row = i / 48;
        int along = 2 * 5 * 48;
        double inX = f[at(row, x + 1, y)] - f[at(row, x - 1, y)];
        double inY = f[along + at(row, x, y + 1)] - f[along + at(row, x, y - 1)];
        assertThat((double) got[i]).isCloseTo((inX + inY) / 2, within(1e-6));
      }
    }
  }

  private static int at(int row, int x, int y) {
    return row * 48 + Math.floorMod(x, 6) * 8 + Math.floorMod(y, 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void model_keepsMeans_andStartsByCopying(int dimension) {
    try (TfSno net = Built.build(flowing(), dimension)) {
      Tensor u = Built.states(dimension, 2).add(0.3);
      assertClose(net.forward(u), u, 0);
      Built.stir(net, 0.1);
      Tensor change = net.forward(u).sub(u);
      assertThat(largest(change)).isGreaterThan(1e-3);
      // Sums of float32 differences that cancel.
      assertThat(change.mean().item()).isCloseTo(0, within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void gradient_matchesFiniteDifferences(int dimension) {
    TfSnoSpec spec = Ablations.of("no-gate").of(flowing(), dimension);
    try (TfSno net = Built.build(spec, dimension)) {
      Built.stir(net, 0.05);
      Tensor u = Built.states(dimension, 3);
      assertGradient(net.parameters(), () -> net.forward(u).square().mean(), 3e-3, 2e-2);
    }
  }

  @Test
  void statesAndWalls_areRefused() {
    FieldShape line = Built.LINE;
    assertThatThrownBy(() -> flowing().withPredictDelta(false).check(line))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected predictDelta: true with local.flux");
    Grid walls = Grid.of(Points.of(32), new double[] {1}, Boundary.WALL);
    assertThatThrownBy(() -> flowing().check(new FieldShape(walls, Channel.unnamed(1))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("expected a periodic grid for local.flux");
  }

  @Test
  void wavesOfAnotherGrid_giveTheSameChangeOfASmoothState() {
    try (TfSno net = Built.build(flowing(), 1)) {
      Built.stir(net, 0.05);
      Tensor coarse = waves(1, 2, Points.of(32), 2);
      Tensor fine = waves(1, 2, Points.of(64), 2);
      Tensor there = net.forward(fine).sub(fine);
      Tensor here = net.forward(coarse).sub(coarse);
      Tensor every = there.view(2, 1, 32, 2).narrow(3, 0, 1).reshape(2, 1, 32);
      // GELUs make waves that the coarse grid aliases.
      assertClose(every, here, 0.05 * largest(here));
    }
  }
}
