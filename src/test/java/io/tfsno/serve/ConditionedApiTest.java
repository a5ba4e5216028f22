package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Conditioned;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.npy.Npy;
import io.tfsno.engine.Device;
import io.tfsno.run.Given;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.http.Limits;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Conditions in the HTTP API. */
class ConditionedApiTest {
  @TempDir private static Path folder;
  private static StudioServer server;
  private static Http http;

  @BeforeAll
  static void start() throws IOException {
    server =
        StudioServer.start(
            new ServeOptions(
                "127.0.0.1",
                0,
                ConditionedModels.folder(),
                folder,
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

  private static JsonNode model(String name) throws Exception {
    for (JsonNode m : Http.json(http.get("/api/models")).get("models")) {
      if (m.get("name").asString().equals(name)) {
        return m;
      }
    }
    throw new AssertionError(name);
  }

  private static JsonNode frames(String path, String body) throws Exception {
    HttpResponse<byte[]> answer = http.post(path, body);
    assertThat(answer.statusCode()).as(Http.text(answer)).isEqualTo(200);
    return Http.json(answer).get("frames");
  }

  private static void assertRefused(String path, String body, String message) throws Exception {
    HttpResponse<byte[]> answer = http.post(path, body);
    assertThat(Http.error(answer)).isEqualTo(message);
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  private static float[] values(JsonNode frame) {
    float[] values = new float[frame.get("values").size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = frame.get("values").get(i).floatValue();
    }
    return values;
  }

  @Test
  void models_sayWhatTheyMustBeGiven() throws Exception {
    JsonNode c = model("tiny-all").get("conditions");
    assertThat(c.get("parameters").toString())
        .isEqualTo(
            "[{\"name\":\"nu\",\"unit\":\"m2/s\",\"mean\":0.1,\"deviation\":0.02,\"range\":null},"
                + "{\"name\":\"A\",\"unit\":\"\",\"mean\":0.1,\"deviation\":0.02,\"range\":null}]");
    assertThat(c.get("fields").get(0).get("name").asString()).isEqualTo("kappa");
    assertThat(c.get("history").intValue()).isEqualTo(2);
    assertThat(c.get("time").booleanValue()).isTrue();
    assertThat(c.get("solver").booleanValue()).isFalse();
    JsonNode nu = model("tiny-nu").get("conditions");
    assertThat(nu.get("time").booleanValue()).isFalse();
    assertThat(nu.get("solver").booleanValue()).isTrue();
    JsonNode seen = model("tiny-seen").at("/conditions/parameters/0/range");
    assertThat(seen.get("low").doubleValue())
        .isCloseTo(0.04353, within(1e-5)); // and a little slack
    assertThat(seen.get("high").doubleValue()).isCloseTo(0.215, within(1e-5));
    JsonNode schemas = Http.json(http.get("/openapi.json")).get("components").get("schemas");
    assertThat(c.propertyNames())
        .containsExactlyElementsOf(schemas.at("/Conditions/properties").propertyNames());
    assertThat(c.get("parameters").get(0).propertyNames())
        .containsExactlyElementsOf(schemas.at("/Parameter/properties").propertyNames());
    JsonNode hidden = model("tiny-hidden").at("/conditions/hidden/0");
    assertThat(hidden.get("name").asString()).isEqualTo("nu");
    assertThat(hidden.at("/range/high").doubleValue()).isCloseTo(0.215, within(1e-5));
    assertThat(model("tiny-hidden").at("/conditions/burnIn").intValue()).isEqualTo(2);
    assertThat(model("tiny-memory").at("/conditions/hidden")).isEmpty();
    assertThat(hidden.propertyNames())
        .containsExactlyElementsOf(schemas.at("/Hidden/properties").propertyNames());
    assertThat(schemas.at("/Request/properties").propertyNames())
        .contains("parameters", "hidden", "time", "fields", "history");
  }

  @Test
  void elapsedTime_needNotBeGivenAndCanBe() throws Exception {
    JsonNode c = model("tiny-elapsed").get("conditions");
    assertThat(c.get("time").booleanValue()).isFalse();
    assertThat(c.get("elapsed").booleanValue()).isTrue();
    assertThat(model("tiny-all").get("conditions").get("elapsed").booleanValue()).isFalse();
    String body = "{\"model\": \"tiny-elapsed\", \"steps\": 2, \"initial\": {\"values\": %s}%s}";
    String u0 = Arrays.toString(Conditioned.u(0, 0));
    float[] unsaid = values(frames("/api/rollout", body.formatted(u0, "")).get(2));
    float[] zero = values(frames("/api/rollout", body.formatted(u0, ", \"time\": 0")).get(2));
    float[] later = values(frames("/api/rollout", body.formatted(u0, ", \"time\": 0.3")).get(2));
    assertThat(unsaid).containsExactly(zero);
    assertThat(later).isNotEqualTo(zero);
  }

  @Test
  void rollout_withEveryKindOfCondition_isTheOneOfTheModel() throws Exception {
    String body =
        """
        {"model": "tiny-all", "steps": 3, "initial": {"values": %s}, "history": [%s],
         "parameters": {"nu": 0.12, "A": 0.1}, "time": 0.4,
         "fields": {"kappa": %s, "f": [%s, %s, %s]}}
        """
            .formatted(
                Arrays.toString(Conditioned.u(1, 1)),
                Arrays.toString(Conditioned.u(1, 0)),
                Arrays.toString(Conditioned.kappa(1)),
                Arrays.toString(Conditioned.f(1, 0)),
                Arrays.toString(Conditioned.f(1, 1)),
                Arrays.toString(Conditioned.f(1, 2)));
    Given given =
        Given.NOTHING
            .with("nu", 0.12)
            .with("A", 0.1)
            .field("kappa", Conditioned.kappa(1))
            .forcing("f", List.of(Conditioned.f(1, 0), Conditioned.f(1, 1), Conditioned.f(1, 2)))
            .after(List.of(Conditioned.u(1, 0)))
            .at(0.4);
    JsonNode frames = frames("/api/rollout", body);
    try (TrainedModel model =
        TrainedModel.load(ConditionedModels.folder().resolve("tiny-all"), Device.CPU)) {
      float[][] expected = model.rollout(Conditioned.u(1, 1), 3, given);
      assertThat(values(frames.get(3))).containsExactly(expected[3], within(1e-4f));
    }
    assertRefused(
        "/api/rollout",
        body.replace("\"steps\": 3", "\"steps\": 4"),
        "expected the field f for each of 4 steps, or one for all, found 3 steps. Give more, or"
            + " predict fewer steps.");
    assertRefused(
        "/api/rollout",
        body.replace("\"time\": 0.4,", ""),
        "expected the time of the first state, found none. The law that this model learnt changes"
            + " with time: say when to start.");
  }

  @Test
  void array_withAHistory_startsFromItsLastState() throws Exception {
    Path file = folder.resolve("states.npy");
    float[] states = new float[3 * Conditioned.POINTS];
    for (int i = 0; i < 3; i++) {
      System.arraycopy(Conditioned.u(0, i), 0, states, i * Conditioned.POINTS, Conditioned.POINTS);
    }
    Npy.write(file, new int[] {3, 1, Conditioned.POINTS}, states);
    HttpResponse<byte[]> answer =
        http.post(
            "/api/rollout?model=tiny-past&steps=2&parameters.nu=0.11",
            "application/x-npy",
            Files.readAllBytes(file));
    assertThat(answer.statusCode()).as(Http.text(answer)).isEqualTo(200);
    JsonNode document = Http.json(answer);
    assertThat(document.get("parameters").toString()).isEqualTo("{\"nu\":0.11}");
    assertThat(values(document.get("frames").get(0))).isEqualTo(Conditioned.u(0, 2));
    try (TrainedModel model =
        TrainedModel.load(ConditionedModels.folder().resolve("tiny-past"), Device.CPU)) {
      Given given =
          Given.NOTHING.with("nu", 0.11).after(List.of(Conditioned.u(0, 0), Conditioned.u(0, 1)));
      float[][] expected = model.rollout(Conditioned.u(0, 2), 2, given);
      assertThat(values(document.get("frames").get(2))).containsExactly(expected[2], within(1e-5f));
    }
  }

  @Test
  void history_ofAKnownEquation_isSolvedFor() throws Exception {
    String start = "{\"model\": \"%s\", \"initial\": {\"seed\": 1}, \"parameters\": {\"nu\": %s}";
    JsonNode solved = frames("/api/solve", start.formatted("tiny-nu", "0.02") + ", \"steps\": 3}");
    JsonNode rolled =
        frames("/api/rollout", start.formatted("tiny-past", "0.02") + ", \"steps\": 1}");
    assertThat(values(rolled.get(0)))
        .as("two steps of the solver from the seed's state")
        .containsExactly(values(solved.get(2)), within(1e-6f));
    JsonNode reference =
        frames("/api/solve", start.formatted("tiny-past", "0.02") + ", \"steps\": 1}");
    assertThat(values(reference.get(1))).containsExactly(values(solved.get(3)), within(1e-3f));
    JsonNode preview = frames("/api/initial", start.formatted("tiny-past", "0.02") + "}");
    assertThat(values(preview.get(0))).isEqualTo(values(rolled.get(0)));
  }

  @Test
  void solver_takesTheCoefficientsOfTheRequest() throws Exception {
    String body =
        "{\"model\": \"tiny-nu\", \"steps\": 2, \"initial\": {\"seed\": 1},"
            + " \"parameters\": {\"nu\": %s}}";
    HttpResponse<byte[]> thick = http.post("/api/solve", body.formatted("0.5"));
    assertThat(Http.json(thick).get("parameters").get("nu").doubleValue()).isEqualTo(0.5);
    float[] smooth = values(Http.json(thick).get("frames").get(2));
    float[] rough = values(frames("/api/solve", body.formatted("0.01")).get(2));
    assertThat(energy(smooth)).isLessThan(0.8 * energy(rough));
    HttpResponse<byte[]> file =
        http.post("/api/rollout", body.formatted("0.2"), "Accept", "application/x-hdf5");
    Path stored = Files.write(folder.resolve("p.h5"), file.body());
    try (TrajectoryFile opened = TrajectoryFile.open(stored)) {
      assertThat(opened.set("").conditions().parameters(0, 1)).containsExactly(0.2);
    }
  }

  @Test
  void hiddenCoefficient_isToldToTheSolverAlone() throws Exception {
    String body =
        "{\"model\": \"%s\", \"initial\": {\"seed\": 1}, \"steps\": %d, \"%s\": {\"nu\": %s}}";
    JsonNode truth = frames("/api/solve", body.formatted("tiny-nu", 6, "parameters", "0.1"));
    JsonNode solved = frames("/api/solve", body.formatted("tiny-hidden", 2, "hidden", "0.1"));
    JsonNode rolled = frames("/api/rollout", body.formatted("tiny-hidden", 2, "hidden", "0.1"));
    assertThat(values(rolled.get(0)))
        .as("two steps left out, then three states that are observed")
        .containsExactly(values(truth.get(4)), within(1e-6f));
    assertThat(values(solved.get(2))).containsExactly(values(truth.get(6)), within(1e-3f));
    try (TrainedModel model =
        TrainedModel.load(ConditionedModels.folder().resolve("tiny-hidden"), Device.CPU)) {
      Given observed = Given.NOTHING.after(List.of(values(truth.get(2)), values(truth.get(3))));
      float[][] expected = model.rollout(values(truth.get(4)), 2, observed);
      assertThat(values(rolled.get(2))).containsExactly(expected[2], within(1e-4f));
    }
    HttpResponse<byte[]> head =
        http.post("/api/rollout", body.formatted("tiny-hidden", 2, "hidden", "0.1"));
    assertThat(Http.json(head).at("/hidden/nu").doubleValue()).isEqualTo(0.1);
    JsonNode other = frames("/api/rollout", body.formatted("tiny-hidden", 2, "hidden", "0.2"));
    assertThat(values(other.get(2)))
        .as("it is seen in the states")
        .isNotEqualTo(values(rolled.get(2)));
  }

  @Test
  void hiddenCoefficient_ofAnArrayOfStates_isGivenInTheQuery() throws Exception {
    Path file = folder.resolve("observed.npy");
    float[] states = new float[3 * Conditioned.POINTS];
    for (int i = 0; i < 3; i++) {
      System.arraycopy(Conditioned.u(0, i), 0, states, i * Conditioned.POINTS, Conditioned.POINTS);
    }
    Npy.write(file, new int[] {3, 1, Conditioned.POINTS}, states);
    byte[] body = Files.readAllBytes(file);
    String query = "/api/solve?model=tiny-hidden&steps=2&hidden.nu=%s";
    JsonNode thin = Http.json(http.post(query.formatted("0.01"), "application/x-npy", body));
    JsonNode thick = Http.json(http.post(query.formatted("0.5"), "application/x-npy", body));
    assertThat(thin.at("/parameters/nu").doubleValue()).isEqualTo(0.01);
    assertThat(values(thick.get("frames").get(0))).isEqualTo(Conditioned.u(0, 2));
    assertThat(energy(values(thick.get("frames").get(2))))
        .isLessThan(0.8 * energy(values(thin.get("frames").get(2))));
  }

  @Test
  void groupOfNumbers_withoutAName_isRefusedInAQuery() throws Exception {
    for (String query :
        List.of("parameters=1&parameters.nu=0.1", "parameters.nu=0.1&parameters=1")) {
      HttpResponse<byte[]> answer =
          http.post(
              "/api/rollout?model=tiny-nu&steps=2&" + query, "application/x-npy", new byte[1]);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(Http.error(answer))
          .isEqualTo(
              "expected 'parameters.NAME' in a query, with the name of a number, found 'parameters'"
                  + " alone. Try 'parameters.nu=0.01'.");
    }
  }

  @Test
  void randomState_isFollowedToItsFirstOneBeforeItIsFitted() throws Exception {
    String seed = "{\"model\": \"%s\", \"initial\": {\"seed\": 1, \"amplitude\": 9}%s}";
    String known = seed.formatted("tiny-nu", ", \"steps\": 2, \"parameters\": {\"nu\": 0.1}");
    String state = Arrays.toString(values(frames("/api/solve", known).get(2)));
    String given = "{\"model\": \"tiny-hidden\", \"initial\": {\"values\": %s}}".formatted(state);
    String hidden = seed.formatted("tiny-hidden", ", \"hidden\": {\"nu\": 0.1}");
    assertThat(values(frames("/api/fitted", hidden).get(0)))
        .containsExactly(values(frames("/api/fitted", given).get(0)), within(1e-4f));
  }

  private static double energy(float[] u) {
    double sum = 0;
    for (float v : u) {
      sum += v * v;
    }
    return sum;
  }

  @Test
  void conditions_thatAreMissingOrWrong_areRefused() throws Exception {
    String nu = "{\"model\": \"tiny-nu\", \"steps\": 2, \"initial\": {\"seed\": 1}%s}";
    assertRefused(
        "/api/rollout",
        nu.formatted(""),
        "expected the parameter nu, which the model was trained with, found none. Give each of"
            + " them a value.");
    assertRefused(
        "/api/rollout",
        nu.formatted(", \"parameters\": {\"mu\": 1}"),
        "unknown parameter 'mu': did you mean 'nu'? Known: nu.");
    assertRefused(
        "/api/rollout",
        nu.formatted(", \"parameters\": {\"nu\": 0.1}, \"fields\": {\"kappa\": [1]}"),
        "expected no field, since the model takes none, found kappa. Leave it out.");
    assertRefused(
        "/api/rollout",
        nu.formatted(", \"parameters\": {\"nu\": \"thick\"}"),
        "the request, key 'parameters.nu': expected a number, found \"thick\". Correct it and run"
            + " again.");
    assertRefused(
        "/api/rollout",
        nu.formatted(", \"parameters\": {\"nu\": 0.1}, \"hidden\": {\"nu\": 0.1}"),
        "expected nothing hidden, since the data of 'tiny-nu' hide no coefficient that the solver"
            + " knows, found nu. Leave it out.");
    assertRefused(
        "/api/solve",
        "{\"model\": \"tiny-hidden\", \"steps\": 2, \"initial\": {\"seed\": 1},"
            + " \"hidden\": {\"mu\": 1}}",
        "unknown hidden coefficient 'mu': did you mean 'nu'? Known: nu.");
    assertRefused(
        "/api/solve",
        "{\"model\": \"tiny-odd\", \"steps\": 2, \"initial\": {\"seed\": 1},"
            + " \"parameters\": {\"A\": 1}}",
        "expected a model whose law the solver knows, with parameters of burgers1d only, found"
            + " 'tiny-odd', which depends on more. Compare it with another model.");
    assertRefused(
        "/api/rollout",
        """
        {"model": "tiny-all", "steps": 1, "initial": {"waves": []}, "time": 0,
         "parameters": {"nu": 0.1, "A": 0.1}, "fields": {"kappa": %s, "f": %s}}
        """
            .formatted(Arrays.toString(Conditioned.kappa(0)), Arrays.toString(Conditioned.f(0, 0))),
        "expected 1 states before the first one, found 0. This model was trained with"
            + " model.history 2.");
  }

  @Test
  void warmUp_ofModelsWithConditions_works() {
    server.warmUp();
  }
}
