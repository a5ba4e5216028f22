package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What bodies may take together, and what half-sent requests cost the others. */
class AdmissionTest {
  private static final int BODY = 4 << 20;
  private static final Duration STALL = Duration.ofSeconds(20);

  private static StudioServer start(long bytesInFlight, Duration stall) throws Exception {
    Limits all = Limits.standard();
    Limits limits =
        new Limits(
            BODY,
            bytesInFlight,
            all.receiving(),
            all.steps(),
            all.points(),
            all.values(),
            all.rollouts(),
            all.waiting(),
            all.answer(),
            all.stream(),
            stall,
            Duration.ofMillis(100));
    return StudioServer.start(
        new ServeOptions("127.0.0.1", 0, SmallModels.folder(), null, null, Device.CPU, 1, limits));
  }

  /** A legal body of that size whose list of numbers is as long as can be. */
  private static String numbers(int bytes) {
    String start = "{\"model\":\"tiny-fno\",\"steps\":1,\"initial\":{\"values\":[0";
    return start + ",1".repeat((bytes - start.length() - 3) / 2) + "]}}";
  }

  private static Socket send(StudioServer server, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  private static String head(int length) {
    return "POST /api/rollout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: "
        + length
        + "\r\n\r\n";
  }

  @Test
  void bodies_beyondWhatTheyMayTakeTogether_areAskedToComeAgain() throws Exception {
    try (StudioServer server = start(2L * BODY, STALL);
        Socket first = send(server, head(BODY) + "{");
        Socket second = send(server, head(BODY) + "{")) {
      Http http = new Http(server);
      awaitInFlight(http, 2L * BODY);
      HttpResponse<byte[]> third = http.post("/api/rollout", numbers(1000));
      assertThat(third.statusCode()).isEqualTo(503);
      assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(Http.error(third))
          .isEqualTo(
              "expected at most 8388608 bytes in the bodies of all requests together, found no room for 999 more. Try again shortly.");
      assertThat(http.get("/api/health").statusCode()).isEqualTo(200);
      first.close(); // its share is free again
      awaitInFlight(http, BODY);
      assertThat(http.post("/api/rollout", numbers(1000)).statusCode()).isEqualTo(200);
    }
  }

  /** A request that comes before the others are let in would take the room of one of them. */
  private static void awaitInFlight(Http http, long bytes) throws Exception {
    String line = "\ntfsno_bodies_bytes " + bytes + "\n";
    for (int i = 0; i < 400 && !Http.text(http.get("/api/metrics")).contains(line); i++) {
      Thread.sleep(50);
    }
    assertThat(Http.text(http.get("/api/metrics"))).contains(line);
  }

  /** As a tree of nodes one such body took 80 MB, and eighty of them the whole heap. */
  @Test
  void bodies_ofTheLargestSizeAllAtOnce_areAnsweredOrAskedToComeAgain() throws Exception {
    byte[] body = numbers(BODY).getBytes(StandardCharsets.US_ASCII);
    ExecutorService clients = Executors.newFixedThreadPool(80);
    try (StudioServer server = start(Limits.standard().bytesInFlight(), STALL)) {
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        answers.add(CompletableFuture.supplyAsync(() -> status(server, body), clients));
      }
      List<String> statuses = answers.stream().map(CompletableFuture::join).toList();
      assertThat(statuses).contains("HTTP/1.1 400").isSubsetOf("HTTP/1.1 400", "HTTP/1.1 503");
    } finally {
      clients.shutdownNow();
    }
  }

  private static String status(StudioServer server, byte[] body) {
    try (Socket socket = send(server, head(body.length))) {
      socket.getOutputStream().write(body);
      byte[] line = socket.getInputStream().readNBytes(12);
      return new String(line, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void requests_halfSentByHundreds_doNotKeepOthersWaiting() throws Exception {
    List<Socket> half = new ArrayList<>();
    try (StudioServer server = start(16L * BODY, STALL)) {
      for (int i = 0; i < 200; i++) {
        half.add(send(server, "GET /api/models HTTP/1.1\r\nHo"));
        half.add(send(server, head(10) + "{"));
      }
      Http http = new Http(server);
      long before = System.nanoTime();
      assertThat(http.get("/api/health").statusCode()).isEqualTo(200);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    } finally {
      for (Socket socket : half) {
        socket.close();
      }
    }
  }

  @Test
  void head_thatIsNotFinished_isGivenUp() throws Exception {
    try (StudioServer server = start(16L * BODY, Duration.ofSeconds(2));
        Socket half = send(server, "GET /api/models HTTP/1.1\r\nHo")) {
      half.setSoTimeout(10_000);
      assertThat(half.getInputStream().read()).as("end of the connection").isEqualTo(-1);
    }
  }
}
