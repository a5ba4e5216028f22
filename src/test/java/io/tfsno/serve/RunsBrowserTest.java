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
  void list_ofTrainings_saysWhatEachIsAndHowFarItCame() throws Exception {
    Path done = run("done");
    Files.writeString(
        done.resolve("config.yaml"),
        """
        name: done
        data: {file: sets/e1.h5}
        model: {name: fno}
        """);
    Files.writeString(
        done.resolve("provenance.json"),
        """
        {"started": "2026-01-02T03:04:05Z", "finished": "2026-01-02T03:05:05Z",
         "seconds": 60, "validation_error": 0.5, "epochs": 9}
        """);
    Path broken = run("broken");
    Files.writeString(broken.resolve("config.yaml"), "name: [");
    Files.writeString(
        broken.resolve("metrics.jsonl"),
        """
        {"epoch": 1, "loss": 1, "seconds": 2, "validation_error": 0.25}
        {"epoch": 2, "loss": 1, "seconds": 3, "validation_error": 0.75}
        """);
    run("waiting");
    try (StudioServer server = start()) {
      Http http = new Http(server);
      JsonNode runs = Http.json(http.get("/api/runs")).get("runs");
      assertThat(runs.valueStream().map(r -> r.get("state").asString()))
          .containsExactly("training", "finished", "not started");
      assertThat(runs.at("/0/model").isNull()).isTrue();
      assertThat(runs.at("/0/best_error").doubleValue()).isEqualTo(0.25);
      assertThat(runs.at("/0/seconds").doubleValue()).isEqualTo(5);
      assertThat(runs.at("/1/model").asString()).isEqualTo("fno");
      assertThat(runs.at("/1/data").asString()).isEqualTo("e1.h5");
      assertThat(runs.at("/1/best_error").doubleValue()).isEqualTo(0.5);
      assertThat(runs.at("/1/epochs").intValue()).isEqualTo(9);
      assertThat(runs.at("/1/started").asString()).isEqualTo("2026-01-02T03:04:05Z");
      assertThat(runs.at("/1/studio").isNull()).isTrue();
      JsonNode settings = Http.json(http.get("/api/run?name=done")).get("settings");
      assertThat(settings.get("data.file").asString()).isEqualTo("sets/e1.h5");
      Files.writeString(broken.resolve("provenance.json"), "{\"finished\":\"now\"}");
      JsonNode later = Http.json(http.get("/api/runs"));
      assertThat(later.at("/runs/0/state").asString()).isEqualTo("finished");
    }
  }

  @Test
  void run_thatIsServedAsAModel_canBeOpened() throws Exception {
    ServeOptions both =
        new ServeOptions(
            "127.0.0.1",
            0,
            SmallModels.folder(),
            SmallModels.folder().getParent(),
            null,
            Device.CPU,
            1,
            Limits.standard());
    try (StudioServer server = StudioServer.start(both)) {
      JsonNode runs = Http.json(new Http(server).get("/api/runs")).get("runs");
      String below = SmallModels.folder().getFileName() + "/tiny-fno";
      assertThat(runs.valueStream().filter(r -> r.get("name").asString().equals(below)))
          .singleElement()
          .satisfies(r -> assertThat(r.get("studio").asString()).isEqualTo("tiny-fno"));
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
