package io.tfsno.serve;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.nio.file.Path;
import java.time.Duration;

/** The service in a process of its own, which says its port, for {@link HostileRequestsTest}. */
final class HostileService {
  private HostileService() {}

  /**
   * @param args the folder of models, and the seconds that a client may keep it waiting
   */
  public static void main(String[] args) throws Exception {
    Limits usual = Limits.standard();
    Limits limits =
        new Limits(
            usual.bodyBytes(),
            usual.bytesInFlight(),
            usual.receiving(),
            usual.steps(),
            usual.points(),
            usual.values(),
            usual.rollouts(),
            usual.waiting(),
            usual.answer(),
            usual.stream(),
            Duration.ofSeconds(Long.parseLong(args[1])),
            usual.farewell());
    ServeOptions options =
        new ServeOptions("127.0.0.1", 0, Path.of(args[0]), null, null, Device.CPU, 1, limits);
    try (StudioServer server = StudioServer.start(options)) {
      server.warmUp();
      System.out.println(server.port());
      System.in.read(); // until the test is over, or gone
    }
  }
}
