package io.tfsno.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigDifferencesTest {
  private static List<String> between(String before, String now) {
    return ConfigDifferences.between(
        ConfigReader.tree("before", before), ConfigReader.tree("now", now));
  }

  @Test
  void differences_areNamedKeyByKey() {
    assertThat(between("{a: {b: 1, c: [1, 2]}, d: x}", "{a: {b: 2, c: [1, 3]}, e: y}"))
        .containsExactly(
            "a.b: 2, before 1",
            "a.c: [1,3], before [1,2]",
            "d: nothing, before \"x\"",
            "e: \"y\", before nothing");
  }

  @Test
  void null_saysAsLittleAsNothing() {
    assertThat(between("{a: 1, b: null}", "{a: 1}")).isEmpty();
  }

  @Test
  void many_areCutShort() {
    assertThat(ConfigDifferences.told(Collections.nCopies(10, "a: 2, before 1")))
        .endsWith("; and 2 more");
  }
}
