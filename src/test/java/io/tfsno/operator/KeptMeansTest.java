package io.tfsno.operator;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.assertGradient;
import static io.tfsno.nn.TestFields.largest;
import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class KeptMeansTest {
  /** Sums of some thousand float32 numbers of size 1. */
  private static final double ROUNDING = 1e-6;

  private static FieldShape shape(Grid grid, String... conserved) {
    return new FieldShape(grid, Channel.named(List.of("h", "u")), Inputs.conserving(conserved));
  }

  private static Grid plane() {
    return Grid.periodic(Points.of(16, 24), 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void chosenFields_keepTheirMean_andNothingElseChanges(boolean predictDelta) {
    OperatorSpec spec = Built.tfSno().withPredictDelta(predictDelta);
    try (Operator free = Built.build(spec, shape(plane()));
        Operator keeping = Built.build(spec, shape(plane(), "u"))) {
      Built.stir(free, 0.1);
      Built.stir(keeping, 0.1);
      Tensor u = noise(1, 3, 2, 16, 24).add(0.5);
      Tensor plain = free.forward(u, Conditions.NONE);
      Tensor kept = keeping.forward(u, Conditions.NONE);
      Tensor drift = plain.sub(u).mean(2, 3);
      assertThat(largest(drift.narrow(1, 1, 1))).as("without").isGreaterThan(1e-3);
      assertClose(kept.sub(u).mean(2, 3).narrow(1, 1, 1), drift.narrow(1, 1, 1).mul(0), ROUNDING);
      assertClose(kept.narrow(1, 0, 1), plain.narrow(1, 0, 1), ROUNDING);
      Tensor fluctuation = plain.sub(plain.mean(2, 3).view(3, 2, 1, 1)).narrow(1, 1, 1);
      Tensor found = kept.sub(kept.mean(2, 3).view(3, 2, 1, 1)).narrow(1, 1, 1);
      assertClose(found, fluctuation, ROUNDING);
    }
  }

  @Test
  void gradient_goesThroughTheMean() {
    try (Operator net = Built.build(Built.tfSno(), shape(plane(), "h", "u"))) {
      Built.stir(net, 0.05);
      Tensor u = noise(1, 2, 2, 16, 24);
      Tensor weights = noise(2, 2, 2, 16, 24);
      assertGradient(
          net.parameters(),
          () -> net.forward(u, Conditions.NONE).mul(weights).square().mean(),
          3e-3,
          2e-2);
    }
  }

  @Test
  void wallsAndUnknownFields_areRefused() {
    Grid walls = Grid.of(Points.of(24, 16), new double[] {1, 1}, Boundary.WALL, Boundary.PERIODIC);
    assertThatThrownBy(() -> Built.build(Built.tfSno(), shape(walls, "u")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("a periodic grid for model.conserve");
    assertThatThrownBy(() -> Built.build(Built.tfSno(), shape(plane(), "w")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("[h, u]")
        .hasMessageContaining("w");
  }
}
