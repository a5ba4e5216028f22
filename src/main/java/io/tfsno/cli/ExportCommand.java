package io.tfsno.cli;

import io.tfsno.run.RunFolder;
import io.tfsno.train.ModelExport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    description = {
      "Export a trained model for publication: weights in half precision, config and provenance, "
          + "without paths of this machine. eval, rollout and report take it like a run folder."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  tfsno export runs/e1-tfsno --out models/e1-tfsno"})
final class ExportCommand implements Callable<Integer> {
  private static final long LARGE_BYTES = 2_000_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "a run folder")
  private Path run;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "folder to write")
  private Path out;

  @Option(
      names = "--data",
      paramLabel = "F.h5",
      description = "data set that the config names (default: data/ and its file name)")
  private String data;

  @Option(
      names = "--range",
      paramLabel = "F.h5",
      description =
          "training data: store where their states and numbers lie in the model, if it was trained before "
              + "models had one. The studio uses it to tell which states are inside")
  private Path range;

  @Option(names = "--force", description = "replace an existing model")
  private boolean force;

  @Override
  public Integer call() {
    long bytes = ModelExport.write(run, out, data, range, force);
    PrintWriter writer = spec.commandLine().getOut();
    writer.printf("%s: %.2f MB%n", out.resolve(RunFolder.MODEL), bytes / 1e6);
    if (bytes > LARGE_BYTES) {
      writer.println("note: more than 2 MB is large for a repository");
    }
    writer.flush();
    return 0;
  }
}
