package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.pde.catalogue.Benchmark;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SolverTimesTest {
  @TempDir private static Path none;

  private static StudioServer server;
  private static Http http;

  @BeforeAll
  static void start() {
    server = StudioServer.start(ServeOptions.local(none));
    http = new Http(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void solver_atAModelsError_isCoarserAndFasterThanTheReference() throws Exception {
    JsonNode answer = get("benchmark=E1&step=50&error=0.03");
    assertThat(answer.get("points").asInt()).isLessThan(256);
    assertThat(answer.get("dt").asDouble()).isEqualTo(0.01 / answer.get("substeps").asInt());
    assertThat(answer.get("error").asDouble()).isBetween(1e-9, 0.03);
    assertThat(answer.get("step").asInt()).isEqualTo(50);
    assertThat(answer.get("device").asString()).isEqualTo("cpu");
    JsonNode reference = answer.get("reference");
    assertThat(reference.get("points").asInt())
        .isEqualTo(Benchmark.named("E1").reference().points());
    assertThat(answer.get("ms_per_step").asDouble())
        .isPositive()
        .isLessThan(reference.get("ms_per_step").asDouble());
  }

  @Test
  void solver_askedForAgain_isNotTimedAgain() throws Exception {
    JsonNode first = get("benchmark=E2&step=25&error=0.01");
    assertThat(get("benchmark=E2&step=25&error=0.01")).isEqualTo(first);
  }

  @Test
  void solver_beyondTheTable_isTheReference() throws Exception {
    JsonNode answer = get("benchmark=e1&step=9000&error=1e-30");
    assertThat(answer.get("error").isNull()).isTrue();
    assertThat(answer.get("points")).isEqualTo(answer.get("reference").get("points"));
    assertThat(answer.get("ms_per_step")).isEqualTo(answer.get("reference").get("ms_per_step"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          step=1&error=0.1 | expected 'benchmark': E1 to E6, found none. Add ?benchmark=.
          benchmark=E7&step=1&error=0.1 | unknown benchmark 'E7'
          benchmark=E1&error=0.1 | expected 'step': a step from 1 to 10000, found none.
          benchmark=E1&step=0&error=0.1 | expected 'step': a step from 1 to 10000, found '0'. Correct it.
          benchmark=E1&step=1.5&error=0.1 | found '1.5'. Correct it.
          benchmark=E1&step=1 | expected 'error': a relative error above 0, found none.
          benchmark=E1&step=1&error=-1 | expected 'error': a relative error above 0, found '-1'. Correct it.
          benchmark=E1&step=1&error=NaN | found 'NaN'. Correct it.
          benchmark=E1&step=1&error=much | found 'much'. Correct it.
          benchmark=E1&stp=1&error=1 | unknown key 'stp': did you mean 'step'?
          """)
  void solver_askedForWrongly_saysWhatToDo(String query, String message) throws Exception {
    HttpResponse<byte[]> answer = http.get("/api/solver?" + query);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Http.error(answer)).contains(message);
  }

  private static JsonNode get(String query) throws Exception {
    HttpResponse<byte[]> answer = http.get("/api/solver?" + query);
    assertThat(answer.statusCode()).as(Http.text(answer)).isEqualTo(200);
    return Http.json(answer);
  }
}
