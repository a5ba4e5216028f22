package io.tfsno.serve.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonBodyTest {
  private static JsonNode parse(String text) {
    return JsonBody.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String list(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> i % 2 == 0 ? "" + i : i + ".25e-1")
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void document_withoutLongLists_isTheTreeThatJacksonReads() {
    String text =
        "{\"a\":[1,2.5,-3e2,null,true],\"b\":{\"c\":\"d\",\"e\":[]},\"f\":9007199254740993,"
            + "\"g\":123456789012345678901234567890}";
    assertThat(parse(text)).isEqualTo(new JsonMapper().readTree(text));
    assertThat(parse(list(16)).isArray()).isTrue();
  }

  @Test
  void list_thatIsLong_holdsItsNumbersAsFloats() {
    for (int count : new int[] {17, 128, 129, 10_000}) {
      JsonNode node = parse("{\"values\":" + list(count) + "}").get("values");
      float[] floats = ((PackedNumbers) node).floats();
      assertThat(floats).hasSize(count);
      for (int i = 0; i < count; i++) {
        double expected = i % 2 == 0 ? i : (i + 0.25) * 0.1;
        assertThat(floats[i]).isCloseTo((float) expected, offset(1e-3f));
      }
      assertThat(node.toString()).hasSizeLessThan(60);
    }
  }

  @Test
  void text_thatIsNotOneDocument_isRefused() {
    for (String text :
        new String[] {
          "",
          "{",
          "{}{}",
          "[1,2",
          "{\"a\":1,\"a\":2}",
          "[".repeat(20) + "]".repeat(20),
          list(20).replace("18", "null"),
          list(20).replace("18", "\"x\""),
          "[1" + "0".repeat(200) + "]"
        }) {
      assertThatThrownBy(() -> parse(text)).as(text).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void document_ofVeryManySmallParts_isRefused() {
    String many = "[" + "{},".repeat(200_000) + "{}]";
    assertThatThrownBy(() -> parse(many)).hasMessageContaining("at most 100000 values");
    String lists = "[" + "[1],".repeat(200_000) + "[1]]";
    assertThatThrownBy(() -> parse(lists)).hasMessageContaining("at most 100000 values");
  }
}
