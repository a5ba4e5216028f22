package io.tfsno.operator.tfsno;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.engine.kernel.Launches;
import io.tfsno.nn.TestFields;
import io.tfsno.nn.fused.Tape;
import io.tfsno.operator.FieldShape;
import io.tfsno.spectral.Points;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a GPU: what is launched, with arguments that are held against the declarations. */
class TfSnoLaunchesTest {
  private static List<String> launches(TfSnoSpec spec, int dimension) {
    Points points = Points.cube(dimension, 128);
    FieldShape shape = new FieldShape(dimension, 128, 1, 1);
    try (Scope scope = new Scope();
        TfSno network = spec.build(shape, Device.CPU, new Rng(1));
        Launches launches = new Launches()) {
      Tensor u = TestFields.noise(1, points.shape(1, 2)).trainable();
      Tape.run(network.inKernels(points), u, null).sum().backward();
      return launches.kernels();
    }
  }

  @ParameterizedTest
  @CsvSource({"16d, 1", "16d, 2", "scalar-gate, 1", "band-gate, 2", "metanet-gelu, 1"})
  void step_ofEveryKindOfGate_launchesEachKernelOfItsBlocks(String variant, int dimension) {
    List<String> launched =
        launches(Ablations.of(variant).of(TfSnoSpec.defaults(dimension), dimension), dimension);
    assertThat(launched).startsWith("layer", "layer");
    List<String> each = List.of("mixGated", "gateBack", "gateFinish", "gateLast", "gateWeight");
    assertThat(each).allSatisfy(k -> assertThat(Collections.frequency(launched, k)).isEqualTo(5));
    // On lines one block looks at all of a sample.
    String first = dimension == 1 ? "look" : "statistics";
    assertThat(Collections.frequency(launched, first)).isEqualTo(5);
    // Two lifts and their backward passes, five blocks, a map down, up and a join of two levels;
    // and the slopes at the skips and at the head.
    assertThat(Collections.frequency(launched, "layer")).isEqualTo(2 * (2 + 5 + 6) + 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void localTerms_addNoKernelsButThoseOfTheirGradients(int dimension) {
    TfSnoSpec full = TfSnoSpec.defaults(dimension);
    List<String> plain = launches(full, dimension);
    List<String> local =
        launches(Ablations.of("stencil-both-gates").of(full, dimension), dimension);
    int extra = 5 * 2;
    assertThat(Collections.frequency(local, "outer"))
        .isEqualTo(Collections.frequency(plain, "outer") + extra);
    assertThat(local).hasSize(plain.size() + 2 * extra);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void wideStencils_areTheSameLaunches(int dimension) {
    TfSnoSpec full = TfSnoSpec.defaults(dimension);
    LocalSpec near = LocalSpec.NONE.withStencil(true).withGate(true).withResidual(true);
    assertThat(launches(full.withLocal(near.withWide(true)), dimension))
        .isEqualTo(launches(full.withLocal(near), dimension));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void mixBehindAGelu_isALayerInEachDirectionAndReplacesSlopes(int dimension) {
    TfSnoSpec full = TfSnoSpec.defaults(dimension);
    LocalSpec residual = LocalSpec.NONE.withStencil(true).withGate(true).withResidual(true);
    List<String> plain = launches(full.withLocal(residual), dimension);
    List<String> mixed = launches(full.withLocal(residual.withMix(true)), dimension);
    assertThat(Collections.frequency(mixed, "outer"))
        .isEqualTo(Collections.frequency(plain, "outer") + 5);
    // Without it, three blocks go back through their GELU in a launch of its own.
    assertThat(Collections.frequency(mixed, "layer"))
        .isEqualTo(Collections.frequency(plain, "layer") + 2 * 5 - 3);
  }
}
