package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.data.DataFiles;
import io.tfsno.report.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "report",
    description = {
      "Write one self-contained HTML page about a run, or about all runs in a folder:",
      "errors against step, fields, spectra, the gate, training curves, provenance."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  tfsno report runs --out report.html"})
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(paramLabel = "DIR", description = "a run folder, or a folder of them")
  private Path folder;

  @Option(names = "--out", paramLabel = "F.html", required = true, description = "page to write")
  private Path out;

  @Option(names = "--force", description = "replace a file that exists")
  private boolean force;

  @Override
  public Integer call() {
    DataFiles.requireFree(out, force);
    devices.applyThreads();
    try (Progress progress = new Progress("evaluating", "trajectories")) {
      write(HtmlReport.of(folder, devices.device(), progress), out);
    }
    spec.commandLine().getOut().println("report: " + out);
    spec.commandLine().getOut().flush();
    return 0;
  }

  static void write(String html, Path out) {
    try {
      Files.writeString(out, html);
    } catch (IOException e) {
      throw new UserError(
          "%s: cannot be written: %s. Check its folder.".formatted(out, e.getMessage()), e);
    }
  }
}
