package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Modes;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class AxisModesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static <T extends Record> T read(String yaml, T defaults) {
    return ConfigReader.overlay("run.yaml", "model", ConfigReader.tree("run.yaml", yaml), defaults);
  }

  @Test
  void modes_inAFile_areANumberOrAListOfAxes() {
    FnoSpec defaults = FnoSpec.defaults(2);
    assertThat(read("modes: 9", defaults).modes()).isEqualTo(AxisModes.of(9));
    assertThat(read("modes: [12, 16]", defaults).modes()).isEqualTo(AxisModes.of(12, 16));
    assertThat(read("{}", defaults)).isEqualTo(defaults);
    assertThatThrownBy(() -> read("modes: [12, many]", defaults))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("key 'model.modes[1]'", "expected a number");
    assertThatThrownBy(() -> read("modes: []", defaults)).hasMessageContaining("0 numbers");
  }

  @Test
  void modesOfLevels_inAFile_areNumbersOrListsOfAxes() {
    TfSnoSpec defaults = TfSnoSpec.defaults(2);
    assertThat(read("modes: [12, 8, 6]", defaults).modes())
        .containsExactly(AxisModes.of(12), AxisModes.of(8), AxisModes.of(6));
    assertThat(read("modes: [[12, 16], 8, [6, 7]]", defaults).modes())
        .containsExactly(AxisModes.of(12, 16), AxisModes.of(8), AxisModes.of(6, 7));
    assertThatThrownBy(() -> read("modes: 5", UnoSpec.defaults(2)))
        .hasMessageContainingAll("one mode count for each of 7 blocks", "modes [5]");
  }

  @Test
  void specs_onCubes_areWrittenAsTheyAlwaysWere() {
    JsonNode fno = MAPPER.valueToTree(FnoSpec.defaults(2));
    assertThat(fno.toString())
        .isEqualTo(
            "{\"width\":28,\"modes\":12,\"layers\":4,\"head\":128,\"coords\":\"NONE\","
                + "\"predictDelta\":false}");
    JsonNode uno = MAPPER.valueToTree(UnoSpec.defaults(1));
    assertThat(uno.get("modes").toString()).isEqualTo("[24,12,6,6,6,12,24]");
    assertThat(uno.has("padding")).isFalse();
  }

  @Test
  void specs_withModesPerAxisAndPadding_comeBackAsTheyWereWritten() {
    FnoSpec fno =
        FnoSpec.defaults(2)
            .withModes(AxisModes.of(12, 16))
            .withPadding(new PaddingSpec(PaddingSpec.Kind.ZERO, 0.25));
    JsonNode written = MAPPER.valueToTree(fno);
    assertThat(written.get("modes").toString()).isEqualTo("[12,16]");
    assertThat(read(written.toString(), FnoSpec.defaults(2))).isEqualTo(fno);
  }

  @Test
  void padding_inAFile_completesWhatIsLeftOut() {
    FnoSpec defaults = FnoSpec.defaults(2);
    assertThat(defaults.padding()).isNull();
    assertThat(read("padding: {kind: zero}", defaults).padding())
        .isEqualTo(new PaddingSpec(PaddingSpec.Kind.ZERO, 0.125));
    assertThat(read("padding: {fraction: 0.25}", defaults).padding())
        .isEqualTo(new PaddingSpec(PaddingSpec.Kind.MIRROR, 0.25));
    assertThat(read("padding: {kind: none}", defaults).padding()).isEqualTo(PaddingSpec.NONE);
    assertThatThrownBy(() -> read("padding: {fraction: 1}", defaults))
        .hasMessageContainingAll("run.yaml", "less than 100 %", "found 100");
    assertThatThrownBy(() -> read("padding: {kind: wrap}", defaults))
        .hasMessageContaining("one of zero, mirror, none");
  }

  @Test
  void halfSpectrum_ofOneCount_isThatOfACube() {
    assertThat(AxisModes.of(5).half(3)).isEqualTo(Modes.half(5, 5, 5));
    assertThat(AxisModes.of(5, 3).half(2)).isEqualTo(Modes.half(List.of(5, 3)));
  }
}
