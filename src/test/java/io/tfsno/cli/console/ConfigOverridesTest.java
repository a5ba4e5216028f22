package io.tfsno.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ConfigOverridesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          training.epochs=10     | {"name":"a","training":{"epochs":10,"batch":4}}
          name=b                 | {"name":"b","training":{"epochs":5,"batch":4}}
          name=b=c               | {"name":"b=c","training":{"epochs":5,"batch":4}}
          training.clip=0.5      | {"name":"a","training":{"epochs":5,"batch":4,"clip":0.5}}
          name.deep=1            | {"name":{"deep":1},"training":{"epochs":5,"batch":4}}
          training={batch: 2}    | {"name":"a","training":{"batch":2}}
          model.widths=[1, 2]    | {"name":"a","training":{"epochs":5,"batch":4},"model":{"widths":[1,2]}}
          model.gate.kind=none   | {"name":"a","training":{"epochs":5,"batch":4},"model":{"gate":{"kind":"none"}}}
          """)
  void setting_changesItsKeyAlone(String setting, String expected) {
    JsonNode tree = tree();
    ConfigOverrides.apply(tree, List.of(setting));
    assertThat(tree).isEqualTo(ConfigReader.tree("expected", expected));
  }

  @Test
  void settings_ofTheSameKey_lastOneCounts() {
    JsonNode tree = tree();
    ConfigOverrides.apply(tree, List.of("training.epochs=7", "training.epochs=8"));
    assertThat(tree.at("/training/epochs").asInt()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"training.epochs", "=3", ""})
  void setting_withoutKeyOrValue_isRefused(String setting) {
    assertThatThrownBy(() -> ConfigOverrides.apply(tree(), List.of(setting)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "expected --set KEY.KEY=VALUE, found '" + setting + "'. Try --set training.epochs=10.");
  }

  @Test
  void setting_ofBrokenYaml_isRefusedByName() {
    assertThatThrownBy(() -> ConfigOverrides.apply(tree(), List.of("a=[1")))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("--set a=[1: not valid YAML");
  }

  private static JsonNode tree() {
    return ConfigReader.tree("c.yaml", "{name: a, training: {epochs: 5, batch: 4}}");
  }
}
