package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
  @TempDir private Path folder;

  @Test
  void serve_withoutModels_saysWhatToDoAndStopsOnASignal() throws Exception {
    Path log = folder.resolve("log.txt");
    Process process = Cli.start(log, "serve", "--port", "0", "--models", folder);
    try {
      String url = url(process, log);
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url + "api/health")).build(),
                  BodyHandlers.ofString());
      assertThat(answer.body()).contains("\"status\":\"ok\"");
      assertThat(Files.readString(log)).contains("no models in " + folder + " yet. Train one");
    } finally {
      process.destroy();
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143); // SIGTERM
    assertThat(Files.readString(log)).doesNotContain("Exception");
  }

  private static String url(Process process, Path log) throws Exception {
    for (int i = 0; i < 400 && process.isAlive(); i++) {
      Matcher found = Pattern.compile("http://127.0.0.1:\\d+/").matcher(Files.readString(log));
      if (found.find()) {
        return found.group();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no address in: " + Files.readString(log));
  }

  @Test
  void port_thatIsTaken_isTold() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Cli.Result result =
          Cli.run("serve", "--port", taken.getLocalPort(), "--models", folder, "--device", "cpu");
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err())
          .contains("port " + taken.getLocalPort() + ", which the system refused")
          .contains("Choose another port", "--port");
    }
  }

  @Test
  void options_thatAreWrong_areTold() {
    assertThat(Cli.run("serve", "--models", folder.resolve("none")).err())
        .contains("expected a folder for --models, found none at");
    assertThat(Cli.run("serve", "--models", folder, "--runs", folder.resolve("none")).err())
        .contains("expected a folder for --runs, found none at");
    assertThat(Cli.run("serve", "--models", folder, "--port", "70000").err())
        .contains("expected a port from 0 to 65535, found 70000.");
    assertThat(Cli.run("serve", "--models", folder, "--token", "x").err())
        .contains("expected a token of 8 to 200 visible ASCII characters");
    Cli.Result host = Cli.run("serve", "--models", folder, "--host", "256.1.1.1");
    assertThat(host.exit()).isEqualTo(2);
    assertThat(host.err()).contains("expected an address of this machine", "--host");
  }
}
