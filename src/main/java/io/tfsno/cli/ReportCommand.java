package io.tfsno.cli;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.data.file.DataFiles;
import io.tfsno.report.HtmlReport;
import io.tfsno.report.proof.Proof;
import io.tfsno.report.proof.ProofCsv;
import io.tfsno.report.results.MarkdownPage;
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
      "Write one self-contained HTML page about a run, or about all runs in a folder: "
          + "errors against step, fields, spectra, the gate, training curves, provenance.",
      "For results of 'tfsno bench': the paper's tables with our numbers, as HTML, or as Markdown and CSV."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno report runs --out report.html",
      "  tfsno report results --markdown docs/results.md",
      "  tfsno report results --proof plan.yaml --markdown proof.md"
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(
      paramLabel = "DIR",
      description = "a run folder, a folder of them, or results of bench")
  private Path folder;

  @Option(names = "--out", paramLabel = "F.html", description = "page to write")
  private Path out;

  @Option(
      names = "--markdown",
      paramLabel = "F.md",
      description = "page about bench results to write or replace; all numbers as CSV in folder F")
  private Path markdown;

  @Option(
      names = "--budget",
      paramLabel = "B",
      description = "budget whose results to show, with --markdown (default: the largest)")
  private String budget;

  @Option(
      names = "--proof",
      paramLabel = "PLAN.yaml",
      description =
          "test the claims of a frozen plan against bench results; also writes F-proof.csv")
  private Path plan;

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  @Override
  public Integer call() {
    if ((out == null) == (markdown == null)) {
      throw new UserError(
          "either --out F.html or --markdown F.md", out == null ? "neither" : "both", "Give one.");
    }
    if (markdown != null) {
      OutputFile.requireFree(markdown, true); // it is made to be made again
      MarkdownPage.write(folder, budget, proof(markdown, true), markdown);
      return said(markdown);
    }
    OutputFile.requireFree(out, force);
    if (plan != null) {
      DataFiles.replace(out, HtmlReport.of(folder, proof(out, force)));
      return said(out);
    }
    devices.applyThreads();
    try (Progress progress = new Progress("evaluating", "trajectories")) {
      DataFiles.replace(out, HtmlReport.of(folder, devices.execution(), progress));
    }
    return said(out);
  }

  /** The verdicts on the plan's claims, written next to a page as a table; null without a plan. */
  private Proof proof(Path page, boolean replace) {
    if (plan == null) {
      return null;
    }
    Proof proof = Proof.of(folder, plan);
    String stem = page.getFileName().toString().replaceFirst("\\.(md|html)$", "");
    Path table = page.resolveSibling(stem + "-proof.csv");
    OutputFile.requireFree(table, replace);
    DataFiles.replace(table, ProofCsv.of(proof));
    return proof;
  }

  private int said(Path page) {
    spec.commandLine().getOut().println("report: " + page);
    spec.commandLine().getOut().flush();
    return 0;
  }
}
