package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.InputScales;
import io.tfsno.data.Normaliser;
import io.tfsno.nn.Activation;
import io.tfsno.operator.Coordinates;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.context.ContextSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.MetaNetSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.run.range.Band;
import io.tfsno.run.range.FieldRange;
import io.tfsno.run.range.TrainingRange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelCardTest {
  static Stream<OperatorSpec> specs() {
    GateSpec gate =
        GateSpec.DEFAULT
            .withFeatures(List.of("CREST", "CENTROID"))
            .withStandardise(true)
            .withDetach(true)
            .withAlpha(0.1)
            .withMetaNet(new MetaNetSpec(List.of(8, 16), Activation.IDENTITY));
    TfSnoSpec plain = TfSnoSpec.defaults(1);
    return Stream.of(
        FnoSpec.defaults(1),
        FnoSpec.defaults(2).withPredictDelta(true).withCoords(Coordinates.PERIODIC),
        plain,
        TfSnoSpec.defaults(2),
        TfSnoSpec.withoutMultiscale(1),
        plain.withGate(gate).withPredictDelta(true),
        plain.withGate(gate.withKind(GateSpec.Kind.NONE)),
        plain.withGate(GateSpec.DEFAULT.withController(GateSpec.Controller.LEARNED)),
        plain.withContraction(ContractionSpec.SUGGESTED),
        plain.withGate(
            new GateSpec(
                GateSpec.Kind.BAND,
                GateSpec.Controller.STATISTICS,
                GateSpec.DEFAULT.features(),
                MetaNetSpec.DEFAULT,
                0.3,
                5,
                false,
                false,
                4,
                0.1,
                new TimeSpec(3, 2.5, true),
                false,
                List.of(1, 5))));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void card_throughItsText_comesBackEqual(OperatorSpec spec) {
    ModelCard card =
        new ModelCard(
            spec,
            new FieldShape(1, 64, 2, 2 * Math.PI),
            new Normaliser(-0.1, 1 / 3.0),
            "Navier \"Stokes\", ν",
            0.1 + 0.2);
    assertThat(ModelCard.fromMetadata("m", card.toMetadata())).isEqualTo(card);
  }

  @Test
  void clock_thatCountsFromTheFirstSnapshot_isWrittenWhereItIsChosenOnly() {
    TimeSpec law = new TimeSpec(2, 4.5, true);
    ModelCard before = timed(law);
    assertThat(before.toMetadata().toString()).doesNotContain("elapsed");
    assertThat(before.toMetadata()).containsEntry("format_version", "3");
    ModelCard elapsed = timed(law.withElapsed(true));
    assertThat(elapsed.toMetadata()).containsEntry("format_version", "5");
    for (ModelCard card : List.of(before, elapsed)) {
      assertThat(ModelCard.fromMetadata("m", card.toMetadata())).isEqualTo(card);
    }
  }

  private static ModelCard timed(TimeSpec time) {
    FieldShape shape = new FieldShape(1, 64, 1, 1).with(new Inputs(1, List.of(), List.of(), time));
    TfSnoSpec spec = TfSnoSpec.defaults(1).withGate(GateSpec.DEFAULT.withTime(time));
    return new ModelCard(spec, shape, Normaliser.NONE, "", 0.1);
  }

  @Test
  void limitOfAContext_isWrittenWhereItIsChosenOnly() {
    ModelCard free = remembering(ContextSpec.defaults());
    assertThat(free.toMetadata().toString()).doesNotContain("limit");
    assertThat(free.toMetadata()).containsEntry("format_version", "4");
    ModelCard limited = remembering(ContextSpec.defaults().withLimit(0.5));
    assertThat(limited.toMetadata()).containsEntry("format_version", "9");
    for (ModelCard card : List.of(free, limited)) {
      assertThat(ModelCard.fromMetadata("m", card.toMetadata())).isEqualTo(card);
    }
  }

  private static ModelCard remembering(ContextSpec context) {
    FieldShape shape = new FieldShape(1, 64, 1, 1).with(Inputs.ofContext(context));
    return new ModelCard(TfSnoSpec.defaults(1), shape, Normaliser.NONE, "", 0.1);
  }

  @Test
  void range_ofTheTrainingStates_travelsAlongAndMayBeMissing() {
    FieldRange seen = new FieldRange(new Band(-0.1, 0.2), new Band(0.5, 1), List.of(0.25, 1e-9));
    ModelCard card =
        new ModelCard(
            TfSnoSpec.defaults(1),
            new FieldShape(1, 64, 1, 1),
            Normaliser.NONE,
            InputScales.NONE,
            "",
            0.1,
            new TrainingRange(List.of(seen)));
    assertThat(ModelCard.fromMetadata("m", card.toMetadata())).isEqualTo(card);
    assertThat(card.toMetadata()).containsEntry("format_version", "2");
    // Of a model without parameters and memory nothing more is said than earlier programs say.
    assertThat(card.toMetadata().get("training_range"))
        .startsWith("{\"fields\":[{")
        .endsWith("}]}");
    Map<String, String> old = new LinkedHashMap<>(card.toMetadata());
    old.remove("training_range");
    assertThat(ModelCard.fromMetadata("m", old).range()).isNull();
  }

  @Test
  void card_ofTwoDimensions_keepsItsDefaults() {
    ModelCard card =
        new ModelCard(
            TfSnoSpec.defaults(2), new FieldShape(2, 64, 1, 1), Normaliser.NONE, "", 1e-3);
    assertThat(ModelCard.fromMetadata("m", card.toMetadata())).isEqualTo(card);
  }
}
