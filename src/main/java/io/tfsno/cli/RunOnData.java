package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.cli.data.BoundaryOption;
import io.tfsno.eval.ScoredData;
import io.tfsno.nn.Execution;
import io.tfsno.run.RunFolder;
import io.tfsno.run.TrainedModel;
import io.tfsno.train.TrainConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A trained model and the data set to evaluate it on, as several commands take them. */
final class RunOnData {
  @Parameters(paramLabel = "RUN", description = "a run folder, or a model.safetensors")
  private Path run;

  @Option(
      names = "--data",
      paramLabel = "F.h5",
      description = "data set, or a pattern of files that form one (default: the run's own)")
  private Path data;

  @Mixin private BoundaryOption boundary;

  /** The caller closes it. */
  TrainedModel model(Execution execution) {
    return TrainedModel.load(run, execution);
  }

  /** The file in use, compared with that of the training. */
  ScoredFile file() {
    Path own = run.resolve(RunFolder.CONFIG);
    Path chosen =
        data != null ? data : Path.of(ConfigReader.read(own, TrainConfig.class).dataFile());
    return ScoredFile.of(run, chosen);
  }

  /** The data to evaluate on; the caller closes it. */
  ScoredData data() {
    if (data == null && !Files.exists(run.resolve(RunFolder.CONFIG))) {
      throw new UserError(
          "--data F.h5, or a run folder that names it", run.toString(), "Add --data.");
    }
    return boundary.opened(stated -> ScoredData.of(run, data, stated));
  }
}
