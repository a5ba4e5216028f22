package io.tfsno.cli;

import io.tfsno.base.ConfigReader;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.data.generate.SolveSpec;
import io.tfsno.data.generate.TrajectorySolver;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "solve",
    description = {
      "Integrate an equation from one or more given initial conditions, in float64.",
      "",
      "SPEC is YAML: equation, parameters, domain.length, resolution, solver.dt, snapshots.interval "
          + "and .count (the initial state included), and initial: mean and modes, or channels, or file.",
      "equation is a name listed by 'tfsno equations', or a group with dimension and terms (docs/reference/equations.md).",
      "initial may be a list, its file may hold several states along a leading axis, and a "
          + "parameter may be a list with one value per state: each state gives one trajectory.",
      "domain.length and resolution are one number, or a list with one for each axis.",
      "A mode is amplitude * cos(2 pi k.x / L + phase), with one wavenumber per axis."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example, spec.yaml:",
      "  equation: burgers1d",
      "  parameters: {nu: 0.003}",
      "  domain: {length: 1}",
      "  resolution: 256",
      "  solver: {dt: 0.001}",
      "  snapshots: {interval: 0.01, count: 101}",
      "  initial:",
      "    mean: 0",
      "    modes: [{amplitude: 0.5, wavenumber: 1, phase: -1.5708}]",
      "",
      "  tfsno solve spec.yaml --out burgers.npy",
      "",
      "On a rectangle:",
      "  equation: allen_cahn2d",
      "  domain: {length: [1, 1.5]}",
      "  resolution: [64, 96]",
      "  snapshots: {interval: 0.5, count: 21}",
      "  initial: {modes: [{amplitude: 0.3, wavenumber: [2, -3]}]}",
      "",
      "Three viscosities, one state:",
      "  parameters: {nu: [0.003, 0.01, 0.03]}"
    })
final class SolveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(paramLabel = "SPEC.yaml", description = "what to integrate")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description =
          "*.npy: [snapshots, channels, N...], with a leading axis for several trajectories; "
              + "*.h5: our data layout")
  private Path out;

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    SolveSpec solve = ConfigReader.read(file, SolveSpec.class);
    devices.applyThreads();
    OutputFile.requireFree(out, force);
    OutputFile.requireFormat(out);
    Path folder = file.toAbsolutePath().getParent();
    TrajectorySolver solver = new TrajectorySolver(solve, folder, devices.device());
    long start = System.nanoTime();
    try (Progress progress = new Progress(solve.equation().name(), "snapshots")) {
      Interruptible.run(
          "interrupted; nothing was written to " + out,
          stop -> {
            solver.solve(out, force, stop, progress);
            return null;
          });
    }
    print(solve, solver.states(), (System.nanoTime() - start) * 1e-9);
    return 0;
  }

  private void print(SolveSpec solve, int states, double seconds) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("file", out.toString());
      d.put("equation", solve.equation().name());
      d.put("trajectories", states);
      d.put("resolution", solve.grid().points().document());
      d.put("snapshots", solve.snapshots().count());
      d.put("end_time", solve.snapshots().interval() * (solve.snapshots().count() - 1));
      d.put("seconds", seconds);
      Json.print(writer, d);
    } else {
      writer.printf(
          "%s: %s%s to t = %.6g, %d snapshots, %.2f s%n",
          out,
          solve.equation().name(),
          states == 1 ? "" : ", %d trajectories".formatted(states),
          solve.snapshots().interval() * (solve.snapshots().count() - 1),
          solve.snapshots().count(),
          seconds);
      writer.flush();
    }
  }
}
