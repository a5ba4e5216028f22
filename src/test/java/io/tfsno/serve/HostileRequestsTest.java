package io.tfsno.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.Campaign;
import io.tfsno.OtherJvm;
import io.tfsno.serve.HostileKinds.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that are wrong in more than a hundred ways, at a service in a process of its own with a
 * small heap: each is refused as documented, and after each a sound request is answered as ever.
 */
@EnabledOnOs(OS.LINUX)
class HostileRequestsTest {
  private static final int REQUESTS = Campaign.count("requests", 150);
  private static final boolean LONG = REQUESTS > 1000;

  /** What a client may keep the service waiting; a quarter of it for a head. */
  private static final int STALL_SECONDS = LONG ? 8 : 2;

  /** How many dawdle at once. */
  private static final int DAWDLERS = LONG ? 40 : 1;

  private static final String SOUND =
      "{\"model\":\"tiny-fno\",\"steps\":1,\"initial\":{\"seed\":1}}";

  /** A rollout that shares its steps with others is rounded otherwise. */
  private static final float ROUNDING = 1e-5f;

  /** How often each kind was answered in which way. */
  private final Map<String, Map<String, Integer>> outcomes = new LinkedHashMap<>();

  /** A machine with a lot of other work is slow; what takes longer hangs. */
  private static final int PATIENCE_SECONDS = 180;

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;
  private int port;
  private float[] sound;

  @Test
  void service_askedInEveryWrongWay_refusesAndGoesOn() throws Exception {
    List<Kind> kinds = HostileKinds.all();
    List<Kind> quick = kinds.stream().filter(kind -> !kind.slow()).toList();
    List<Kind> slow = kinds.stream().filter(Kind::slow).toList();
    assertThat(kinds.size()).isGreaterThan(100);
    int dawdling = slow.size() * DAWDLERS;
    int rounds = Math.max(1, (REQUESTS - dawdling + quick.size() - 1) / quick.size());
    Campaign part =
        Campaign.of(
            "requests of %d hostile kinds".formatted(kinds.size()),
            HostileRequestsTest.class,
            rounds * quick.size() + dawdling);
    Process service = start();
    try {
      sound = answerToSound();
      Map<String, String> wrong = new LinkedHashMap<>();
      dawdle(part, slow, wrong);
      List<Long> memory = new ArrayList<>();
      List<Long> files = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        for (Kind kind : quick) {
          judge(part, kind, outcome(kind), wrong);
          requireSound(kind);
        }
        memory.add(residentMib(service));
        files.add(openFiles(service));
      }
      System.out.printf(
          "hostile requests: MiB %s, open files %s after each round%n", memory, files);
      assertThat(wrong).isEmpty();
      assertThat(service.isAlive()).isTrue();
      requireFlat(memory, 0.05, 8);
      requireFlat(files, 0, 4);
    } finally {
      service.destroyForcibly().waitFor();
      publish();
    }
  }

  /** The last third is hardly above the one before; the first is warm-up. */
  private static void requireFlat(List<Long> samples, double share, double more) {
    int third = samples.size() / 3;
    if (third > 0) {
      double middle = mean(samples.subList(third, 2 * third));
      double last = mean(samples.subList(2 * third, samples.size()));
      assertThat(last).as(samples.toString()).isLessThan(middle * (1 + share) + more);
    }
  }

  private static double mean(List<Long> samples) {
    return samples.stream().mapToLong(each -> each).average().orElseThrow();
  }

  /** Next to the table of the campaign, or where the build puts what is not kept. */
  private void publish() throws IOException {
    boolean campaign = Boolean.getBoolean("tfsno.campaign");
    Path folder = campaign ? Campaign.TABLE.getParent() : Path.of("target");
    List<String> rows = new ArrayList<>(List.of("kind,answer,times"));
    outcomes.forEach(
        (kind, answers) ->
            answers.forEach(
                (answer, times) ->
                    rows.add("\"%s\",%s,%d".formatted(kind.replace('"', '\''), answer, times))));
    Files.createDirectories(folder);
    Files.write(folder.resolve("hostile-requests.csv"), rows);
  }

  private Process start() throws Exception {
    // A heap that is all there from the start: what grows then is no page of it.
    List<String> flags =
        List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:TieredStopAtLevel=1");
    Process process =
        new ProcessBuilder(
                OtherJvm.command(flags, HostileService.class, SmallModels.folder(), STALL_SECONDS))
            .redirectError(folder.resolve("log").toFile())
            .start();
    BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    String said = out.readLine();
    assertThat(said).as(Files.readString(folder.resolve("log"))).matches("\\d+");
    port = Integer.parseInt(said);
    return process;
  }

  /** All that dawdle do so at once, or the test would. */
  private void dawdle(Campaign part, List<Kind> slow, Map<String, String> wrong) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(slow.size() * DAWDLERS);
    try {
      Map<Future<String>, Kind> outcomes = new LinkedHashMap<>();
      for (int i = 0; i < DAWDLERS; i++) {
        for (Kind kind : slow) {
          outcomes.put(clients.submit(() -> outcome(kind)), kind);
        }
      }
      for (Map.Entry<Future<String>, Kind> each : outcomes.entrySet()) {
        judge(part, each.getValue(), each.getKey().get(5, TimeUnit.MINUTES), wrong);
        requireSound(each.getValue());
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private void judge(Campaign part, Kind kind, String outcome, Map<String, String> wrong) {
    outcomes.computeIfAbsent(kind.name(), name -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    part.tried(1);
    if (!outcome.matches(kind.expected())) {
      part.lost(1);
      wrong.put(kind.name(), outcome + " instead of " + kind.expected());
    } else if (outcome.equals("200")) {
      part.survived(1);
    } else {
      part.refused(1);
    }
  }

  /** The status that comes back, {@code closed} if none does, {@code left} if nobody waits. */
  private String outcome(Kind kind) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_SECONDS * 1000);
      kind.sender().send(socket);
      if (kind.expected().equals("left")) {
        return "left";
      }
      return status(socket);
    }
  }

  private static String status(Socket socket) throws IOException {
    try {
      byte[] start = socket.getInputStream().readNBytes(12);
      String line = new String(start, StandardCharsets.US_ASCII);
      return start.length < 12 ? "closed" : line.substring(9);
    } catch (SocketTimeoutException e) {
      return "no answer";
    } catch (SocketException e) {
      return "closed";
    }
  }

  private void requireSound(Kind kind) throws Exception {
    float[] found = answerToSound();
    String when = "a sound request after '%s'".formatted(kind.name());
    assertThat(found).as(when).hasSameSizeAs(sound);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).as(when).isCloseTo(sound[i], within(ROUNDING));
    }
  }

  private float[] answerToSound() throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/api/rollout");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .header("Content-Type", "application/json")
            .header("Accept", "application/x-npy")
            .POST(BodyPublishers.ofString(SOUND))
            .build();
    HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    float[] values = new float[2 * 256];
    ByteBuffer bytes = ByteBuffer.wrap(answer.body()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(answer.body().length - values.length * Float.BYTES);
    bytes.asFloatBuffer().get(values);
    return values;
  }

  private static long residentMib(Process process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try (Stream<String> lines = Files.lines(status)) {
      String line = lines.filter(l -> l.startsWith("VmRSS")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
    }
  }

  private static long openFiles(Process process) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
      return files.count();
    }
  }
}
