package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.engine.Device;
import io.tfsno.engine.Threads;
import io.tfsno.engine.group.ProcessGroup;
import io.tfsno.engine.group.RankSettings;
import io.tfsno.nn.Execution;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import io.tfsno.run.RunFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

/** Ranks as threads of one process: real connections, without the cost of starting programs. */
class TeamTest {
  private static final String SECRET = "a-secret-of-the-ranks";
  private static final int RANKS = 3;

  /** Seven trajectories in batches of five: shares of 1, 2 and 2, then of 0, 1 and 1 samples. */
  private static final String REST =
      """
      training: {epochs: 4, batch: 5, checkpoint: 0}
      pushforward: {horizon: 3, every: 1, mode: %s}
      validation: {trajectories: 2, every: 1, horizon: 4}
      data: {stream: %s}
      """;

  private static final String FNO = "{name: fno, width: 8, modes: 4, layers: 2, head: 8}";

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void makeData() {
    data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 9, 8, 32);
    Threads.perOperation(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FNO,
        "{name: tfsno, widths: [4, 4], modes: [4, 2], gate: {standardise: true, calibrations: 2}}",
        "{name: tfsno, widths: [4, 4], modes: [4, 2],"
            + " contraction: {spectralBound: 0.9, pointwiseBound: 0.9, alphaMax: 0.5}}",
        "{name: tfsno, widths: [4, 5], modes: [4, 3],"
            + " local: {stencil: true, gate: true, product: true}}",
        "{name: deeponet}"
      })
  void threeRanks_withUnevenShares_giveTheLossCurveOfOne(String model) throws Exception {
    requireSame("model: " + model + "\n" + REST.formatted("pf_random", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pf_all", "bptt"})
  void threeRanks_inEveryModeAndStreamed_giveTheLossCurveOfOne(String mode) throws Exception {
    requireSame("model: " + FNO + "\n" + REST.formatted(mode, true));
  }

  @Test
  void threeRanks_ofALossThatDividesByTheBatch_giveTheLossCurveOfOne() throws Exception {
    SetRequest request =
        new SetRequest(Benchmark.named("E1"), 9, 0, Benchmark.MASTER_SEED, Profile.QUICK, 8);
    data = folder.resolve("e1.h5");
    new SetGenerator(request, Device.CPU, 1)
        .generate(data, true, new Cancellation(), ProgressListener.NONE);
    String pino = FNO.replace("name: fno", "name: pino, warmUp: 0");
    requireSame("model: " + pino + "\n" + REST.formatted("pf_all", false));
  }

  @Test
  void threeRanks_withEveryOption_giveTheLossCurveOfOne() throws Exception {
    String options = "noise: 0.05, average: 0.9, warmup: 5, schedule: {kind: one_cycle}, batch: 5";
    requireSame(
        "model: "
            + FNO
            + "\nobjective: {kind: relative}\n"
            + REST.formatted("pf_random", false).replace("batch: 5", options));
  }

  @Test
  void rank_withNobodyToMeet_saysWhereItLooked() throws Exception {
    int port = freePort();
    Map<String, String> second =
        Map.of(
            RankSettings.RANK, "1",
            RankSettings.RANKS, "2",
            RankSettings.HOST, "127.0.0.1",
            RankSettings.PORT, Integer.toString(port),
            RankSettings.SECRET, SECRET,
            RankSettings.ARRIVAL, "0.2");
    assertThatThrownBy(() -> ProcessGroup.join(RankSettings.from(second), Device.CPU))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(
            "rank 1: expected rank 0 to listen at 127.0.0.1:%d, found nobody there within 0.2 s"
                .formatted(port));
  }

  /**
   * Float32 sums of shares instead of a whole: the last digits differ, and AdamW carries that on
   * through eight updates.
   */
  private void requireSame(String yaml) throws Exception {
    TinyRuns.train(folder.resolve("one"), yaml, data);
    trainTogether(folder.resolve("three"), yaml);
    for (String key : List.of("loss", "validation_error")) {
      List<Double> one = metric(folder.resolve("one"), key);
      List<Double> three = metric(folder.resolve("three"), key);
      assertThat(three).hasSize(4);
      for (int i = 0; i < 4; i++) {
        assertThat(three.get(i)).isCloseTo(one.get(i), withinPercentage(0.01));
      }
    }
  }

  @Test
  void ranks_withDifferentNumbers_areRefusedBeforeTraining() throws Exception {
    List<Callable<String>> ranks = new ArrayList<>();
    int port = freePort();
    // Rank 0 compares nothing: it could leave while rank 1 still connects.
    CountDownLatch compared = new CountDownLatch(2);
    for (int rank = 0; rank < 2; rank++) {
      int own = rank;
      ranks.add(
          () -> {
            try (ProcessGroup group = ProcessGroup.join(settings(own, 2, port), Device.CPU)) {
              try {
                group.requireSame("config", "epochs: " + own);
              } finally {
                compared.countDown();
                compared.await(30, TimeUnit.SECONDS);
              }
              return "";
            } catch (RuntimeException e) {
              return e.getMessage();
            }
          });
    }
    assertThat(together(ranks).get(1)).contains("rank 1: expected the same config as rank 0");
  }

  @Test
  void slices_ofAnyNumber_coverItOnceAndTheirSharesAddUpToOne() {
    for (int samples = 1; samples < 12; samples++) {
      double shares = 0;
      int covered = 0;
      for (int rank = 0; rank < 5; rank++) {
        Team.Slice slice = Team.slice(samples, rank, 5);
        shares += slice.share();
        if (slice.share() > 0) {
          assertThat(slice.first()).isEqualTo(covered);
          covered += slice.count();
        }
        assertThat(slice.count()).isPositive();
        assertThat(slice.first() + slice.count()).isLessThanOrEqualTo(samples);
      }
      assertThat(covered).isEqualTo(samples);
      assertThat(shares).isCloseTo(1, withinPercentage(1e-12));
    }
  }

  private void trainTogether(Path folder, String yaml) throws Exception {
    TrainConfig config = TinyRuns.config(yaml).withDataFile(data.toString());
    int port = freePort();
    List<Callable<Trainer.Result>> ranks = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      RankSettings place = settings(rank, RANKS, port);
      ranks.add(
          () -> {
            Threads.perOperation(1);
            try (ProcessGroup group = ProcessGroup.join(place, Device.CPU);
                RunFolder run =
                    place.leads() ? RunFolder.create(folder, false) : RunFolder.follow(folder)) {
              return new Trainer(config, data, run, Execution.on(Device.CPU), group)
                  .train(new Cancellation(), ProgressListener.NONE);
            }
          });
    }
    List<Trainer.Result> results = together(ranks);
    assertThat(results)
        .extracting(Trainer.Result::validationError)
        .containsOnly(results.get(0).validationError());
  }

  private static RankSettings settings(int rank, int ranks, int port) {
    return RankSettings.from(
        Map.of(
            RankSettings.RANK, Integer.toString(rank),
            RankSettings.RANKS, Integer.toString(ranks),
            RankSettings.HOST, "127.0.0.1",
            RankSettings.PORT, Integer.toString(port),
            RankSettings.SECRET, SECRET));
  }

  private static <T> List<T> together(List<Callable<T>> ranks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(ranks.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(ranks)) {
        results.add(result.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<Double> metric(Path run, String key) throws IOException {
    ObjectMapper json = new ObjectMapper();
    return Files.readAllLines(run.resolve(RunFolder.METRICS)).stream()
        .map(line -> json.readTree(line).get(key).asDouble())
        .toList();
  }
}
