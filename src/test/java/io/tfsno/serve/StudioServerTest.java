package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Device;
import io.tfsno.run.TrainedModel;
import io.tfsno.serve.frame.Format;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The answers of the API, against what the same models and data say without it. */
class StudioServerTest {
  private static final String ROLLOUT =
      "{\"model\":\"tiny-tfsno\",\"steps\":11,\"initial\":{\"seed\":3}}";

  private static StudioServer server;
  private static Http http;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    server = StudioServer.start(ServeOptions.local(SmallModels.folder()));
    http = new Http(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Test trajectory number 3 of the benchmark, [12][256]. */
  private static float[] truth() throws Exception {
    try (TrajectoryFile file = TrajectoryFile.open(SmallModels.e1())) {
      return file.set("test").read(3, 1, 0, 12);
    }
  }

  private NpyArray array(HttpResponse<byte[]> answer) throws Exception {
    assertThat(answer.statusCode()).as(() -> Http.text(answer)).isEqualTo(200);
    return Npy.read(Files.write(folder.resolve("answer.npy"), answer.body()));
  }

  @Test
  void initialState_bySeed_isThatOfTheTestTrajectory() throws Exception {
    NpyArray found = array(http.post("/api/initial", ROLLOUT, "Accept", "application/x-npy"));
    assertThat(found.shape()).containsExactly(1, 1, 256);
    float[] expected = Arrays.copyOf(truth(), 256);
    assertThat(found.floats()).containsExactly(expected, within(1e-6f));
  }

  @Test
  void solution_bySeed_isTheTestTrajectory() throws Exception {
    NpyArray found = array(http.post("/api/solve", ROLLOUT, "Accept", "application/x-npy"));
    assertThat(found.shape()).containsExactly(12, 1, 256);
    assertThat(found.floats()).containsExactly(truth(), within(2e-6f));
  }

  @Test
  void rollout_asNpy_isWhatTheModelPredicts() throws Exception {
    NpyArray found = array(http.post("/api/rollout", ROLLOUT, "Accept", "application/x-npy"));
    assertThat(found.shape()).containsExactly(12, 1, 256);
    try (TrainedModel model =
        TrainedModel.load(SmallModels.folder().resolve("tiny-tfsno"), Device.CPU)) {
      float[][] expected = model.rollout(Arrays.copyOf(found.floats(), 256), 11);
      for (int s = 0; s < 12; s++) {
        float[] state = Arrays.copyOfRange(found.floats(), s * 256, (s + 1) * 256);
        assertThat(state).containsExactly(expected[s], within(1e-5f));
      }
    }
  }

  @Test
  void rollout_inEveryFormat_hasTheSameNumbers() throws Exception {
    float[] expected =
        array(http.post("/api/rollout", ROLLOUT, "Accept", "application/x-npy")).floats();
    JsonNode whole = Http.json(http.post("/api/rollout", ROLLOUT));
    assertThat(values(whole.get("frames").valueStream().toList())).isEqualTo(expected);
    assertThat(whole.get("dt").doubleValue()).isEqualTo(0.01);

    HttpResponse<byte[]> lines =
        http.post("/api/rollout", ROLLOUT, "Accept", "application/x-ndjson");
    List<JsonNode> records = new ArrayList<>();
    Http.text(lines).lines().forEach(l -> records.add(new JsonMapper().readTree(l)));
    assertThat(records.get(0).get("source").asString()).isEqualTo("tiny-tfsno");
    assertThat(records.get(13).get("end").booleanValue()).isTrue();
    assertThat(values(records.subList(1, 13))).isEqualTo(expected);

    HttpResponse<byte[]> frames =
        http.post("/api/rollout", ROLLOUT, "Accept", "application/x-tfsno-frames");
    assertThat(binary(frames.body())).isEqualTo(expected);

    HttpResponse<byte[]> hdf5 = http.post("/api/rollout", ROLLOUT, "Accept", "application/x-hdf5");
    Path file = Files.write(folder.resolve("answer.h5"), hdf5.body());
    try (TrajectoryFile opened = TrajectoryFile.open(file)) {
      assertThat(opened.setOrFirst("test").read(0, 1, 0, 12)).isEqualTo(expected);
      assertThat(opened.setOrFirst("test").dt()).isCloseTo(0.01, within(1e-8));
    }
    assertThat(hdf5.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"tiny-tfsno.h5\"");
  }

  private static float[] values(List<JsonNode> frames) {
    float[] all = new float[frames.size() * 256];
    for (int s = 0; s < frames.size(); s++) {
      assertThat(frames.get(s).get("step").intValue()).isEqualTo(s);
      for (int i = 0; i < 256; i++) {
        all[s * 256 + i] = frames.get(s).get("values").get(i).floatValue();
      }
    }
    return all;
  }

  private static float[] binary(byte[] body) {
    ByteBuffer in = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    List<Float> all = new ArrayList<>();
    String last = "";
    while (in.hasRemaining()) {
      byte[] text = new byte[in.getInt()];
      int numbers = in.getInt() / 4;
      in.get(text);
      for (int i = 0; i < numbers; i++) {
        all.add(in.getFloat());
      }
      last = new String(text, StandardCharsets.UTF_8);
    }
    assertThat(last).isEqualTo("{\"end\":true}");
    float[] values = new float[all.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = all.get(i);
    }
    return values;
  }

  @Test
  void upload_onAFinerGrid_isResampled() throws Exception {
    float[] fine = new float[512];
    float[] coarse = new float[256];
    for (int i = 0; i < 512; i++) {
      fine[i] = (float) Math.sin(2 * Math.PI * 3 * i / 512);
      coarse[i / 2] = i % 2 == 0 ? fine[i] : coarse[i / 2];
    }
    Path file = folder.resolve("u0.npy");
    Npy.write(file, new int[] {1, 512}, fine);
    NpyArray found =
        array(
            http.post(
                "/api/rollout?model=tiny-fno&steps=2",
                "application/x-npy",
                Files.readAllBytes(file),
                "Accept",
                "application/x-npy"));
    assertThat(found.shape()).containsExactly(3, 1, 256);
    assertThat(Arrays.copyOf(found.floats(), 256)).containsExactly(coarse, within(1e-6f));
  }

  @Test
  void waves_inTwoDimensions_areTheFormula() throws Exception {
    String request =
        """
        {"model": "tiny-2d", "initial": {"mean": 0.5,
         "waves": [{"amplitude": 2, "wavenumber": [1, -2], "phase": 0.3}]}}
        """;
    NpyArray found = array(http.post("/api/initial", request, "Accept", "application/x-npy"));
    assertThat(found.shape()).containsExactly(1, 1, 64, 64);
    for (int x = 0; x < 64; x += 7) {
      for (int y = 0; y < 64; y += 5) {
        double expected = 0.5 + 2 * Math.cos(2 * Math.PI * (x - 2.0 * y) / 64 + 0.3);
        assertThat((double) found.floats()[x * 64 + y]).isCloseTo(expected, within(1e-5));
      }
    }
  }

  @Test
  void randomState_withModesAndAmplitude_hasThem() throws Exception {
    String request =
        "{\"model\":\"tiny-2d\",\"initial\":{\"seed\":5,\"modes\":2,\"amplitude\":0.7},"
            + "\"steps\":1,\"spectra\":true}";
    JsonNode frame = Http.json(http.post("/api/solve", request)).get("frames").get(0);
    double total = 0;
    for (int k = 0; k < frame.get("spectrum").size(); k++) {
      double power = frame.get("spectrum").get(k).doubleValue();
      total += power;
      assertThat(k <= 2 || power < 1e-9).isTrue();
    }
    assertThat(Math.sqrt(total)).isCloseTo(0.7, within(1e-4));
  }

  @Test
  void catalogues_tellWhatThereIs() throws Exception {
    JsonNode models = Http.json(http.get("/api/models"));
    assertThat(models.get("models").valueStream().map(m -> m.get("name").asString()))
        .containsExactly("tiny-2d", "tiny-fno", "tiny-tfsno");
    assertThat(models.at("/models/0/benchmark").asString()).isEqualTo("E4");
    assertThat(models.at("/models/2/points").intValue()).isEqualTo(256);
    JsonNode equations = Http.json(http.get("/api/equations"));
    assertThat(equations.get("benchmarks").size()).isEqualTo(6);
    assertThat(equations.at("/benchmarks/0/formula").asString()).contains("u_xx");
    // In one order, whatever that of a map is in this process.
    assertThat(equations.at("/benchmarks/5/parameters").propertyNames())
        .containsExactly("Re", "nu");
    assertThat(Http.json(http.get("/api/health")).get("status").asString()).isEqualTo("ok");
  }

  @Test
  void metrics_afterRequests_countThem() throws Exception {
    HttpResponse<byte[]> unused = http.post("/api/rollout", ROLLOUT);
    String text = Http.text(http.get("/api/metrics"));
    // A request is counted when its handler ends, which may be after its client has the answer.
    for (int i = 0; i < 100 && !text.contains("{path=\"/api/rollout\",le=\"+Inf\"}"); i++) {
      Thread.sleep(20);
      text = Http.text(http.get("/api/metrics"));
    }
    assertThat(text)
        .containsPattern("tfsno_requests_total\\{path=\"/api/rollout\",status=\"200\"} [1-9]")
        .containsPattern("tfsno_model_steps_total\\{model=\"tiny-tfsno\"} [1-9]")
        .contains("tfsno_request_seconds_bucket{path=\"/api/rollout\",le=\"+Inf\"}");
    assertThat(text.lines())
        .allMatch(l -> l.matches("# (HELP|TYPE) .*|[a-z_]+(\\{[^}]*})? [-0-9.eE]+"));
  }

  @Test
  void network_ofATfSno_isTheDrawingOfItsBlocks() throws Exception {
    HttpResponse<byte[]> answer = http.get("/api/network?model=tiny-tfsno");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/svg+xml");
    String svg = Http.text(answer);
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(answer.body())); // well formed
    assertThat(svg).contains("5 blocks on 3 levels", "block 5", "6 modes", "mode gate");
  }

  @Test
  void network_ofAnUnknownModel_isRefusedWithTheNames() throws Exception {
    HttpResponse<byte[]> answer = http.get("/api/network?model=tiny");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Http.text(answer)).contains("tiny-fno", "tiny-tfsno");
    assertThat(http.get("/api/network").statusCode()).isEqualTo(400);
  }

  @Test
  void description_andRoutes_agree() throws Exception {
    JsonNode paths = Http.json(http.get("/openapi.json")).get("paths");
    assertThat(paths.propertyNames())
        .containsExactlyInAnyOrder(
            "/api/health",
            "/api/metrics",
            "/api/models",
            "/api/network",
            "/api/equations",
            "/api/initial",
            "/api/fitted",
            "/api/rollout",
            "/api/solve",
            "/api/solver",
            "/api/runs",
            "/api/run",
            "/api/ledger",
            "/openapi.json");
    for (String path : paths.propertyNames()) {
      String method = paths.get(path).propertyNames().iterator().next();
      HttpResponse<byte[]> other = method.equals("get") ? http.post(path, "{}") : http.get(path);
      assertThat(other.statusCode()).as(path).isEqualTo(405);
      assertThat(other.headers().firstValue("Allow")).hasValue(method.toUpperCase(Locale.ROOT));
    }
    for (Format format : Format.all()) {
      assertThat(paths.at("/~1api~1rollout/post/responses/200/content").propertyNames())
          .contains(format.mediaType());
    }
  }

  @Test
  void page_loadsNothingFromElsewhere() throws Exception {
    HttpResponse<byte[]> page = http.get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'");
    var references = Pattern.compile("(?:src|href)=\"([^\"#]+)\"");
    var found = references.matcher(Http.text(page)).results().map(m -> m.group(1)).toList();
    assertThat(found).isNotEmpty();
    for (String reference : found) {
      assertThat(http.get("/" + reference).statusCode()).as(reference).isEqualTo(200);
    }
  }
}
