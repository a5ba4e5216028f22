package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, what slow, vanished and too many clients cost, and how the service ends. */
class SafetyTest {
  private static final String LONG =
      "{\"model\":\"tiny-fno\",\"steps\":10000,\"initial\":{\"seed\":1}}";

  private static final String POST =
      "POST /api/rollout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  private static ServeOptions options(String token, Limits limits) throws Exception {
    return new ServeOptions(
        "127.0.0.1", 0, SmallModels.folder(), null, token, Device.CPU, 1, limits);
  }

  private static Limits limits(int rollouts, Duration stall, Duration answer) {
    return new Limits(
        1 << 16,
        1 << 20,
        256,
        10_000,
        512,
        1 << 20,
        rollouts,
        64,
        answer,
        Duration.ofMinutes(1),
        stall,
        Duration.ofSeconds(5));
  }

  /** A request over a bare socket, so that nothing corrects it; the status line comes back. */
  private static String raw(StudioServer server, String request) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void pathsOutOfTheService_leadNowhere() throws Exception {
    try (StudioServer server = StudioServer.start(options(null, Limits.standard()))) {
      for (String path :
          List.of(
              "/../pom.xml",
              "/page/../../pom.xml",
              "/%2e%2e/%2e%2e/etc/passwd",
              "/..%2f..%2fetc%2fpasswd",
              "/api/run?name=../../etc",
              "/api/run?name=%2e%2e%2f%2e%2e%2fetc",
              "/api/ledger?name=/etc",
              "/style.css%00.html",
              "//etc/passwd")) {
        String answer =
            raw(
                server,
                "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer).as(path).matches("HTTP/1.1 40[04]");
      }
    }
  }

  @Test
  void request_underAnotherName_isRefused() throws Exception {
    try (StudioServer server = StudioServer.start(options(null, Limits.standard()))) {
      assertThat(raw(server, "GET /api/models HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"))
          .isEqualTo("HTTP/1.1 403");
      String origin = "\r\nOrigin: http://elsewhere.example\r\n\r\n";
      assertThat(raw(server, "GET /api/models HTTP/1.1\r\nHost: localhost" + origin))
          .isEqualTo("HTTP/1.1 403");
      assertThat(raw(server, "GET /api/models HTTP/1.1\r\nHost: localhost:99\r\n\r\n"))
          .isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void picture_takenByAnotherSite_isRefused() throws Exception {
    try (StudioServer server = StudioServer.start(options(null, Limits.standard()))) {
      String start = " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: ";
      for (String site : List.of("cross-site", "same-site")) {
        String image = start + site + "\r\nSec-Fetch-Mode: no-cors\r\n\r\n";
        String link = start + site + "\r\nSec-Fetch-Mode: navigate\r\n\r\n";
        assertThat(raw(server, "GET /api/models" + image)).isEqualTo("HTTP/1.1 403");
        assertThat(raw(server, "GET /" + image)).isEqualTo("HTTP/1.1 403");
        assertThat(raw(server, "GET /api/models" + link)).isEqualTo("HTTP/1.1 403");
        assertThat(raw(server, "GET /" + link)).isEqualTo("HTTP/1.1 200");
      }
      assertThat(raw(server, "GET /api/models" + start + "same-origin\r\n\r\n"))
          .isEqualTo("HTTP/1.1 200");
      assertThat(raw(server, "GET /api/models" + start + "none\r\n\r\n")).isEqualTo("HTTP/1.1 200");
    }
  }

  @Test
  void token_whereOneIsAskedFor_opensTheApi() throws Exception {
    try (StudioServer server = StudioServer.start(options("a-secret-token", Limits.standard()))) {
      Http http = new Http(server);
      HttpResponse<byte[]> without = http.get("/api/models");
      assertThat(without.statusCode()).isEqualTo(401);
      assertThat(Http.error(without)).contains("Authorization: Bearer TOKEN");
      assertThat(http.get("/api/models", "Authorization", "Bearer wrong-token").statusCode())
          .isEqualTo(401);
      assertThat(http.get("/api/models", "Authorization", "Bearer a-secret-token").statusCode())
          .isEqualTo(200);
      assertThat(http.get("/api/health").statusCode()).isEqualTo(200);
      assertThat(http.get("/").statusCode()).isEqualTo(200);
    }
    assertThatThrownBy(() -> options("short", Limits.standard()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("8 to 200 visible");
  }

  @Test
  void rollouts_beyondTheLimit_areAskedToComeAgain() throws Exception {
    Limits two = limits(2, Duration.ofSeconds(20), Duration.ofSeconds(20));
    try (StudioServer server = StudioServer.start(options(null, two))) {
      Http http = new Http(server);
      List<Socket> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        readers.add(openStream(server)); // each holds its place while it is not read
      }
      HttpResponse<byte[]> third = http.post("/api/rollout", LONG.replace("10000", "1"));
      assertThat(third.statusCode()).isEqualTo(429);
      assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(Http.error(third)).startsWith("expected at most 2 rollouts at a time");
      for (Socket reader : readers) {
        reader.close(); // vanished clients: their places are free again
      }
      assertThat(eventually(http, 200)).isTrue();
    }
  }

  /** Starts a stream and reads only its beginning. */
  private static Socket openStream(StudioServer server) throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    String accept = "Accept: application/x-ndjson\r\nContent-Length: %d\r\n\r\n";
    String request = POST + accept.formatted(LONG.length()) + LONG;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] start = socket.getInputStream().readNBytes(12);
    assertThat(new String(start, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  /** The JDK's server counts 512 connections at most, and forgets one only if it is told to. */
  @Test
  void clients_thatLeaveAmidAStream_areForgotten() throws Exception {
    Limits many = limits(64, Duration.ofSeconds(20), Duration.ofSeconds(20));
    try (StudioServer server = StudioServer.start(options(null, many))) {
      Http http = new Http(server);
      for (int gone = 0; gone < 520; gone++) {
        openStream(server).close();
        if (gone % 40 == 39) {
          awaitRollouts(http, 0);
        }
      }
      assertThat(http.get("/api/health").statusCode()).isEqualTo(200);
    }
  }

  private static void awaitRollouts(Http http, int open) throws Exception {
    for (int i = 0; i < 200 && metric(http, "tfsno_model_pending") > open; i++) {
      Thread.sleep(20);
    }
  }

  private static boolean eventually(Http http, int status) throws Exception {
    for (int i = 0; i < 100; i++) {
      if (http.post("/api/rollout", LONG.replace("10000", "1")).statusCode() == status) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }

  private static double metric(Http http, String name) throws Exception {
    return Http.text(http.get("/api/metrics"))
        .lines()
        .filter(l -> l.startsWith(name))
        .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' '))))
        .sum();
  }

  @Test
  void client_thatDoesNotRead_stopsTheWorkAndIsLetGo() throws Exception {
    Limits one = limits(1, Duration.ofMillis(600), Duration.ofSeconds(20));
    try (StudioServer server = StudioServer.start(options(null, one));
        Socket stalled = openStream(server)) {
      Http http = new Http(server);
      assertThat(eventually(http, 200)).as("its place is free again").isTrue();
      double steps = metric(http, "tfsno_model_steps_total");
      Thread.sleep(100);
      assertThat(metric(http, "tfsno_model_steps_total")).isEqualTo(steps).isLessThan(10_000);
      assertThat(stalled.isClosed()).isFalse(); // it was the service that gave up
    }
  }

  @Test
  void body_thatDrips_isCutOff() throws Exception {
    Limits hasty = limits(4, Duration.ofMillis(400), Duration.ofSeconds(20));
    try (StudioServer server = StudioServer.start(options(null, hasty));
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      String head = POST + "Content-Length: 1000\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 7; i++) {
        out.write(' ');
        out.flush();
        Thread.sleep(80);
      }
      InputStream in = socket.getInputStream();
      assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII))
          .isEqualTo("HTTP/1.1 408");
    }
  }

  @Test
  void answer_thatTakesTooLong_isGivenUp() throws Exception {
    Limits hasty = limits(4, Duration.ofSeconds(5), Duration.ofMillis(1));
    try (StudioServer server = StudioServer.start(options(null, hasty))) {
      HttpResponse<byte[]> answer =
          new Http(server).post("/api/rollout", LONG.replace("10000", "4000"));
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(Http.error(answer)).contains("expected 4000 steps within 0 s");
    }
  }

  @Test
  void closing_letsRunningRequestsFinish() throws Exception {
    StudioServer server = StudioServer.start(options(null, Limits.standard()));
    Http http = new Http(server);
    CompletableFuture<HttpResponse<byte[]>> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return http.post("/api/rollout", LONG.replace("10000", "2000"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    while (metric(http, "tfsno_model_steps_total") == 0) {
      Thread.sleep(5);
    }
    server.close();
    assertThat(running.join().statusCode()).isEqualTo(200);
    assertThat(Http.json(running.join()).get("frames").size()).isEqualTo(2001);
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), server.port()).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void model_thatIsDamaged_isNamedWithoutItsPath(@TempDir Path folder) throws Exception {
    Path whole = SmallModels.folder().resolve("tiny-fno/model.safetensors");
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.write(broken.resolve("model.safetensors"), new byte[] {1, 2, 3});
    Path good = Files.createDirectory(folder.resolve("good"));
    Files.copy(whole, good.resolve("model.safetensors"));
    try (StudioServer server = StudioServer.start(ServeOptions.local(folder))) {
      Http http = new Http(server);
      HttpResponse<byte[]> models = http.get("/api/models");
      assertThat(Http.json(models).at("/problems/0").asString()).isEqualTo("broken");
      assertThat(Http.json(models).at("/models/0/name").asString()).isEqualTo("good");
      Files.write(good.resolve("model.safetensors"), new byte[] {1, 2, 3});
      String one = LONG.replace("10000", "1").replace("tiny-fno", "good");
      HttpResponse<byte[]> answer = http.post("/api/rollout", one);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(Http.error(answer))
          .isEqualTo("The model 'good' cannot be loaded; the service's log says why.");
    }
  }

  @Test
  void folder_withoutModels_servesThePage(@TempDir Path empty) throws Exception {
    try (StudioServer server = StudioServer.start(ServeOptions.local(empty.resolve("missing")))) {
      Http http = new Http(server);
      assertThat(http.get("/").statusCode()).isEqualTo(200);
      assertThat(Http.json(http.get("/api/models")).get("models").isEmpty()).isTrue();
      HttpResponse<byte[]> answer = http.post("/api/rollout", LONG);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(Http.error(answer)).isEqualTo("There are no models yet: train one first.");
    }
  }
}
