package io.tfsno.operator.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Tape;
import io.tfsno.operator.Built;
import io.tfsno.spectral.Points;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without a GPU: what is launched, with arguments that are held against the declarations. */
class FnoLaunchesTest {
  private static List<String> launches(int dimension) {
    return launches(Points.cube(dimension, 32));
  }

  private static List<String> launches(Points points) {
    int dimension = points.dimension();
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(Built.fno(dimension), Built.shape(dimension));
        Launches launches = new Launches()) {
      Tensor u = TestFields.noise(1, points.shape(1, 2)).trainable();
      Tape.run(fno.inKernels(points), u, null).sum().backward();
      return launches.kernels();
    }
  }

  @Test
  void stepOnALine_launchesOneLayerAndOneProductAtATime() {
    List<String> launched = launches(1);
    assertThat(launched.subList(0, 8))
        .containsExactly("layer", "mix", "layer", "mix", "layer", "mix", "layer", "head");
    assertThat(launched.subList(8, 18))
        .containsExactly(
            "headWeight",
            "gather",
            "headField",
            "layer",
            "mixWeight",
            "outer",
            "gather",
            "mixBack",
            "layer",
            "mixWeight");
  }

  @Test
  void stepOnAPlane_alsoTransformsAlongTheFirstAxis() {
    List<String> launched = launches(2);
    assertThat(Collections.frequency(launched, "down")).isEqualTo(6);
    assertThat(Collections.frequency(launched, "up")).isEqualTo(6);
    launched.removeIf(kernel -> kernel.equals("down") || kernel.equals("up"));
    assertThat(launched).isEqualTo(launches(1));
  }

  @Test
  void stepInSpace_transformsAlongTwoAxes() {
    List<String> launched = launches(3);
    assertThat(launched.subList(0, 5)).containsExactly("layer", "down", "down", "mix", "up");
    assertThat(Collections.frequency(launched, "down")).isEqualTo(12);
    assertThat(Collections.frequency(launched, "up")).isEqualTo(12);
  }

  @Test
  void stepOnALongLine_addsUpThePiecesWhereverALayerGivesLines() {
    List<String> launched = launches(Points.of(512));
    assertThat(launched.subList(0, 4)).containsExactly("layer", "addPieces", "mix", "layer");
    launched.removeIf(kernel -> kernel.equals("addPieces"));
    assertThat(launched).isEqualTo(launches(1));
  }
}
