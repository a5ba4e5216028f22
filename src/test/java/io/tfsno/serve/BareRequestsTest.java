package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the JDK's server answers itself, before any code of ours sees the request. */
class BareRequestsTest {
  private static StudioServer server;

  private static StudioServer start(Limits limits) throws Exception {
    return StudioServer.start(
        new ServeOptions("127.0.0.1", 0, SmallModels.folder(), null, null, Device.CPU, 1, limits));
  }

  @BeforeAll
  static void start() throws Exception {
    server = start(Limits.standard());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends what is no valid request; all that comes back until the service closes. */
  private static String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      try {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (SocketException e) {
        return ""; // closed while we were sending, or with bytes of ours unread
      }
    }
  }

  private static String text(String escaped) {
    return escaped.replace("\\r", "\r").replace("\\n", "\n").replace("LONG", "x".repeat(40_000));
  }

  /** An answer that never comes ends in a timeout of the socket, and so in a failure. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret\\r\\n\\r\\n",
        "GET /secret\\r\\n\\r\\n",
        "GET /%secret HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "GET /se{cr}et HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "GET /api/health HTTP/1.1\\r\\nHost: localhost\\r\\nX-Secret: LONG\\r\\n\\r\\n",
        "GET secret HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "OPTIONS * HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "CONNECT secret:1 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n",
        "POST /api/rollout HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: secret\\r\\n\\r\\n",
        "POST /api/rollout HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: -1\\r\\n\\r\\n",
        "POST /api/rollout HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: secret\\r\\n\\r\\n"
      })
  void request_thatIsNotHttp_isRefusedOrClosedAndHarmsNoOther(String request) throws Exception {
    String answer = answer(text(request));
    assertThat(answer).matches("(?s)|HTTP/1.1 [45].*");
    assertThat(answer).doesNotContainIgnoringCase("secret").doesNotContain("\tat ");
    assertThat(new Http(server).get("/api/health").statusCode()).isEqualTo(200);
  }

  @Test
  void stream_thatTheEndOfTheServiceCuts_saysSoInItsLastLine() throws Exception {
    Limits standard = Limits.standard();
    StudioServer brief =
        start(
            new Limits(
                1 << 16,
                1 << 20,
                256,
                standard.steps(),
                512,
                1 << 20,
                4,
                4,
                Duration.ofSeconds(20),
                Duration.ofMinutes(1),
                Duration.ofSeconds(20),
                Duration.ofMillis(50)));
    String body = "{\"model\":\"tiny-fno\",\"steps\":10000,\"initial\":{\"seed\":1}}";
    String request =
        String.join(
            "\r\n",
            "POST /api/rollout HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            "Accept: application/x-ndjson",
            "Content-Length: " + body.length(),
            "",
            body);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), brief.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(in.readLine()).startsWith("HTTP/1.1 200");
      CompletableFuture<Void> closing = CompletableFuture.runAsync(brief::close);
      String last = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        last = line.startsWith("{") ? line : last;
      }
      closing.join();
      assertThat(last).contains("\"error\"").contains("The service is stopping");
    } finally {
      brief.close();
    }
  }
}
