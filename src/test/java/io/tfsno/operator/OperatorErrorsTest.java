package io.tfsno.operator;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.Statistic;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.operator.tfsno.TimeSpec;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OperatorErrorsTest {
  private static void assertMessage(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }

  @Test
  void modesBeyondTheGrid_nameBothWaysOut() {
    assertMessage(
        () -> FnoSpec.defaults(1).check(new FieldShape(1, 24, 1, 1)),
        "expected at most 12 modes per axis on 24 points",
        "found 16 modes",
        "at least 32 points");
    assertMessage(
        () -> TfSnoSpec.defaults(1).build(new FieldShape(1, 80, 1, 1), Device.CPU, new Rng(1)),
        "at most 20 modes per axis on 40 points",
        "found 24 modes");
  }

  @Test
  void gridThatDoesNotHalve_isRefused() {
    assertMessage(
        () -> TfSnoSpec.defaults(1).check(new FieldShape(1, 254, 1, 1)),
        "divisible by 4 for 3 levels",
        "254 points");
  }

  @Test
  void stateOfAnotherShape_isRefused() {
    try (Scope scope = new Scope();
        Operator net = Built.build(Built.tfSno(), 1)) {
      assertMessage(
          () -> net.forward(noise(1, 2, 3, 32)), "expected states [samples, 1, points]", "[2, 3,");
      assertMessage(() -> net.forward(noise(1, 2, 1, 32, 32)), "[2, 1, 32, 32]");
      assertMessage(() -> net.forward(noise(1, 2, 1, 30)), "such as 32 points", "30 points");
    }
  }

  @Test
  void specs_refuseWhatCannotWork() {
    assertMessage(() -> new FnoSpec(0, 4, 4, 8, Coordinates.NONE, false), "width of at least 1");
    assertMessage(() -> new FnoSpec(4, 4, 4, 8, null, false), "a value for 'coords'");
    assertMessage(() -> new FieldShape(3, 8, 1, 1), "dimension 1 or 2", "3");
    assertMessage(() -> new FieldShape(1, 8, 1, Double.NaN), "positive box length");
    GateSpec gate = GateSpec.DEFAULT;
    assertMessage(() -> gate.withFeatures(List.of()), "one or more different statistics");
    assertMessage(
        () -> gate.withFeatures(List.of(Statistic.CREST, Statistic.CREST)), "[CREST, CREST]");
    assertMessage(() -> gate.withAlpha(-1), "initial gain alpha", "-1.0");
    assertMessage(
        () -> gate.withFeatures(Statistic.ofValues()).withController(GateSpec.Controller.LEARNED),
        "all eight statistics with controller LEARNED");
    assertMessage(
        () -> gate.withStandardise(true).withController(GateSpec.Controller.LEARNED),
        "standardise: false");
    assertMessage(() -> new TimeSpec(4, 0, true), "positive reference time");
    assertMessage(() -> new ContractionSpec(0.3, -1, 0.1, 0), "positive pointwiseBound");
    assertMessage(
        () ->
            new TfSnoSpec(
                List.of(4, 4),
                List.of(4),
                true,
                gate,
                null,
                SpectralInit.NORMAL,
                Coordinates.NONE,
                false),
        "widths [4, 4] and modes [4]");
    assertMessage(
        () ->
            new TfSnoSpec(
                List.of(4, 4),
                List.of(4, 4),
                false,
                gate,
                null,
                SpectralInit.NORMAL,
                Coordinates.NONE,
                false),
        "one level with multiscale: false");
  }

  @Test
  void registry_knowsItsModelsAndSuggestsTheNearest() {
    assertThat(Operators.names()).contains("tfsno", "fno");
    for (Operators.Model model : Operators.all()) {
      for (int dimension = 1; dimension <= 2; dimension++) {
        OperatorSpec spec = model.defaults().apply(dimension);
        assertThat(spec).isInstanceOf(model.type());
        assertThat(spec.model()).isEqualTo(model.name());
        FieldShape shape =
            dimension == 1 ? new FieldShape(1, 256, 1, 1) : new FieldShape(2, 64, 1, 1);
        assertThat(spec.parameterCount(shape)).isBetween(450_000L, 2_200_000L);
      }
    }
    assertMessage(() -> Operators.of("tf-sno"), "unknown model 'tf-sno'", "did you mean 'tfsno'");
  }
}
