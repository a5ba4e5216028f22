package io.tfsno.report;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.parts.SetFiles;
import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.BandCalibrator;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.GainMap;
import io.tfsno.eval.ScoredData;
import io.tfsno.nn.Execution;
import io.tfsno.pde.Equations;
import io.tfsno.run.EpochMetrics;
import io.tfsno.run.MetricsFile;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/** Evaluates run folders and gathers what a report shows of them. */
final class RunCollector {
  private static final int CALIBRATED = 25;
  private static final int MAX_PROVENANCE = 1 << 20;

  private final Execution execution;

  RunCollector(Execution execution) {
    this.execution = execution;
  }

  /** The run folders at or directly below a folder. */
  static List<Path> runsUnder(Path folder) {
    if (Files.exists(folder.resolve(RunFolder.MODEL))) {
      return List.of(folder);
    }
    try (Stream<Path> inside = Files.list(folder)) {
      List<Path> runs =
          inside.filter(p -> Files.exists(p.resolve(RunFolder.MODEL))).sorted().toList();
      if (!runs.isEmpty()) {
        return runs;
      }
    } catch (IOException e) {
      throw new UserError(folder + ": cannot be listed. Name a run folder.", e);
    }
    throw new UserError(
        "%s: expected a run folder with %s, or a folder of such, found none. Train first."
            .formatted(folder, RunFolder.MODEL));
  }

  RunView collect(Path run, ProgressListener listener) {
    TrainConfig config = ConfigReader.read(run.resolve(RunFolder.CONFIG), TrainConfig.class);
    try (TrainedModel model = TrainedModel.load(run, execution);
        ScoredData data = ScoredData.of(run, null)) {
      TrajectorySet test = data.set();
      Evaluator evaluator = new Evaluator(model, test, 0, 0);
      Evaluation evaluation = evaluator.evaluate(listener);
      List<GainMap> gains = GainMap.along(model, test, 0, evaluation.horizon());
      IntFunction<Sample> sample =
          trajectory ->
              SampleCollector.collect(
                  evaluator,
                  test,
                  evaluation,
                  model.card().shape().fields(),
                  execution.device(),
                  trajectory);
      return new RunView(
          config.name(),
          equation(model.card().equation()),
          SetFiles.name(Path.of(config.dataFile())),
          model.card().shape().inputs(),
          evaluation,
          curve(MetricsFile.in(run).epochs()),
          sample.apply(0),
          Extremes.of(test, sample).orElse(null),
          gains,
          calibration(model, test, gains),
          Remembered.of(model, test, evaluation.horizon()).orElse(null),
          provenance(run.resolve(RunFolder.PROVENANCE)));
    }
  }

  /** With its formula, where it is of the catalogue or of a plug-in. */
  private static String equation(String name) {
    return Equations.all().stream()
        .filter(type -> type.name().equals(name))
        .map(type -> "%s: %s".formatted(name, type.formula()))
        .findFirst()
        .orElse(name);
  }

  private static List<BandCalibration> calibration(
      TrainedModel model, TrajectorySet test, List<GainMap> gains) {
    if (gains.isEmpty()) {
      return List.of();
    }
    return new BandCalibrator(model, test, CALIBRATED, 0, BandCalibrator.Spectrum.PHYSICAL)
        .measure(ProgressListener.NONE);
  }

  private static RunView.Curve curve(List<EpochMetrics> all) {
    List<EpochMetrics> validated = all.stream().filter(EpochMetrics::validated).toList();
    return new RunView.Curve(
        column(all, EpochMetrics::epoch),
        column(all, EpochMetrics::loss),
        column(validated, EpochMetrics::epoch),
        column(validated, EpochMetrics::validationError));
  }

  private static double[] column(List<EpochMetrics> epochs, ToDoubleFunction<EpochMetrics> value) {
    return epochs.stream().mapToDouble(value).toArray();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> provenance(Path file) {
    try {
      Map<String, Object> all =
          new ObjectMapper().readValue(SmallFile.read(file, MAX_PROVENANCE), LinkedHashMap.class);
      return all == null ? Map.of() : all;
    } catch (IOException | JacksonException e) {
      return Map.of();
    }
  }
}
