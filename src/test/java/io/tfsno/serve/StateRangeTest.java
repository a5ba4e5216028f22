package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** States to start from, against those of the training set. */
class StateRangeTest {
  private static StudioServer serve(Path models) {
    return StudioServer.start(
        new ServeOptions("127.0.0.1", 0, models, null, null, Device.CPU, 1, Limits.standard()));
  }

  private interface Visit {
    void to(Http http) throws Exception;
  }

  private static void visit(Path models, Visit visit) throws Exception {
    try (StudioServer server = serve(models)) {
      visit.to(new Http(server));
    }
  }

  private static JsonNode range(Http http, String path, String body) throws Exception {
    HttpResponse<byte[]> answer = http.post(path, body);
    assertThat(answer.statusCode()).as(Http.text(answer)).isEqualTo(200);
    return Http.json(answer).get("range").get(0);
  }

  /** A wave on the sixteen points of tiny-vortex. */
  private static String vortex(double mean, double amplitude, int k) {
    String values =
        IntStream.range(0, 256)
            .mapToObj(i -> "" + (mean + amplitude * Math.cos(2 * Math.PI * k * (i / 16) / 16.)))
            .collect(Collectors.joining(","));
    return "{\"model\":\"tiny-vortex\",\"initial\":{\"values\":[%s]}}".formatted(values);
  }

  @Test
  void trainedModel_ofItsOwnBenchmark_isInside() throws Exception {
    visit(
        SmallModels.folder(),
        http -> {
          String own = "{\"model\":\"tiny-fno\",\"initial\":{\"seed\":3%s}}";
          JsonNode usual = range(http, "/api/initial", own.formatted(""));
          assertThat(usual.get("inside").booleanValue()).as("%s", usual).isTrue();
          JsonNode huge = range(http, "/api/initial", own.formatted(",\"amplitude\":5"));
          assertThat(huge.at("/deviation/value").doubleValue()).isCloseTo(5, within(0.05));
          assertThat(huge.at("/deviation/inside").booleanValue()).isFalse();
          assertThat(huge.get("inside").booleanValue()).isFalse();
          JsonNode fitted = range(http, "/api/fitted", own.formatted(",\"amplitude\":5"));
          assertThat(fitted.get("inside").booleanValue()).as("%s", fitted).isTrue();
        });
  }

  @Test
  void vorticity_withAMean_losesItAndNothingElse() throws Exception {
    visit(
        FieldModels.folder(),
        http -> {
          JsonNode found = range(http, "/api/initial", vortex(0.4, 0.2, 2));
          assertThat(found.at("/mean/value").doubleValue()).isCloseTo(0, within(1e-7));
          assertThat(found.get("inside").booleanValue()).as("%s", found).isTrue();
          HttpResponse<byte[]> rollout =
              http.post(
                  "/api/rollout", vortex(0.4, 0.2, 2).replace("{\"model", "{\"steps\":1,\"model"));
          double[] start = values(Http.json(rollout));
          HttpResponse<byte[]> truth =
              http.post(
                  "/api/solve", vortex(0.4, 0.2, 2).replace("{\"model", "{\"steps\":1,\"model"));
          double[] solved = values(Http.json(truth));
          for (int i = 0; i < 256; i++) {
            double wanted = 0.2 * Math.cos(2 * Math.PI * 2 * (i / 16) / 16.);
            assertThat(start[i]).isCloseTo(wanted, within(1e-6));
            assertThat(solved[i]).isCloseTo(wanted, within(1e-6));
          }
        });
  }

  private static double[] values(JsonNode trajectory) {
    JsonNode first = trajectory.get("frames").get(0).get("values");
    return IntStream.range(0, first.size()).mapToDouble(i -> first.get(i).doubleValue()).toArray();
  }

  @Test
  void waves_thatTrainingNeverHad_areNamedAndRemoved() throws Exception {
    visit(
        FieldModels.folder(),
        http -> {
          JsonNode found = range(http, "/api/initial", vortex(0, 0.2, 6));
          assertThat(found.at("/spectrum/excess").doubleValue()).isCloseTo(1, within(1e-6));
          assertThat(found.at("/spectrum/inside").booleanValue()).isFalse();
          assertThat(found.at("/deviation/inside").booleanValue()).isTrue();
          JsonNode fitted = range(http, "/api/fitted", vortex(0, 0.2, 6));
          assertThat(fitted.get("inside").booleanValue()).as("%s", fitted).isTrue();
        });
  }

  @Test
  void oldModel_withoutARange_saysSo() throws Exception {
    visit(
        FieldModels.folder(),
        http -> {
          String body =
              "{\"model\":\"tiny-body\",\"initial\":{\"values\":%s}}"
                  .formatted(Arrays.toString(new double[8 * 8 * 12]));
          assertThat(Http.json(http.post("/api/initial", body)).get("range").isNull()).isTrue();
          HttpResponse<byte[]> refused = http.post("/api/fitted", body);
          assertThat(refused.statusCode()).isEqualTo(400);
          assertThat(Http.error(refused)).contains("'tiny-body', which was trained before");
        });
  }
}
