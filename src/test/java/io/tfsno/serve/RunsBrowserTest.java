package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Device;
import io.tfsno.serve.http.Limits;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunsBrowserTest {
  @TempDir private Path folder;

  private StudioServer start() {
    return StudioServer.start(
        new ServeOptions(
            "127.0.0.1",
            0,
            folder.resolve("models"),
            folder.resolve("runs"),
            null,
            Device.CPU,
            1,
            Limits.standard()));
  }

  private Path run(String name) throws Exception {
    Path run = Files.createDirectories(folder.resolve("runs").resolve(name));
    Files.writeString(run.resolve("config.yaml"), "name: " + name + "\n");
    return run;
  }

  @Test
  void training_inProgress_isShownWithWholeLinesOnly() throws Exception {
    Path run = run("deep/e1");
    Files.writeString(
        run.resolve("metrics.jsonl"),
        "{\"epoch\":1,\"loss\":0.5}\n{\"epoch\":2,\"loss\":0.25}\n{\"epoch\":3,\"lo");
    try (StudioServer server = start()) {
      Http http = new Http(server);
      JsonNode listed = Http.json(http.get("/api/runs")).get("runs");
      assertThat(listed.size()).isEqualTo(1);
      assertThat(listed.at("/0/name").asString()).isEqualTo("deep/e1");
      assertThat(listed.at("/0/live").booleanValue()).isTrue();
      JsonNode shown = Http.json(http.get("/api/run?name=deep%2Fe1"));
      assertThat(shown.get("epochs").size()).isEqualTo(2);
      assertThat(shown.at("/epochs/1/loss").doubleValue()).isEqualTo(0.25);
      assertThat(shown.get("config").asString()).isEqualTo("name: deep/e1\n");
      Files.writeString(run.resolve("provenance.json"), "{\"finished\":\"now\"}");
      assertThat(Http.json(http.get("/api/runs")).at("/runs/0/live").booleanValue()).isFalse();
    }
  }

  @Test
  void ledger_withCells_isListedAndRead() throws Exception {
    Path ledger = Files.createDirectories(folder.resolve("runs/main/ledger"));
    Files.writeString(ledger.resolve("a.json"), "{\"model\":\"fno\",\"l2\":0.1}");
    Files.writeString(ledger.resolve("b.json"), "{\"model\":\"tf");
    try (StudioServer server = start()) {
      Http http = new Http(server);
      JsonNode listed = Http.json(http.get("/api/runs")).get("ledgers");
      assertThat(listed.at("/0/name").asString()).isEqualTo("main/ledger");
      JsonNode cells = Http.json(http.get("/api/ledger?name=main/ledger")).get("cells");
      assertThat(cells.size()).isEqualTo(1);
      assertThat(cells.at("/0/model").asString()).isEqualTo("fno");
    }
  }

  /** As deep as Jackson reads, and deeper than it writes with a document around it. */
  @Test
  void documents_nestedVeryDeep_areLeftOut() throws Exception {
    String deep = "{\"a\":".repeat(499) + "1" + "}".repeat(499);
    Files.writeString(run("odd").resolve("provenance.json"), deep);
    Files.writeString(folder.resolve("runs/odd/metrics.jsonl"), deep + "\n");
    Path ledger = Files.createDirectories(folder.resolve("runs/main/ledger"));
    Files.writeString(ledger.resolve("a.json"), deep);
    try (StudioServer server = start()) {
      Http http = new Http(server);
      for (String path : new String[] {"/api/runs", "/api/run?name=odd"}) {
        assertThat(http.get(path).statusCode()).as(path).isEqualTo(200);
      }
      HttpResponse<byte[]> cells = http.get("/api/ledger?name=main/ledger");
      assertThat(cells.statusCode()).isEqualTo(200);
      assertThat(Http.json(cells).get("cells").isEmpty()).isTrue();
    }
  }

  @Test
  void linksOutOfTheFolder_areNotFollowed() throws Exception {
    Path secret = Files.createDirectories(folder.resolve("secret/ledger"));
    Files.writeString(secret.resolve("cell.json"), "{\"secret\":1}");
    Files.writeString(folder.resolve("secret/config.yaml"), "secret: 1\n");
    Path run = run("honest");
    Files.createSymbolicLink(run.resolve("metrics.jsonl"), secret.resolve("cell.json"));
    Files.createSymbolicLink(folder.resolve("runs/linked"), folder.resolve("secret"));
    Path ledger = Files.createDirectories(folder.resolve("runs/other/ledger"));
    Files.createSymbolicLink(ledger.resolve("cell.json"), secret.resolve("cell.json"));
    try (StudioServer server = start()) {
      Http http = new Http(server);
      JsonNode listed = Http.json(http.get("/api/runs"));
      assertThat(listed.get("runs").valueStream().map(r -> r.get("name").asString()))
          .containsExactly("honest");
      assertThat(listed.get("ledgers").isEmpty()).isTrue();
      assertThat(Http.text(http.get("/api/run?name=honest"))).doesNotContain("secret");
      for (String name : new String[] {"../secret", "linked", "honest/../../secret", "/"}) {
        HttpResponse<byte[]> answer =
            http.get("/api/run?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(name).isEqualTo(404);
        assertThat(Http.error(answer)).startsWith("expected the name of a run in /api/runs");
      }
    }
  }

  @Test
  void runs_withoutAFolder_areNone() throws Exception {
    try (StudioServer server = StudioServer.start(ServeOptions.local(folder))) {
      Http http = new Http(server);
      assertThat(Http.json(http.get("/api/runs")).get("runs").isEmpty()).isTrue();
      assertThat(http.get("/api/run?name=.").statusCode()).isEqualTo(404);
      assertThat(http.get("/api/run").statusCode()).isEqualTo(404);
    }
  }
}
