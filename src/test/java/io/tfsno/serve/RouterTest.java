package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tfsno.serve.http.Admission;
import io.tfsno.serve.http.Gatekeeper;
import io.tfsno.serve.http.Limits;
import io.tfsno.serve.http.Route;
import io.tfsno.serve.http.Watchdog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
  private static final List<Route> ROUTES =
      List.of(
          Route.get(
              "/temporary",
              call -> {
                throw new IOException("/tmp/x: Read-only file system");
              }),
          Route.get(
              "/walk",
              call -> {
                throw new UncheckedIOException(new IOException("/runs/x: Permission denied"));
              }));

  /** A client got an empty reply, as if the service had died. */
  @ParameterizedTest
  @ValueSource(strings = {"/temporary", "/walk"})
  void fileOfOurs_thatFails_isAnErrorOfTheServiceWithoutItsPath(String path) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    Limits limits = Limits.standard();
    Admission admission = new Admission(limits);
    HttpServer server = HttpServer.create(new InetSocketAddress(here, 0), 8);
    try (Watchdog watchdog = new Watchdog()) {
      server.createContext(
          "/",
          new Router(
              ROUTES,
              new Gatekeeper(here, null),
              limits,
              watchdog,
              admission,
              new Metrics(admission)));
      server.start();
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
      HttpResponse<byte[]> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofByteArray());
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(Http.error(answer))
          .isEqualTo("A file of the service cannot be read or written; its log says which.");
    } finally {
      server.stop(0);
    }
  }
}
