package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.tfsno.ContractionSpec;
import io.tfsno.operator.tfsno.GateSpec;
import io.tfsno.operator.tfsno.LocalSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ModelConfigTest {
  @Test
  void nameAlone_givesTheDefaultsOfTheDimension() {
    for (int dimension = 1; dimension <= 2; dimension++) {
      assertThat(read("{name: fno}", dimension)).isEqualTo(FnoSpec.defaults(dimension));
      assertThat(read("{name: tfsno}", dimension)).isEqualTo(TfSnoSpec.defaults(dimension));
    }
  }

  @Test
  void config_written_isWhatWasReadInTheSameOrder() {
    String json = "{\"width\":6,\"name\":\"fno\",\"modes\":[3,2]}";
    ModelConfig read = ConfigReader.parse("run.yaml", json, ModelConfig.class);
    assertThat(JsonMapper.shared().writeValueAsString(read)).isEqualTo(json);
  }

  @Test
  void config_ofASpecification_givesItBack() {
    FnoSpec spec = FnoSpec.defaults(2);
    assertThat(ModelConfig.of(spec).in(1, "run.yaml")).isEqualTo(spec);
  }

  @Test
  void size_changed_leavesTheOriginalAsItWas() {
    ModelConfig plain = ModelConfig.named("fno");
    ModelConfig wide = plain.with("width", 6);
    ((ObjectNode) wide.given()).put("width", 7);
    assertThat(((FnoSpec) wide.in(1, "run.yaml")).width()).isEqualTo(6);
    assertThat(plain.gives("width")).isFalse();
    assertThat(wide.with("width", null)).isEqualTo(plain);
  }

  @Test
  void nestedKeys_overDefaults_keepTheOthers() {
    assertThat(read("{name: tfsno, gate: {standardise: true, features: [crest, centroid]}}", 1))
        .isEqualTo(
            TfSnoSpec.defaults(1)
                .withGate(
                    GateSpec.DEFAULT
                        .withStandardise(true)
                        .withFeatures(List.of("CENTROID", "CREST"))));
    TfSnoSpec deep = (TfSnoSpec) read("{name: tfsno, gate: {metaNet: {hidden: [7]}}}", 2);
    assertThat(deep.gate().metaNet().hidden()).containsExactly(7);
    assertThat(deep.gate().metaNet().activation())
        .isEqualTo(GateSpec.DEFAULT.metaNet().activation());
    assertThat(deep.widths()).isEqualTo(TfSnoSpec.defaults(2).widths());
  }

  @Test
  void groupThatDefaultsToNone_isReadWhole() {
    TfSnoSpec spec =
        (TfSnoSpec)
            read(
                "{name: tfsno, contraction: {spectralBound: 0.5, pointwiseBound: 1, alphaMax: 2}}",
                1);
    assertThat(spec.contraction()).isEqualTo(new ContractionSpec(0.5, 1, 2, 0));
    TfSnoSpec partly =
        (TfSnoSpec) read("{name: tfsno, contraction: {spectralBound: 0.2, target: 0.9}}", 1);
    assertThat(partly.contraction()).isEqualTo(new ContractionSpec(0.2, 0.35, 0.087, 0.9));
    refuse(
        "{name: tfsno, gate: {time: {harmonics: 2}}}",
        "the key 'model.gate.time.reference' is missing");
  }

  @Test
  void boundsOfTheWholeStep_areReadWhereGiven_andWrittenOnlyThere() {
    TfSnoSpec whole =
        (TfSnoSpec) read("{name: tfsno, contraction: {target: 0.9, step: 0.98, mapBound: 2}}", 1);
    ContractionSpec bounds = new ContractionSpec(0.3, 0.35, 0.087, 0.9, 2.0, 0.98);
    assertThat(whole.contraction()).isEqualTo(bounds);
    assertThat(ModelConfig.of(whole).in(1, "run.yaml")).isEqualTo(whole);
    assertThat(JsonMapper.shared().writeValueAsString(bounds))
        .endsWith("\"target\":0.9,\"mapBound\":2.0,\"step\":0.98}");
    assertThat(JsonMapper.shared().writeValueAsString(ContractionSpec.SUGGESTED))
        .endsWith("\"alphaMax\":0.087,\"target\":0.0}");
  }

  @Test
  void optionsOfFno_areReadWhereGiven_andWrittenOnlyThere() {
    FnoSpec plain = FnoSpec.defaults(1);
    FnoSpec local = (FnoSpec) read("{name: fno, stencil: true, product: true}", 1);
    assertThat(local).isEqualTo(plain.withStencil(true).withProduct(true));
    assertThat(ModelConfig.of(local).in(1, "run.yaml")).isEqualTo(local);
    assertThat(JsonMapper.shared().writeValueAsString(local))
        .endsWith("\"predictDelta\":false,\"stencil\":true,\"product\":true}");
    assertThat(read("{name: fno, stencil: false, product: false}", 1)).isEqualTo(plain);
    assertThat(JsonMapper.shared().writeValueAsString(plain)).endsWith("\"predictDelta\":false}");
  }

  @Test
  void localTerms_areReadWhereGiven_andWrittenOnlyThere() {
    TfSnoSpec plain = TfSnoSpec.defaults(1);
    TfSnoSpec local = (TfSnoSpec) read("{name: tfsno, local: {stencil: true, gate: true}}", 1);
    assertThat(local).isEqualTo(plain.withLocal(new LocalSpec(true, true, false, false)));
    assertThat(ModelConfig.of(local).in(1, "run.yaml")).isEqualTo(local);
    assertThat(JsonMapper.shared().writeValueAsString(local))
        .endsWith(",\"local\":{\"stencil\":true,\"gate\":true,\"product\":false}}");
    for (String none : List.of("{name: tfsno, local: {}}", "{name: tfsno, local: null}")) {
      assertThat(read(none, 1)).isEqualTo(plain);
    }
    assertThat(JsonMapper.shared().writeValueAsString(plain))
        .endsWith("\"init\":\"SMALL\",\"coords\":\"NONE\",\"predictDelta\":false}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {name: fno, widht: 3}               | unknown key 'model.widht': did you mean 'model.width'?
          {name: fno, drft: true}             | unknown key 'model.drft': did you mean 'model.drift'?
          {name: tfsno, gate: {standardize: true}} | did you mean 'model.gate.standardise'?
          {name: tfsno, gate: {metaNet: {hiden: 3}}} | did you mean 'model.gate.metaNet.hidden'?
          {name: fnoo}                        | unknown model 'fnoo': did you mean 'fno'?
          {name: fno, width: wide}            | key 'model.width': expected a number, found "wide"
          {name: fno, width: 2.5}             | key 'model.width': expected a whole number, found 2.5
          {name: fno, predictDelta: 1}        | key 'model.predictDelta': expected true or false, found 1
          {name: fno, coords: polar}          | key 'model.coords': expected one of none, linear, periodic
          {name: tfsno, local: {stencils: true}} | did you mean 'model.local.stencil'?
          {name: tfsno, local: {gate: 1}}     | key 'model.local.gate': expected true or false, found 1
          {name: tfsno, local: {gate: true}, contraction: {}} | bounds on blocks (contraction) or local terms (local), found both
          {name: tfsno, contraction: {step: 0.9}} | contraction.target with contraction.step
          {name: tfsno, predictDelta: true, contraction: {target: 0.9, step: 0.9}} | predictDelta: false with contraction.step
          {name: tfsno, gate: big}            | key 'model.gate': expected a group of keys, found "big"
          {name: tfsno, gate: {features: [mass]}} | unknown statistic 'mass'. Known: LOG_ENERGY, CENTROID
          {name: fno, width: 0}               | width of at least 1, found 0
          {name: tfsno, widths: [4, 4]}       | widths [4, 4] and modes [24, 24, 16]
          {width: 3}                          | expected 'model: {name: ...}' with one of tfsno, fno
          {name: 3}                           | expected 'model: {name: ...}'
          fno                                 | expected 'model: {name: ...}'
          """)
  void mistake_isAUserErrorWithItsPath(String yaml, String message) {
    refuse(yaml, message);
  }

  @Test
  void missingModel_isAUserError() {
    assertThatThrownBy(() -> ConfigReader.bind("run.yaml", null, ModelConfig.class))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("run.yaml: expected 'model: {name: ...}'");
  }

  @Test
  void modes_beyondTheGrid_areFoundByTheCheck() {
    FieldShape shape = new FieldShape(1, 32, 1, 1);
    assertThatThrownBy(() -> read("{name: fno, modes: 17}", 1).check(shape))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("at most 16 modes along x on 32 points, found 17 modes");
    assertThatThrownBy(() -> read("{name: tfsno, widths: [4, 4], modes: [16, 9]}", 1).check(shape))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("at most 8 modes along x on 16 points, found 9 modes");
  }

  private static OperatorSpec read(String yaml, int dimension) {
    return ConfigReader.parse("run.yaml", yaml, ModelConfig.class).in(dimension, "run.yaml");
  }

  private static void refuse(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml, 1))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }
}
