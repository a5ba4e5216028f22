package io.tfsno.operator;

import static io.tfsno.nn.TestFields.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.operator.baseline.DeepONetSpec;
import io.tfsno.operator.baseline.FinoSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.WnoSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Channel;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorErrorsTest {
  private static void assertMessage(ThrowingCallable call, String... parts) {
    assertThatThrownBy(call).isInstanceOf(UserError.class).hasMessageContainingAll(parts);
  }

  @Test
  void modesBeyondTheGrid_nameBothWaysOut() {
    assertMessage(
        () -> FnoSpec.defaults(1).check(new FieldShape(1, 24, 1, 1)),
        "expected at most 12 modes along x on 24 points",
        "found 16 modes",
        "at least 32 points");
    assertMessage(
        () -> TfSnoSpec.defaults(1).build(new FieldShape(1, 80, 1, 1), Device.CPU, new Rng(1)),
        "at most 20 modes along x on 40 points",
        "found 24 modes");
  }

  @Test
  void modesPerAxis_nameTheAxisOrTheirNumber() {
    FieldShape box = new FieldShape(Grid.periodic(Points.of(32, 48), 1), Channel.unnamed(1));
    FnoSpec fno = FnoSpec.defaults(2);
    fno.withModes(AxisModes.of(16, 24)).check(box);
    assertMessage(
        () -> fno.withModes(AxisModes.of(16, 25)).check(box),
        "at most 24 modes along y on 48 points",
        "found 25 modes");
    assertMessage(
        () -> fno.withModes(AxisModes.of(4, 4, 4)).check(box),
        "one for each of 2 axes",
        "modes [4, 4, 4]");
    assertMessage(() -> AxisModes.of(4, 0), "modes of at least 1");
    assertMessage(() -> AxisModes.of(), "at most 3 axes", "0 numbers");
  }

  @Test
  void gridThatDoesNotHalve_isRefusedWhereBlocksOfPointsAreMapped() {
    TfSnoSpec.defaults(1).check(new FieldShape(1, 253, 1, 1));
    assertMessage(
        () -> FinoSpec.defaults(1).check(new FieldShape(1, 254, 1, 1)),
        "divisible by 4 for 3 levels",
        "254 points");
  }

  @Test
  void tooFewPointsOnTheCoarsestLevel_areRefused() {
    assertMessage(
        () -> TfSnoSpec.defaults(1).check(new FieldShape(1, 12, 1, 1)),
        "at least 4 points on the coarsest of 3 levels",
        "12 points");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, -0.1, Double.NaN})
  void paddingOfAWholeAxisOrLessThanNothing_isRefused(double fraction) {
    assertMessage(
        () -> new PaddingSpec(PaddingSpec.Kind.MIRROR, fraction),
        "a padding of 0 % to less than 100 % of an axis",
        Double.isNaN(fraction) ? "NaN %" : Math.round(100 * fraction) + "",
        "fraction: 0.125");
  }

  @Test
  void walls_areRefusedByModelsThatWrapAround() {
    Grid walled = Grid.of(Points.of(64), new double[] {1}, Boundary.WALL);
    FieldShape shape = new FieldShape(walled, Channel.unnamed(1));
    assertMessage(
        () -> WnoSpec.defaults(1).check(shape),
        "a periodic grid for wno",
        "walls along x",
        "Use fno, uno or tfsno");
    assertMessage(
        () -> DeepONetSpec.defaults(1).withBranch(DeepONetSpec.Branch.CNN).check(shape),
        "a periodic grid for branch: cnn",
        "Use branch: mlp");
  }

  @Test
  void stateOfAnotherShape_isRefused() {
    try (Scope scope = new Scope();
        Operator net = Built.build(Built.tfSno(), 1)) {
      assertMessage(
          () -> net.forward(noise(1, 2, 3, 32)),
          "expected states [samples, 1, points along x]",
          "[2, 3,");
      assertMessage(() -> net.forward(noise(1, 2, 1, 32, 32)), "[2, 1, 32, 32]");
      assertMessage(() -> net.forward(noise(1, 2, 1, 12)), "such as 32 points", "12 points");
    }
  }

  @Test
  void specs_refuseWhatCannotWork() {
    assertMessage(() -> new FnoSpec(0, 4, 4, 8, Coordinates.NONE, false), "width of at least 1");
    assertMessage(() -> new FnoSpec(4, 4, 4, 8, null, false), "a value for 'coords'");
    FnoSpec fno = new FnoSpec(4, 4, 4, 8, Coordinates.NONE, false);
    assertMessage(() -> fno.withLifting(0), "lifting of at least 1");
    assertMessage(() -> fno.withChannelMlp(-1), "channelMlp of at least 1");
    assertMessage(() -> new FieldShape(4, 8, 1, 1), "1 to 3 dimensions", "4");
    assertMessage(() -> new FieldShape(1, 8, 1, Double.NaN), "positive box length");
    GateSpec gate = GateSpec.DEFAULT;
    TfSnoSpec blind = TfSnoSpec.defaults(1).withGate(gate.withFeatures(List.of()));
    assertMessage(
        () -> blind.declare(new FieldShape(1, 128, 1, 1)),
        "expected something for the gate to see, found gate.features: [] and a gate that is told"
            + " nothing. Name statistics, or tell it something: model.context, gate.conditions or"
            + " gate.time.");
    assertMessage(() -> gate.withFeatures(List.of("CREST", "CREST")), "[CREST, CREST]");
    assertMessage(() -> gate.withAlpha(-1), "initial gain alpha", "-1.0");
    assertMessage(
        () -> gate.withFeatures(List.of("CREST")).withController(GateSpec.Controller.LEARNED),
        "CREST] with controller LEARNED");
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
  void clocks_thatDoNotAgree_areRefused() {
    TimeSpec law = new TimeSpec(2, 4.5, true);
    FieldShape shape =
        new FieldShape(1, 256, 1, 1)
            .with(new Inputs(1, List.of(), List.of(), law.withElapsed(true)));
    TfSnoSpec spec = TfSnoSpec.defaults(1);
    assertMessage(
        () -> spec.withGate(GateSpec.DEFAULT.withTime(law)).check(shape),
        "expected the same 'elapsed' in model.time and model.gate.time, found true and false.");
    spec.withGate(GateSpec.DEFAULT.withTime(law.withElapsed(true))).check(shape);
    spec.withGate(GateSpec.DEFAULT.withTime(law).withKind(GateSpec.Kind.NONE)).check(shape);
  }

  @Test
  void registry_knowsItsModelsAndSuggestsTheNearest() {
    assertThat(Operators.names()).contains("tfsno", "fno");
    for (Operators.Model model : Operators.all()) {
      for (int dimension = 1; dimension <= 3; dimension++) {
        OperatorSpec spec = model.defaults().apply(dimension);
        assertThat(spec).isInstanceOf(model.type());
        assertThat(spec.model()).isEqualTo(model.name());
        int points = List.of(256, 64, 32).get(dimension - 1);
        FieldShape shape = new FieldShape(dimension, points, 1, 1);
        assertThat(spec.parameterCount(shape)).isBetween(450_000L, 2_200_000L);
      }
    }
    assertMessage(() -> Operators.of("tf-sno"), "unknown model 'tf-sno'", "did you mean 'tfsno'");
  }
}
