package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.MeanGains;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Gated;
import io.tfsno.operator.context.Memory;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.http.Limits;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** What a served model remembers, and what its gates do with it. */
@ExtendWith(PerTestScope.class)
class MemoryApiTest {
  private static final int STEPS = SharedModel.FIRST_SLICE + 3; // more than one turn
  private static final String MODEL = "tiny-memory";
  private static StudioServer server;
  private static Http http;

  @BeforeAll
  static void start() throws Exception {
    server =
        StudioServer.start(
            new ServeOptions(
                "127.0.0.1",
                0,
                ConditionedModels.folder(),
                null,
                null,
                Device.CPU,
                1,
                Limits.standard()));
    http = new Http(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String body(String more) {
    return """
    {"model": "%s", "steps": %d, "initial": {"values": %s}, "history": [%s, %s]%s}
    """
        .formatted(
            MODEL,
            STEPS,
            Arrays.toString(Conditioned.u(1, 2)),
            Arrays.toString(Conditioned.u(1, 0)),
            Arrays.toString(Conditioned.u(1, 1)),
            more);
  }

  private static JsonNode frames(String body) throws Exception {
    HttpResponse<byte[]> answer = http.post("/api/rollout", body);
    assertThat(answer.statusCode()).as(Http.text(answer)).isEqualTo(200);
    return Http.json(answer).get("frames");
  }

  private static double[] numbers(JsonNode list) {
    double[] numbers = new double[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = list.get(i).doubleValue();
    }
    return numbers;
  }

  private static Tensor state(float... values) {
    return Tensor.of(values, 1, 1, Conditioned.POINTS);
  }

  @Test
  void models_sayWhatTheyRemember() throws Exception {
    JsonNode schemas = Http.json(http.get("/openapi.json")).get("components").get("schemas");
    for (JsonNode model : Http.json(http.get("/api/models")).get("models")) {
      JsonNode memory = model.get("memory");
      boolean remembers = List.of(MODEL, "tiny-hidden").contains(model.get("name").asString());
      assertThat(memory.isNull()).isEqualTo(!remembers);
      if (memory.isNull()) {
        continue;
      }
      assertThat(memory.get("states").intValue()).isEqualTo(3);
      assertThat(memory.get("to").asString()).isEqualTo("gate");
      assertThat(memory.get("numbers"))
          .hasSize(ConditionedModels.MEMORY.context().code(1))
          .first()
          .hasToString("{\"group\":\"statistics\",\"name\":\"log energy\"}");
      assertThat(memory.propertyNames())
          .containsExactlyElementsOf(schemas.at("/Memory/properties").propertyNames());
      assertThat(memory.get("numbers").get(0).propertyNames())
          .containsExactlyElementsOf(schemas.at("/CodeNumber/properties").propertyNames());
    }
  }

  @Test
  void rollout_withMemory_hasTheCodeAndBothGains() throws Exception {
    JsonNode frames = frames(body(", \"gates\": true, \"memory\": true"));
    try (TrainedModel model =
        TrainedModel.load(ConditionedModels.folder().resolve(MODEL), Device.CPU)) {
      Memory memory = model.operator().memory().orElseThrow();
      Gated gated = Gated.of(model.operator()).orElseThrow();
      Tensor observed =
          model.observe(Stream.of(0, 1, 2).map(step -> state(Conditioned.u(1, step))).toList());
      assertThat(numbers(frames.get(0).get("code")))
          .containsExactly(memory.code(observed).toDoubles(), within(1e-5));
      for (int step : List.of(0, 1, STEPS)) {
        JsonNode frame = frames.get(step);
        double[] u = numbers(frame.get("values"));
        Tensor now = Tensor.of(u, 1, 1, u.length).to(observed.type());
        assertGains(frame.get("gains"), gated, now, observed);
        assertGains(frame.get("gains_mean_code"), gated, now, memory.ordinary(1));
        assertThat(frame.get("gains")).isNotEqualTo(frame.get("gains_mean_code"));
        assertThat(frame.has("code")).isEqualTo(step == 0);
      }
    }
  }

  private static void assertGains(JsonNode found, Gated gated, Tensor state, Tensor context) {
    double[][] expected = MeanGains.of(gated.gates(state, Conditions.ofContext(context)))[0];
    assertThat(found).hasSize(expected.length);
    for (int b = 0; b < expected.length; b++) {
      assertThat(numbers(found.get(b))).containsExactly(expected[b], within(1e-4));
    }
  }

  @Test
  void rollout_thatDoesNotAsk_orHasNothing_isAsBefore() throws Exception {
    JsonNode plain = frames(body(", \"gates\": true")).get(0);
    assertThat(plain.has("gains")).isTrue();
    assertThat(plain.has("code") || plain.has("gains_mean_code")).isFalse();
    JsonNode code = frames(body(", \"memory\": true"));
    assertThat(code.get(0).has("code")).isTrue();
    assertThat(code.get(1).has("gains_mean_code")).isFalse();
    JsonNode other =
        frames(
            "{\"model\": \"tiny-nu\", \"steps\": 1, \"initial\": {\"seed\": 1}, \"memory\": true,"
                + " \"gates\": true, \"parameters\": {\"nu\": 0.1}}");
    assertThat(other.get(0).has("code") || other.get(0).has("gains_mean_code")).isFalse();
  }

  @Test
  void solution_remembersNothing() throws Exception {
    HttpResponse<byte[]> answer =
        http.post(
            "/api/solve",
            "{\"model\": \"tiny-memory\", \"steps\": 1, \"initial\": {\"seed\": 1}, \"memory\":"
                + " true}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Http.error(answer))
        .isEqualTo("expected 'memory' with /api/rollout, found it with /api/solve. Leave it out.");
  }
}
