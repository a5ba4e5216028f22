package io.tfsno.cli.data;

import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.SvgFile;
import io.tfsno.cli.console.Table;
import io.tfsno.data.SetSummary;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.report.SetFigure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "inspect",
    description = {
      "Show what is in a data set: layout, shapes, coordinates, attributes, ranges, spectral drift.",
      "Reads our own files and those of PDEBench; at most 50 trajectories are sampled."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data inspect e1.h5",
      "  tfsno data inspect e1.h5 --figure e1.svg"
    })
final class DataInspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "an HDF5 file")
  private Path file;

  @Option(
      names = "--figure",
      paramLabel = "F.svg",
      description = "draw a trajectory and the spectra of the last set in the file")
  private Path figure;

  @Option(names = "--force", description = "replace a figure that exists")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    SvgFile.check(figure, force);
    PrintWriter out = spec.commandLine().getOut();
    List<Object> documents = new ArrayList<>();
    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      for (String group : data.groups()) {
        TrajectorySet set = data.set(group);
        SetSummary summary = SetSummary.of(set);
        if (json) {
          documents.add(document(group, set, summary));
        } else {
          print(out, group, set, summary);
        }
        boolean last = group.equals(data.groups().get(data.groups().size() - 1));
        if (figure != null && last) {
          draw(group, set, summary);
        }
      }
    }
    if (json) {
      Json.print(out, documents);
    } else {
      out.println(figure != null ? "figure: " + figure : "Add --figure FILE.svg to see it drawn.");
    }
    out.flush();
    return 0;
  }

  private void draw(String group, TrajectorySet set, SetSummary summary) {
    String title = file.getFileName() + (group.isEmpty() ? "" : ", " + group);
    SvgFile.write(SetFigure.of(title, set, summary), figure);
  }

  private static void print(PrintWriter out, String group, TrajectorySet set, SetSummary s) {
    out.printf("%s%s layout%n", group.isEmpty() ? "" : group + ": ", set.layout());
    out.printf(
        "  %d trajectories x %d snapshots x %d channel(s) %s on %s%n",
        set.trajectories(), set.steps(), set.channels(), set.channelNames(), space(set));
    double[] times = set.times();
    out.printf(
        "  t = %.6g .. %.6g, dt = %.6g; values %.6g .. %.6g, mean %.4g, std %.4g%s%n",
        times[0],
        times[times.length - 1],
        set.dt(),
        s.minimum(),
        s.maximum(),
        s.mean(),
        s.deviation(),
        s.nonFinite() > 0 ? ", " + s.nonFinite() + " NOT FINITE" : "");
    List<String> attributes = new ArrayList<>();
    new TreeMap<>(set.attributes()).forEach((k, v) -> attributes.add(k + "=" + oneLine(v)));
    out.println("  attributes: " + String.join(", ", attributes));
    out.printf("  drift over %d trajectories:%n", s.sampled());
    Table table = new Table("    step", "time", "mean u^2", "mean wave number");
    for (SetSummary.Drift d : s.drift()) {
      table.row(
          "%8d".formatted(d.step()),
          "%.4g".formatted(d.time()),
          "%.4g".formatted(d.energy()),
          "%.3f".formatted(d.centroid()));
    }
    table.print(out);
    out.println();
  }

  private static String space(TrajectorySet set) {
    List<String> axes = new ArrayList<>();
    for (int i = 0; i < set.shape().length; i++) {
      axes.add("%d points of length %.6g".formatted(set.shape()[i], set.lengths()[i]));
    }
    return String.join(" by ", axes);
  }

  private static String oneLine(Object value) {
    String text = value.toString().replace('\n', ' ');
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }

  private static Map<String, Object> document(String group, TrajectorySet set, SetSummary s) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("set", group);
    d.put("layout", set.layout());
    d.put("trajectories", set.trajectories());
    d.put("snapshots", set.steps());
    d.put("channels", set.channelNames());
    d.put("shape", set.shape());
    d.put("lengths", set.lengths());
    d.put("times", set.times());
    d.put("dt", set.dt());
    d.put("attributes", new TreeMap<>(set.attributes()));
    d.put("summary", s);
    return d;
  }
}
