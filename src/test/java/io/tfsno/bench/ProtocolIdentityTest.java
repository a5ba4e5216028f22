package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.train.TinyRuns;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Entries stay valid when configurations get keys that did not exist when they were written. */
class ProtocolIdentityTest {
  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Protocol.tree(TinyRuns.config(yaml));
  }

  @Test
  void entry_withoutNewKeys_isThatOfTheirDefaults() {
    ObjectNode now = tree("data: {file: a.h5}\nseed: 3\n");
    ObjectNode before = now.deepCopy();
    before.remove("from");
    ((ObjectNode) before.get("data")).remove("stride");
    ((ObjectNode) before.get("objective")).remove("kind");
    ((ObjectNode) before.get("training")).remove(List.of("schedule", "warmup", "average", "noise"));
    assertThat(before).isNotEqualTo(now);
    assertThat(Protocol.identity(before)).isEqualTo(Protocol.identity(now));
  }

  /** What a model is given came in an order that differed between runs of the program. */
  @Test
  void entry_withKeysInAnotherOrder_isTheSame() {
    String one = "model: {name: fno, width: 8, context: {states: 4, to: channels}, drift: true}";
    String other = "model: {drift: true, context: {to: channels, states: 4}, width: 8, name: fno}";
    assertThat(Protocol.identity(tree("seed: 2\ndata: {file: a.h5}\n" + one)))
        .isEqualTo(Protocol.identity(tree(other + "\ndata: {file: a.h5}\nseed: 2")));
  }

  @Test
  void entry_withAnotherValue_isAnother() {
    String plain = Protocol.identity(tree("data: {file: a.h5}"));
    for (String change :
        List.of(
            "training: {noise: 0.1}",
            "training: {schedule: {kind: step}}",
            "training: {epochs: 7}",
            "objective: {h1: 0}",
            "model: {name: fno}",
            "seed: 2")) {
      assertThat(Protocol.identity(tree("data: {file: a.h5}\n" + change))).isNotEqualTo(plain);
    }
    assertThat(Protocol.identity(tree("name: other\ndata: {file: b.h5}"))).isEqualTo(plain);
  }
}
