package io.tfsno.cli.data;

import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.Table;
import io.tfsno.data.SetComparison;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
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
    name = "compare",
    description = {
      "Compare the trajectories of two data sets step by step: "
          + "from two solvers or profiles, or from two equations with the same initial states."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data generate E6 --train 1 --test 40 --profile fast --out a.h5 \\",
      "    --reynolds 500",
      "  tfsno data generate E6 --train 1 --test 40 --profile fast --out b.h5",
      "  tfsno data compare a.h5 b.h5"
    })
final class DataCompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BoundaryOption boundary;

  @Parameters(index = "0", paramLabel = "A", description = "an HDF5 file")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "another, taken as the truth")
  private Path second;

  @Option(
      names = "--split",
      paramLabel = "NAME",
      description = "the set to compare (default: test, or the first)")
  private String split;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (TrajectoryFile a = boundary.open(first);
        TrajectoryFile b = boundary.open(second)) {
      SetComparison comparison = SetComparison.of(chosen(a), chosen(b));
      if (json) {
        Json.print(out, document(comparison));
      } else {
        print(out, comparison);
      }
    }
    out.flush();
    return 0;
  }

  private TrajectorySet chosen(TrajectoryFile file) {
    return split == null ? file.setOrFirst("test") : file.set(split);
  }

  private void print(PrintWriter out, SetComparison c) {
    out.printf("%s against %s, %d trajectories:%n", first, second, c.trajectories());
    Table table = new Table("step", "relative L2", "largest difference");
    for (int step : c.chosenSteps()) {
      table.row(
          Integer.toString(step),
          "%.4g".formatted(c.relative()[step]),
          "%.4g".formatted(c.largest()[step]));
    }
    table.print(out);
    out.printf("mean over steps 1 to %d: %.4g%n", c.relative().length - 1, c.mean());
  }

  private static Map<String, Object> document(SetComparison c) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("trajectories", c.trajectories());
    d.put("relative_l2", c.relative());
    d.put("largest", c.largest());
    d.put("mean_relative_l2", c.mean());
    return d;
  }
}
