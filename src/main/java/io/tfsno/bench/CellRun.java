package io.tfsno.bench;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.Cancellation;
import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.engine.EngineInfo;
import io.tfsno.eval.BandCalibrator;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.Scores;
import io.tfsno.nn.Execution;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.RunFolder;
import io.tfsno.run.ScoredSteps;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TrainConfig;
import io.tfsno.train.Trainer;
import io.tfsno.train.TrainingData;
import io.tfsno.train.guard.Divergence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Trains one cell and scores it. */
final class CellRun {
  /** Enough for means over 50 states of each. */
  private static final int GATE_TRAJECTORIES = 16;

  private final Cell cell;
  private final Protocol protocol;
  private final SharedData data;
  private final Execution execution;
  private final Path folder;

  /**
   * @param folder for the training's files; one that holds a part of this very training is gone on
   *     with
   */
  CellRun(Cell cell, Protocol protocol, SharedData data, Execution execution, Path folder) {
    this.cell = cell;
    this.protocol = protocol;
    this.data = data;
    this.execution = execution;
    this.folder = folder;
  }

  LedgerEntry run(Cancellation cancellation, ProgressListener listener) {
    String started = Instant.now().toString();
    TrainConfig config = protocol.config(cell, data.file(cell.dataset()));
    TrainingData learnt = data.training(cell, cancellation, listener);
    try (RunFolder run = open(config)) {
      // What decides the result was compared when the folder was opened.
      Trainer trainer = new Trainer(config, learnt.file(), run, execution).acceptingChanges();
      Trainer.Result result = trainer.train(learnt, cancellation, listener);
      List<LedgerEntry.Test> tests = score(cancellation, listener);
      return new LedgerEntry(
          cell.key(),
          null,
          cell,
          title(),
          Protocol.tree(config.published()),
          origin(learnt.sha256(), started),
          training(config, result, run),
          tests);
    }
  }

  /** The entry of a cell whose training came to nothing. */
  LedgerEntry diverged(Divergence how, String started) {
    TrainConfig config = protocol.config(cell, data.file(cell.dataset()));
    return new LedgerEntry(
        cell.key(),
        how.getMessage(),
        cell,
        title(),
        Protocol.tree(config.published()),
        origin(null, started),
        null,
        List.of());
  }

  private String title() {
    return protocol.declarations().variant(cell.variant()).title();
  }

  private RunFolder open(TrainConfig config) {
    Path stored = folder.resolve(RunFolder.CONFIG);
    if (Files.exists(stored) && same(stored, config)) {
      return RunFolder.resume(folder);
    }
    RunFolder run = RunFolder.create(folder, true);
    run.writeConfig(config);
    return run;
  }

  private static boolean same(Path stored, TrainConfig config) {
    try {
      JsonNode before = Protocol.tree(ConfigReader.read(stored, TrainConfig.class));
      return Protocol.identity(before).equals(Protocol.identity(Protocol.tree(config)));
    } catch (UserError e) {
      return false; // half written, or by another version: start over
    }
  }

  private LedgerEntry.Origin origin(String sha256, String started) {
    return new LedgerEntry.Origin(
        BuildInfo.version(),
        BuildInfo.code(),
        sha256,
        execution.device().toString(),
        execution.precision(),
        EngineInfo.facts().get("libtorch"),
        started,
        Instant.now().toString(),
        protocol.recipe().isPapers() ? null : protocol.recipe().name());
  }

  /** Times come from the metrics, which know of the epochs before an interruption as well. */
  private static LedgerEntry.Training training(
      TrainConfig config, Trainer.Result result, RunFolder run) {
    double seconds = 0;
    double samples = 0;
    for (EpochMetrics epoch : run.metrics().epochs(result.epochs())) {
      seconds += epoch.seconds();
      samples += epoch.seconds() * epoch.samplesPerSecond();
    }
    return new LedgerEntry.Training(
        result.parameters(),
        result.epochs(),
        result.updates(),
        seconds,
        samples / seconds,
        result.validationError(),
        config.validation().horizon(),
        result.bestEpoch());
  }

  private List<LedgerEntry.Test> score(Cancellation cancellation, ProgressListener listener) {
    List<LedgerEntry.Test> all = new ArrayList<>();
    try (TrainedModel model = TrainedModel.load(folder, execution)) {
      for (String name : protocol.declarations().dataset(cell.dataset()).scoredOn()) {
        SharedData.TestData test = data.test(name, cancellation, listener);
        List<LedgerEntry.Rollout> rollouts = new ArrayList<>();
        Evaluation last = null;
        int seen = model.card().shape().inputs().observed();
        for (int horizon : Protocol.horizons(test.steps() - seen)) {
          cancellation.check();
          last = new Evaluator(model, test.truth(), horizon).evaluate(ProgressListener.NONE);
          rollouts.add(rollout(last));
        }
        all.add(
            new LedgerEntry.Test(
                name,
                test.sha256(),
                last.trajectories(),
                last.protocol(),
                rollouts,
                some(last.scores(), rollouts),
                l2(last.scores()),
                l2(last.persistence()),
                channels(last.scores(), rollouts),
                protocol.test() == null ? null : protocol.test().seed(),
                all.isEmpty() ? gates(model, name) : null));
      }
    }
    return all;
  }

  /** What the gates do on the model's own data; null if it has none. */
  private List<LedgerEntry.Gate> gates(TrainedModel model, String dataset) {
    if (!model.card().spec().gated()) {
      return null;
    }
    return data.withTest(
        dataset,
        set ->
            new BandCalibrator(model, set, GATE_TRAJECTORIES, 0, BandCalibrator.Spectrum.PHYSICAL)
                .measure(ProgressListener.NONE).stream().map(LedgerEntry.Gate::of).toList());
  }

  private static LedgerEntry.Rollout rollout(Evaluation e) {
    Scores s = e.scores();
    return new LedgerEntry.Rollout(e.horizon(), s.overall(), s.psre(), s.sce());
  }

  private static List<Scores.Step> some(Scores scores, List<LedgerEntry.Rollout> rollouts) {
    return kept(scores, rollouts).map(scores::at).toList();
  }

  /** Null for one channel, whose scores stand there already. */
  private static List<Scores.Channel> channels(Scores scores, List<LedgerEntry.Rollout> rollouts) {
    if (scores.channels().size() < 2) {
      return null;
    }
    return scores.channels().stream()
        .map(
            channel ->
                new Scores.Channel(
                    channel.name(),
                    kept(scores, rollouts).map(channel::at).toList(),
                    channel.overall()))
        .toList();
  }

  private static Stream<Integer> kept(Scores scores, List<LedgerEntry.Rollout> rollouts) {
    TreeSet<Integer> kept = new TreeSet<>(ScoredSteps.TOLD);
    kept.add(ScoredSteps.LATE);
    rollouts.forEach(r -> kept.add(r.horizon()));
    return kept.headSet(scores.steps().size(), true).stream();
  }

  private static double[] l2(Scores scores) {
    return scores.steps().stream().mapToDouble(s -> s.l2().mean()).toArray();
  }
}
