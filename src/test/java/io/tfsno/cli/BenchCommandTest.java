package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.run.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Suites as a user meets them, on tiny sets. */
class BenchCommandTest {
  private static final String SUITE =
      """
      title: tiny
      cells:
        - {datasets: [E1], variants: [small-fno, small-tfsno], forms: [direct, delta]}
      variants:
        small-fno: {title: FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}}
        small-tfsno: {title: TF-SNO, model: {name: tfsno, widths: [6, 8], modes: [6, 4]}}
        broken: {title: broken, model: {name: pino, width: 8, modes: 4, physicsWeight: 1e38, warmUp: 0}}
      """;

  private static final String E1_SMOKE =
      "161806ead4df7a93cb6339c7badaf3f81a64c91a5baf226bc10f2e4a50fa912f";

  private static final String OLD_ENTRY =
      "src/test/resources/v1/ledger/tiny/ledger/E1-small-fno-delta-smoke-s1.json";

  @TempDir private static Path folder;
  private static Path suite;
  private static Path whole;

  @BeforeAll
  static void prepare() throws IOException {
    suite = Cli.write(folder, "tiny.yaml", SUITE);
    whole = folder.resolve("whole");
    Cli.Result result = bench(suite, whole, "--parallel", 1, "--keep-runs", folder.resolve("runs"));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("4 cells, 4 run now, 0 of these failed");
  }

  private static Cli.Result bench(Object suite, Path out, Object... more) {
    Object[] fixed = {
      "bench", suite, "--budget", "smoke", "--data", folder.resolve("data"), "--out", out
    };
    return Cli.run(Stream.concat(Stream.of(fixed), Stream.of(more)).toArray());
  }

  private static JsonNode entry(Path out, String key) throws IOException {
    return new ObjectMapper()
        .readTree(Files.readAllBytes(out.resolve("ledger").resolve(key + ".json")));
  }

  @Test
  void precision_otherThanTheProtocols_isRefused() {
    Cli.Result result =
        Cli.run(
            "bench",
            "main",
            "--protocol",
            "v2-float32",
            "--precision",
            "tf32",
            "--list",
            "--out",
            folder.resolve("exact"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("expected --precision float32, which the protocol requires, found tf32.");
  }

  @Test
  void cell_finished_tellsWhatItIsAndHowItDid() throws IOException {
    JsonNode e = entry(whole, "E1-small-fno-direct-smoke-s1");
    assertThat(e.at("/config/model/width").asInt()).isEqualTo(8);
    assertThat(e.at("/config/seed").asInt()).isEqualTo(1);
    assertThat(e.at("/origin/data").asString()).hasSize(64);
    assertThat(e.at("/training/updates").asInt()).isEqualTo(2);
    assertThat(e.at("/training/parameters").asInt()).isPositive();
    assertThat(e.at("/tests/0/rollouts/0/horizon").asInt()).isEqualTo(12);
    assertThat(e.at("/tests/0/l2")).hasSize(12);
    assertThat(e.at("/tests/0/steps").valueStream().map(s -> s.get("step").asInt()))
        .containsExactly(1, 10, 12);
    assertThat(e.at("/tests/0/copying/11").asDouble()).isPositive();
    assertThat(e.at("/tests/0/gates").isMissingNode()).isTrue();
    JsonNode gated = entry(whole, "E1-small-tfsno-direct-smoke-s1").at("/tests/0/gates");
    assertThat(gated.valueStream().map(g -> g.get("block").asInt())).containsExactly(1, 2, 3);
    assertThat(gated.get(0).get("adaptive").asDouble()).isNotNegative();
    assertThat(whole.resolve("running")).isDirectoryNotContaining("glob:**.claim");
  }

  /**
   * Cells of one suite share data by its SHA-256, here that of entries from before there were
   * checksums: {@code v1/ledger/tiny}.
   */
  @Test
  void set_madeForASuite_hasTheBytesOfEarlierVersions() throws Exception {
    Path made = folder.resolve("data").resolve("smoke-e1.h5");
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(made));
    assertThat(HexFormat.of().formatHex(sum)).isEqualTo(E1_SMOKE);
    assertThat(entry(whole, "E1-small-fno-direct-smoke-s1").at("/origin/data").asString())
        .isEqualTo(E1_SMOKE);
    assertThat(Files.readString(Path.of(OLD_ENTRY))).contains(E1_SMOKE);
  }

  @Test
  void set_madeByHandWithChecksums_isTheSameDataToASuite() throws IOException {
    Path own = folder.resolve("own-data");
    Path checked = own.resolve("smoke-e1.h5");
    Cli.Result made =
        Cli.run(
            "data",
            "generate",
            "E1",
            "--quick",
            "--train",
            8,
            "--test",
            3,
            "--snapshots",
            13,
            "--out",
            checked);
    assertThat(made.exit()).as(made.err()).isZero();
    Path plain = folder.resolve("data").resolve("smoke-e1.h5");
    assertThat(Files.size(checked)).isGreaterThan(Files.size(plain));
    assertThat(Digest.sha256(checked)).isEqualTo(E1_SMOKE);
    Path out = folder.resolve("by-hand");
    Cli.Result result =
        Cli.run(
            "bench",
            suite,
            "--budget",
            "smoke",
            "--data",
            own,
            "--out",
            out,
            "--only",
            "E1-small-fno-direct-*");
    assertThat(result.exit()).as(result.err()).isZero();
    String key = "E1-small-fno-direct-smoke-s1";
    assertThat(entry(out, key).at("/origin/data")).isEqualTo(entry(whole, key).at("/origin/data"));
    assertThat(entry(out, key).get("tests")).isEqualTo(entry(whole, key).get("tests"));
  }

  @Test
  void cells_runTwoAtOnce_giveTheSameBitsAsOneAfterTheOther() throws IOException {
    Path both = folder.resolve("both");
    Path runs = folder.resolve("runs-both");
    Cli.Result result = bench(suite, both, "--parallel", 2, "--keep-runs", runs);
    assertThat(result.exit()).as(result.err()).isZero();
    for (String model : List.of("small-fno", "small-tfsno")) {
      for (String form : List.of("direct", "delta")) {
        String key = "E1-%s-%s-smoke-s1".formatted(model, form);
        Path weights = Path.of(key, "model.safetensors");
        assertThat(Files.mismatch(folder.resolve("runs").resolve(weights), runs.resolve(weights)))
            .as(key)
            .isEqualTo(-1);
        assertThat(entry(both, key).get("tests")).isEqualTo(entry(whole, key).get("tests"));
      }
    }
  }

  @Test
  void suite_runAgain_leavesFinishedCellsAlone() throws IOException {
    Path file = whole.resolve("ledger/E1-small-fno-direct-smoke-s1.json");
    String before = Files.readString(file);
    assertThat(bench(suite, whole).out()).contains("4 cells, 0 run now");
    assertThat(Files.readString(file)).isEqualTo(before);
    assertThat(bench(suite, whole, "--list").out()).contains("4 done");
  }

  @Test
  void shards_copiedTogether_makeTheWholeSuite() throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    assertThat(bench(suite, one, "--shard", "1/2").out()).contains("2 cells, 2 run now");
    assertThat(bench(suite, two, "--shard", "2/2").out()).contains("2 cells, 2 run now");
    try (Stream<Path> files = Files.list(two.resolve("ledger"))) {
      for (Path file : files.toList()) {
        Files.copy(file, one.resolve("ledger").resolve(file.getFileName()));
      }
    }
    assertThat(bench(suite, one).out()).contains("4 cells, 0 run now");
  }

  @Test
  void cell_thatDiverges_isRecordedAndStopsNoOther() throws IOException {
    Path own =
        Cli.write(
            folder,
            "broken.yaml",
            SUITE.replace("[small-fno, small-tfsno]", "[broken, small-fno]"));
    Path out = folder.resolve("broken");
    Cli.Result result = bench(own, out, "--only", "*-direct-*", "--parallel", 1);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains("2 cells, 2 run now, 1 of these failed");
    JsonNode e = entry(out, "E1-broken-direct-smoke-s1");
    assertThat(e.get("reason").asString()).contains("diverged in epoch 1");
    assertThat(e.get("tests")).isEmpty();
    assertThat(bench(own, out, "--only", "*-direct-*", "--list").out())
        .contains("1 failed, 1 done");
    assertThat(bench(own, out, "--only", "*broken-direct-*").out()).contains("0 run now");
    assertThat(bench(own, out, "--only", "*broken-direct-*", "--retry").out())
        .contains("1 run now, 1 of these failed");
  }

  @Test
  void variant_declaredDifferentlyAfterwards_isOutdatedAndNotMixedIn() throws IOException {
    Path out = folder.resolve("outdated");
    bench(suite, out, "--only", "E1-small-fno-direct-*");
    Path changed = Cli.write(folder, "changed.yaml", SUITE.replace("width: 8", "width: 4"));
    assertThat(bench(changed, out, "--list", "--only", "E1-small-fno-direct-*").out())
        .contains("1 outdated");
    assertThat(bench(changed, out, "--only", "E1-small-fno-direct-*").out()).contains("0 run now");
  }

  @Test
  void entry_fromBeforeAKeyThatMayBeLeftOut_staysDone() throws IOException {
    Path out = folder.resolve("older");
    bench(suite, out, "--only", "E1-small-tfsno-direct-*");
    Path file = out.resolve("ledger/E1-small-tfsno-direct-smoke-s1.json");
    String text = Files.readString(file);
    String older = text.replace(",\"blocks\":null", "");
    assertThat(older).isNotEqualTo(text);
    Files.writeString(file, older.replaceAll(",\"checked\":\"crc32c\",\"crc32c\":\"\\w+\"", ""));
    assertThat(bench(suite, out, "--list", "--only", "E1-small-tfsno-direct-*").out())
        .contains("1 done");
  }

  @Test
  void twoProcesses_startedAtOnceOnOneFolder_runEveryCellOnce() throws Exception {
    Path out = folder.resolve("shared");
    List<Path> logs = List.of(folder.resolve("shared0.log"), folder.resolve("shared1.log"));
    List<Process> processes = new ArrayList<>();
    for (Path log : logs) {
      // Neither finds the data: both want to make them.
      processes.add(
          Cli.start(
              log,
              "bench",
              suite,
              "--budget",
              "smoke",
              "--parallel",
              1,
              "--data",
              folder.resolve("shared-data"),
              "--out",
              out));
    }
    StringBuilder said = new StringBuilder();
    for (int i = 0; i < 2; i++) {
      assertThat(processes.get(i).waitFor(120, TimeUnit.SECONDS)).isTrue();
      said.append(Files.readString(logs.get(i)));
      assertThat(processes.get(i).exitValue()).as(said.toString()).isZero();
    }
    List<String> finished =
        said.toString()
            .lines()
            // Of four, or of those that the other process had not finished before this one looked.
            .filter(line -> line.matches("\\[\\d/\\d] E1-.*"))
            .map(line -> line.replaceAll("^\\S+ |:.*", ""))
            .sorted()
            .toList();
    assertThat(finished)
        .as(said.toString())
        .containsExactly(
            "E1-small-fno-delta-smoke-s1",
            "E1-small-fno-direct-smoke-s1",
            "E1-small-tfsno-delta-smoke-s1",
            "E1-small-tfsno-direct-smoke-s1");
    for (String key : finished) {
      assertThat(entry(out, key).get("tests")).isEqualTo(entry(whole, key).get("tests"));
      assertThat(entry(out, key).at("/config/data/file").asString()).isEqualTo("data/smoke-e1.h5");
    }
    assertThat(out.resolve("running")).isDirectoryNotContaining("glob:**.claim");
  }

  @Test
  void process_killedWithinACell_leavesAClaimThatTheNextTakesOver() throws Exception {
    Path out = folder.resolve("killed");
    String key = "E1-small-fno-direct-smoke-e100000-s1";
    Object[] args = {
      "bench",
      suite,
      "--budget",
      "smoke",
      "--epochs",
      100000,
      "--only",
      key,
      "--data",
      folder.resolve("data"),
      "--out",
      out
    };
    Process process = Cli.start(folder.resolve("log"), args);
    Path claim = out.resolve("running").resolve(key + ".claim");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(out.resolve("running").resolve(key).resolve("metrics.jsonl"))
        && process.isAlive()
        && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    assertThat(claim).as(Files.readString(folder.resolve("log"))).exists();
    assertThat(Cli.run(args).out()).contains("0 run now", "1 running elsewhere");
    process.destroyForcibly().waitFor();
    assertThat(claim).exists();
    Cli.Result list = Cli.run(Stream.concat(Stream.of(args), Stream.of("--list")).toArray());
    assertThat(list.out()).contains("1 open");
    Object[] brief = Stream.concat(Stream.of(args), Stream.of("--minutes", 0.02)).toArray();
    assertThat(Cli.run(brief).exit()).as("it ran until its time was up").isEqualTo(130);
    assertThat(claim).doesNotExist();
  }

  @Test
  void suite_outOfTime_stopsAsIfInterruptedAndLetsGo() {
    Path out = folder.resolve("late");
    Object[] args = {"--epochs", 100000, "--only", "E1-small-fno-delta-*", "--minutes", 0.02};
    assertThat(bench(suite, out, args).exit()).isEqualTo(130);
    assertThat(out.resolve("running")).isDirectoryNotContaining("glob:**.claim");
  }

  @Test
  void mistakes_areExplained() {
    assertThat(bench("mian", folder.resolve("x")).err()).contains("main");
    assertThat(bench("main", folder.resolve("x"), "--only", "E9-*").err()).contains("--list");
    assertMistake("--shard", "3/2", "a shard i/n with 1 <= i <= n, found '3/2'");
    assertMistake("--seeds", "1,1", "one or more different seeds, found [1, 1]");
    assertMistake("--epochs", "0", "--epochs >= 1, found 0");
    assertMistake("--parallel", "257", "cells at once from 1 to 256, found 257");
    assertThat(Cli.run("bench", "main", "--budget", "huge", "--out", folder.resolve("x")).err())
        .contains("smoke");
  }

  private void assertMistake(String flag, String value, String told) {
    Cli.Result result = bench("main", folder.resolve("x"), flag, value);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(told, flag);
  }

  @Test
  void export_ofAKeptRun_scoresAsTheRunDoes() throws IOException {
    Path run = folder.resolve("runs/E1-small-tfsno-delta-smoke-s1");
    Path model = folder.resolve("model");
    Path data = folder.resolve("data/smoke-e1.h5");
    Cli.Result result = Cli.run("export", run, "--out", model, "--data", data);
    assertThat(result.exit()).as(result.err()).isZero();
    try (Stream<Path> files = Files.list(model)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("config.yaml", "model.safetensors", "provenance.json");
    }
    assertThat(Files.size(model.resolve("model.safetensors")))
        .isLessThan(Files.size(run.resolve("model.safetensors")));
    assertThat(model.resolve("provenance.json")).content().contains("half", "data_sha256");
    double full = l2(run, data);
    // Half precision keeps 11 bits: weights move by at most 2^-12 of their size, so a step moves by
    // a small multiple of that, and twelve steps that hardly grow by twelve times as much.
    assertThat(l2(model, data)).isCloseTo(full, org.assertj.core.data.Offset.offset(0.005 * full));
    assertThat(Cli.run("export", run, "--out", model).exit()).isEqualTo(2);
    String head = "head.1.weight";
    assertThat(weights(model, head)).isEqualTo(weights(run, head));
    String spectral = "blocks.0.spectral.weight";
    assertThat(weights(model, spectral)).isNotEqualTo(weights(run, spectral));
  }

  private static float[] weights(Path run, String name) {
    return Safetensors.read(run.resolve("model.safetensors")).get(name).values();
  }

  private static double l2(Path run, Path data) {
    Cli.Result result = Cli.run("eval", run, "--data", data, "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    return new ObjectMapper().readTree(result.out()).at("/scores/overall/l2/mean").asDouble();
  }
}
