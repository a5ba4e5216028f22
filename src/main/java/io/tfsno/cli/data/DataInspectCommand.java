package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.SvgFile;
import io.tfsno.data.Boundaries;
import io.tfsno.data.SetSummary;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.importing.Inspection;
import io.tfsno.report.SetFigure;
import io.tfsno.spectral.Channel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "inspect",
    description = {
      "Show what is in a data set: layout, shapes, coordinates, boundaries, attributes, the range of "
          + "each channel, conditions (parameters, static fields, forcing, phase), spectral drift.",
      "Reads our own files and those of PDEBench; at most 50 trajectories are sampled.",
      "For a file to be imported (NPY, NPZ, HDF5, The Well, NetCDF, Zarr) it shows the arrays and what "
          + "is missing to import it."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data inspect e1.h5",
      "  tfsno data inspect e1.h5 --figure e1.svg",
      "  tfsno data inspect u.npy",
      "  tfsno data inspect flow.h5 --boundary periodic,wall",
      "  tfsno data inspect 'data/e1-*.h5'"
    })
final class DataInspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BoundaryOption boundary;

  @Parameters(
      paramLabel = "FILE",
      description = "an HDF5 file, a pattern of files that form one set, or a file to be imported")
  private Path file;

  @Option(
      names = "--figure",
      paramLabel = "F.svg",
      description = "draw a trajectory and the spectra of the last set in the file")
  private Path figure;

  @Option(names = "--force", description = "replace an existing figure")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() {
    SvgFile.check(figure, force);
    PrintWriter out = spec.commandLine().getOut();
    if (Inspection.isForeign(file)) {
      foreign(out);
      return 0;
    }
    List<Object> documents = new ArrayList<>();
    try (TrajectoryFile data = boundary.open(file)) {
      for (String group : data.groups()) {
        TrajectorySet set = data.set(group);
        SetSummary summary = SetSummary.of(set);
        if (json) {
          documents.add(document(group, set, summary));
        } else {
          new SetText(group, set, summary).print(out);
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

  /** A file that has to be imported first. */
  private void foreign(PrintWriter out) {
    if (figure != null) {
      throw new UserError(
          "a data set to draw", "a file to be imported first", "Import it, or leave --figure out.");
    }
    ForeignText text = new ForeignText(file, Inspection.of(file));
    if (json) {
      Json.print(out, text.document());
    } else {
      text.print(out);
    }
    out.flush();
  }

  private void draw(String group, TrajectorySet set, SetSummary summary) {
    String title = file.getFileName() + (group.isEmpty() ? "" : ", " + group);
    SvgFile.write(SetFigure.of(title, set, summary), figure);
  }

  private static Map<String, Object> document(String group, TrajectorySet set, SetSummary s) {
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("set", group);
    d.put("layout", set.layout());
    d.put("trajectories", set.trajectories());
    d.put("snapshots", set.steps());
    d.put("channels", set.channelNames());
    d.put("units", set.fields().stream().map(Channel::unit).toList());
    d.put("shape", set.grid().points().toArray());
    d.put("lengths", set.grid().lengths());
    d.put("boundary", Boundaries.text(set.grid()));
    d.put("times", set.times());
    d.put("dt", set.dt());
    d.put("attributes", new TreeMap<>(set.attributes()));
    d.put("conditions", new ConditionText(set).document());
    d.put("not_used", set.unused());
    d.put("summary", s);
    return d;
  }
}
