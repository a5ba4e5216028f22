package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Models of several fields, on rectangles and in 3D, behind the service. */
class SeveralFieldsTest {
  private static StudioServer server;
  private static Http http;

  @BeforeAll
  static void start() throws Exception {
    server = StudioServer.start(ServeOptions.local(FieldModels.folder()));
    http = new Http(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String numbers(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Integer.toString(i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static JsonNode initial(String model, String initial) throws Exception {
    HttpResponse<byte[]> answer =
        http.post("/api/initial", "{\"model\":\"%s\",\"initial\":%s}".formatted(model, initial));
    assertThat(answer.statusCode()).as(() -> Http.text(answer)).isEqualTo(200);
    return Http.json(answer);
  }

  @Test
  void models_ofSeveralFields_areListedWithNamesAndAxes() throws Exception {
    JsonNode models = Http.json(http.get("/api/models")).get("models");
    JsonNode plate =
        models
            .valueStream()
            .filter(m -> m.get("name").asString().equals("tiny-plate"))
            .findFirst()
            .orElseThrow();
    assertThat(plate.get("channels").intValue()).isEqualTo(2);
    assertThat(plate.get("fields").get(1).toString())
        .isEqualTo("{\"name\":\"pressure\",\"unit\":\"Pa\"}");
    assertThat(plate.get("points").toString()).isEqualTo("[16,24]");
    assertThat(plate.get("length").toString()).isEqualTo("[1.0,1.5]");
    JsonNode y = plate.get("axes").get(1);
    assertThat(y.get("name").asString()).isEqualTo("y");
    assertThat(y.get("points").intValue()).isEqualTo(24);
    assertThat(y.get("length").doubleValue()).isCloseTo(1.5, within(1e-6));
    assertThat(y.get("boundary").asString()).isEqualTo("wall");
    assertThat(plate.get("mean").toString()).isEqualTo("[1.0,300.0]");
    assertThat(plate.get("deviation").toString()).isEqualTo("[0.1,10.0]");
  }

  @Test
  void documents_haveTheKeysThatTheApiNames() throws Exception {
    JsonNode schemas = Http.json(http.get("/openapi.json")).get("components").get("schemas");
    JsonNode model = Http.json(http.get("/api/models")).get("models").get(0);
    JsonNode start = initial("tiny-pair", "{\"channels\":[{\"mean\":1},{\"mean\":300}]}");
    assertThat(model.propertyNames()).containsExactlyElementsOf(keys(schemas, "Model"));
    assertThat(start.propertyNames()).containsExactlyElementsOf(keys(schemas, "Trajectory"));
    assertThat(model.get("axes").get(0).propertyNames())
        .containsExactlyElementsOf(keys(schemas, "Axis"));
    assertThat(model.get("fields").get(0).propertyNames())
        .containsExactlyElementsOf(keys(schemas, "Field"));
  }

  private static Collection<String> keys(JsonNode schemas, String name) {
    return schemas.get(name).get("properties").propertyNames();
  }

  @Test
  void values_channelByChannel_areTakenAsTheyAre() throws Exception {
    JsonNode answer = initial("tiny-pair", "{\"values\":%s}".formatted(numbers(64)));
    assertThat(answer.get("shape").toString()).isEqualTo("[2,32]");
    assertThat(answer.get("fields").get(0).get("name").asString()).isEqualTo("density");
    JsonNode values = answer.get("frames").get(0).get("values");
    assertThat(values.get(31).intValue()).isEqualTo(31);
    assertThat(values.get(32).intValue()).isEqualTo(32);
  }

  @Test
  void channels_ofWavesAndValues_fillTheirOwnField() throws Exception {
    String coarse =
        IntStream.range(0, 8 * 12)
            .mapToObj(i -> Double.toString(Math.cos(2 * Math.PI * (i / 12) / 8)))
            .collect(Collectors.joining(",", "[", "]"));
    JsonNode answer =
        initial(
            "tiny-plate",
            "{\"channels\":[{\"mean\":2,\"waves\":[{\"amplitude\":1,\"wavenumber\":[0,1]}]},{\"values\":%s}]}"
                .formatted(coarse));
    JsonNode values = answer.get("frames").get(0).get("values");
    for (int x = 0; x < 16; x++) {
      for (int y = 0; y < 24; y++) {
        assertThat(values.get(x * 24 + y).doubleValue())
            .isCloseTo(2 + Math.cos(2 * Math.PI * y / 24), within(1e-5));
        assertThat(values.get(16 * 24 + x * 24 + y).doubleValue())
            .isCloseTo(Math.cos(2 * Math.PI * x / 16), within(1e-5));
      }
    }
  }

  @Test
  void rollout_in3d_hasStatesOfTheModelsGrid() throws Exception {
    JsonNode answer =
        Http.json(
            http.post(
                "/api/rollout",
                "{\"model\":\"tiny-body\",\"steps\":2,\"spectra\":true,\"initial\":{\"waves\":"
                    + "[{\"amplitude\":0.1,\"wavenumber\":[1,0,1]}],\"mean\":1}}"));
    assertThat(answer.get("shape").toString()).isEqualTo("[1,8,8,12]");
    assertThat(answer.get("frames").size()).isEqualTo(3);
    assertThat(answer.get("frames").get(2).get("values").size()).isEqualTo(8 * 8 * 12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          tiny-pair | {"values":NUMBERS(32)} | expected 2 x 32 values (density, pressure), found 32. Send field after field, row by row
          tiny-pair | {"values":NUMBERS(128)} | expected 2 x 32 values (density, pressure), found 128.
          tiny-plate | {"values":NUMBERS(384)} | expected 2 x 16 x 24 values (density, pressure), found 384.
          tiny-pair | {"waves":[{"amplitude":1,"wavenumber":1}]} | Use 'channels: [{mean, waves}, ...]' with one entry for each, in this order.
          tiny-pair | {"channels":[{"mean":1}]} | expected 'channels' for density, pressure, found 1 of them.
          tiny-pair | {"channels":[{"mean":1},{}]} | expected 'mean' and 'waves', or 'values', for every field, found neither.
          tiny-pair | {"channels":[{"mean":1},{"values":[1,2,3]}]} | expected 32 values for pressure, or the same proportions with 4 to 2048 points per axis, found 3.
          tiny-plate | {"channels":[{"mean":1},{"values":NUMBERS(256)}]} | expected 16 x 24 values for pressure, or the same proportions
          tiny-body | {"waves":[{"amplitude":1,"wavenumber":[1,2]}]} | expected a wavenumber for each of 3 axes, found [1, 2].
          tiny-pair | {"seed":1} | expected a model of a benchmark for a random state by seed
          """)
  void initialState_thatDoesNotFitTheFields_isRefused(String model, String initial, String message)
      throws Exception {
    String filled =
        Pattern.compile("NUMBERS\\((\\d+)\\)")
            .matcher(initial)
            .replaceAll(m -> numbers(Integer.parseInt(m.group(1))));
    HttpResponse<byte[]> answer =
        http.post(
            "/api/rollout",
            "{\"model\":\"%s\",\"steps\":1,\"initial\":%s}".formatted(model, filled));
    assertThat(Http.error(answer)).contains(message);
    assertThat(answer.statusCode()).isEqualTo(400);
  }
}
