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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a GPU: what is launched, with arguments that are held against the declarations. */
class FnoLaunchesTest {
  private static List<String> launches(int dimension) {
    return launches(Points.cube(dimension, 32));
  }

  private static List<String> launches(Points points) {
    return launches(Built.fno(points.dimension()), points);
  }

  private static List<String> launches(FnoSpec spec, Points points) {
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(spec, Built.shape(points.dimension()).on(points));
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

  @ParameterizedTest
  @ValueSource(strings = {"256", "512", "64x64", "24x16", "256x256"})
  void stencil_addsNoKernelsButThoseOfItsGradients(String grid) {
    Points points = Built.points(grid);
    FnoSpec spec = Built.fno(points.dimension());
    List<String> plain = launches(spec, points);
    List<String> local = launches(spec.withStencil(true), points);
    assertThat(Collections.frequency(local, "outer"))
        .isEqualTo(Collections.frequency(plain, "outer") + spec.layers());
    assertThat(local).hasSize(plain.size() + 2 * spec.layers());
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, 64, 64, true",
    "NONE, 64, 96, true",
    "NONE, 32x32x32, 32x32x32, true",
    "STENCIL, 64, 64, true",
    "STENCIL, 24x16, 24x16, true",
    // Interpolation, a third axis and products are libtorch's.
    "STENCIL, 64, 96, false",
    "STENCIL, 24x16, 16x16, false",
    "STENCIL, 32x32x32, 32x32x32, false",
    "PRODUCT, 64, 64, false",
    "BOTH, 64, 64, false"
  })
  void kernels_existForStencilsOnTheirTrainingGrid(
      String options, String trained, String grid, boolean exist) {
    Points home = Built.points(trained);
    FnoSpec spec =
        Built.fno(home.dimension())
            .withStencil(options.equals("STENCIL") || options.equals("BOTH"))
            .withProduct(options.equals("PRODUCT") || options.equals("BOTH"));
    try (Scope scope = new Scope();
        Fno fno = (Fno) Built.build(spec, Built.shape(home.dimension()).on(home));
        Launches launches = new Launches()) {
      assertThat(fno.fits(Built.points(grid))).isEqualTo(exist);
    }
  }
}
