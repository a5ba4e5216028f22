package io.tfsno.engine.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankSettingsTest {
  private static final Map<String, String> TORCHRUN =
      Map.of(
          "RANK", "5",
          "WORLD_SIZE", "8",
          "LOCAL_RANK", "1",
          "LOCAL_WORLD_SIZE", "4",
          "MASTER_ADDR", "node0",
          "MASTER_PORT", "29501",
          "TORCHELASTIC_USE_AGENT_STORE", "True",
          "TORCHELASTIC_RESTART_COUNT", "2");

  @Test
  void environment_ofTorchrun_isUnderstood() {
    RankSettings s = RankSettings.from(TORCHRUN);
    assertThat(s.rank()).isEqualTo(5);
    assertThat(s.ranks()).isEqualTo(8);
    assertThat(s.localRank()).isEqualTo(1);
    assertThat(s.localRanks()).isEqualTo(4);
    assertThat(s.meetingPoint()).isEqualTo("node0:29501");
    assertThat(s.served()).isTrue();
    assertThat(s.attempt()).isEqualTo("2");
    assertThat(s.leads()).isFalse();
    assertThat(s.patience()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void environment_withoutWorldSize_isOneProcess() {
    assertThat(RankSettings.from(Map.of("RANK", "3")).ranks()).isEqualTo(1);
    assertThat(RankSettings.from(Map.of("RANK", "3")).leads()).isTrue();
  }

  @Test
  void environment_writtenForARank_isReadBackTheSame() {
    Map<String, String> given = new HashMap<>(TORCHRUN);
    given.keySet().removeIf(name -> name.startsWith("TORCHELASTIC"));
    given.put("TFSNO_TIMEOUT", "2.5");
    given.put("TFSNO_RENDEZVOUS_SECRET", "0123456789abcdef");
    RankSettings s = RankSettings.from(given);
    assertThat(s.patience()).isEqualTo(Duration.ofMillis(2500));
    assertThat(RankSettings.from(s.environment())).isEqualTo(s);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RANK", "MASTER_ADDR", "MASTER_PORT"})
  void variable_missing_isNamed(String name) {
    Map<String, String> given = new HashMap<>(TORCHRUN);
    given.remove(name);
    assertThatThrownBy(() -> RankSettings.from(given))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the variable " + name + " along with WORLD_SIZE=8, found none");
  }

  @ParameterizedTest
  @CsvSource({
    "RANK, 8, RANK from 0 to 7",
    "WORLD_SIZE, many, a whole number in WORLD_SIZE",
    "MASTER_PORT, 0, MASTER_PORT from 1 to 65535",
    "TFSNO_TIMEOUT, soon, seconds in TFSNO_TIMEOUT",
    "TFSNO_TIMEOUT, 0, > 0 seconds"
  })
  void variable_wrong_isExplained(String name, String value, String message) {
    Map<String, String> given = new HashMap<>(TORCHRUN);
    given.put(name, value);
    assertThatThrownBy(() -> RankSettings.from(given))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void secret_missingOrShort_isAskedForAndNeverShown() {
    Map<String, String> given = new HashMap<>(TORCHRUN);
    given.remove("TORCHELASTIC_USE_AGENT_STORE");
    assertThatThrownBy(() -> RankSettings.from(given))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("TFSNO_RENDEZVOUS_SECRET")
        .hasMessageContaining("openssl rand -hex 16");
    given.put("TFSNO_RENDEZVOUS_SECRET", "guess-me");
    assertThatThrownBy(() -> RankSettings.from(given))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("16 to 200 visible ASCII characters")
        .hasMessageNotContaining("guess-me");
    given.put("TFSNO_RENDEZVOUS_SECRET", "a-secret-of-the-ranks");
    assertThat(RankSettings.from(given).toString()).doesNotContain("a-secret-of-the-ranks");
  }
}
