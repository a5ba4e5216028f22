package io.tfsno.report;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.SmallFile;
import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.eval.BandCalibration;
import io.tfsno.eval.BandCalibrator;
import io.tfsno.eval.Evaluation;
import io.tfsno.eval.Evaluator;
import io.tfsno.eval.GainMap;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.spectral.PowerSpectrum;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Evaluates run folders and gathers what a report shows of them. */
final class RunCollector {
  private static final int CALIBRATED = 25;
  private static final int MAX_METRICS = 1 << 28;
  private static final int MAX_PROVENANCE = 1 << 20;

  private final Device device;

  RunCollector(Device device) {
    this.device = device;
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
    try (TrainedModel model = TrainedModel.load(run, device);
        TrajectoryFile file = TrajectoryFile.open(Path.of(config.dataFile()))) {
      TrajectorySet test = file.setOrFirst("test");
      Evaluator evaluator = new Evaluator(model, test, 0, 0);
      Evaluation evaluation = evaluator.evaluate(listener);
      List<GainMap> gains = GainMap.along(model, test, 0, evaluation.horizon());
      return new RunView(
          config.name(),
          Path.of(config.dataFile()).getFileName().toString(),
          evaluation,
          curve(run.resolve(RunFolder.METRICS)),
          sample(evaluator, test, evaluation),
          gains,
          calibration(model, test, gains),
          provenance(run.resolve(RunFolder.PROVENANCE)));
    }
  }

  private RunView.Sample sample(Evaluator evaluator, TrajectorySet test, Evaluation e) {
    int dimension = test.shape().length;
    int cells = dimension == 1 ? e.resolution() : e.resolution() * e.resolution();
    int[] shape = new int[dimension];
    Arrays.fill(shape, e.resolution());
    double[][] truth = new double[e.horizon() + 1][];
    double[][] prediction = new double[e.horizon() + 1][];
    double[][] truthPower = new double[e.horizon() + 1][];
    double[][] predictionPower = new double[e.horizon() + 1][];
    try (Scope scope = new Scope()) {
      PowerSpectrum spectrum = new PowerSpectrum(shape, device);
      Tensor start = start(test);
      truth[0] = firstChannel(start, cells);
      prediction[0] = truth[0];
      truthPower[0] = spectrum.shells(spectrum.power(start)).toDoubles();
      predictionPower[0] = truthPower[0];
      evaluator.walk(
          0,
          1,
          (step, first, predicted, target) -> {
            truth[step] = firstChannel(target, cells);
            prediction[step] = firstChannel(predicted, cells);
            truthPower[step] = spectrum.shells(spectrum.power(target)).toDoubles();
            predictionPower[step] = spectrum.shells(spectrum.power(predicted)).toDoubles();
          });
    }
    return new RunView.Sample(
        shape, test.lengths()[0], test.dt(), truth, prediction, truthPower, predictionPower);
  }

  private Tensor start(TrajectorySet set) {
    return set.fields(0, 1, 0).to(device);
  }

  private static double[] firstChannel(Tensor field, int cells) {
    return Arrays.copyOf(field.toDoubles(), cells);
  }

  private static List<BandCalibration> calibration(
      TrainedModel model, TrajectorySet test, List<GainMap> gains) {
    if (gains.isEmpty()) {
      return List.of();
    }
    return new BandCalibrator(model, test, CALIBRATED, 0, BandCalibrator.Spectrum.PHYSICAL)
        .measure(ProgressListener.NONE);
  }

  private static RunView.Curve curve(Path metrics) {
    List<double[]> loss = new ArrayList<>();
    List<double[]> validation = new ArrayList<>();
    try {
      byte[] bytes = SmallFile.read(metrics, MAX_METRICS);
      for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
        JsonNode entry = new ObjectMapper().readTree(line);
        double epoch = number(entry, "epoch");
        loss.add(new double[] {epoch, number(entry, "loss")});
        if (entry.has("validation_error")) {
          validation.add(new double[] {epoch, number(entry, "validation_error")});
        }
      }
    } catch (IOException | JacksonException e) {
      // No metrics, or a last line that is still being written: what was read is shown.
    }
    return new RunView.Curve(
        column(loss, 0), column(loss, 1), column(validation, 0), column(validation, 1));
  }

  /** JSON has no infinity: a validation that blew up stands there as a text. */
  private static double number(JsonNode entry, String key) {
    JsonNode value = entry.path(key);
    return value.isNumber() ? value.doubleValue() : Double.POSITIVE_INFINITY;
  }

  private static double[] column(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(r -> r[column]).toArray();
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
