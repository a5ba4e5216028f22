package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.data.Boundaries;
import io.tfsno.data.FlatSet;
import io.tfsno.data.SplitRule;
import io.tfsno.data.importing.AxesText;
import io.tfsno.data.importing.ImportOptions;
import io.tfsno.data.importing.ImportPlan;
import io.tfsno.data.importing.ImportSource;
import io.tfsno.data.importing.SetImporter;
import io.tfsno.spectral.Channel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    description = {
      "Convert arrays into a data set: NPY, NPZ, HDF5 (also PDEBench and The Well), NetCDF, Zarr.",
      "'data inspect FILE' shows what is in a file and what is missing to import it.",
      "An interrupted import leaves OUT.part; the same command resumes it."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data import u.npy --axes N,T,X,Y --dt 0.1 --length 1 \\",
      "    --boundary periodic --split train:0.8,valid:0.1,test:0.1 --out u.h5",
      "  tfsno data import run-*.nc --fields u,v --boundary periodic,wall --out f.h5",
      "  tfsno data import the_well/data/train/*.hdf5 --out active.h5",
      "  tfsno data import u.npz --axes N,T,X --dt 0.01 --length 2 \\",
      "    --boundary wall --parameters nu --out u.h5"
    })
final class DataImportCommand implements Callable<Integer> {
  private static final int MOST_WORKERS = 4;

  @Spec private CommandSpec spec;
  @Mixin private ImportedConditionOptions conditions;

  @Parameters(
      paramLabel = "IN",
      arity = "1..*",
      description = "files of the same shape; their trajectories are concatenated")
  private List<Path> in;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "file to write")
  private Path out;

  @Option(
      names = "--axes",
      paramLabel = "A",
      description = {
        "what the array's axes stand for: N (trajectory), T (time), X, Y, Z, C (channel),",
        "in the array's order; N=100,T=51,X=64 for a flattened array"
      })
  private String axes;

  @Option(names = "--dt", paramLabel = "DT", description = "time between snapshots")
  private Double interval;

  @Option(
      names = "--length",
      paramLabel = "L",
      split = ",",
      description = "length of the box, or one for each axis")
  private List<Double> lengths = List.of();

  @Option(
      names = "--boundary",
      paramLabel = "B",
      description = "periodic or wall, or one for each axis (periodic,wall)")
  private String boundary;

  @Option(
      names = "--fields",
      paramLabel = "NAMES",
      split = ",",
      description = "variables to import; for a single array the names of its channels")
  private List<String> fields = List.of();

  @Option(
      names = "--dataset",
      paramLabel = "PATH",
      description = "the array to import, or the set in a file with several")
  private String dataset;

  @Option(
      names = "--split",
      paramLabel = "S",
      description = {
        "divide the trajectories: train:0.8,valid:0.1,test:0.1,seed:1",
        "(default: one set, which training divides itself)"
      })
  private String split;

  @Option(
      names = "--stride",
      paramLabel = "K",
      defaultValue = "1",
      description = "keep every K-th snapshot (default: ${DEFAULT-VALUE})")
  private int stride;

  @Option(
      names = "--resolution",
      paramLabel = "N",
      split = ",",
      description = "points per axis, or one for each axis (default: the file's)")
  private List<Integer> resolution = List.of();

  @Option(
      names = "--resample",
      description = "interpolate uneven coordinates and times onto uniform ones")
  private boolean resample;

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    String name = out.getFileName().toString();
    if (!name.endsWith(".h5") && !name.endsWith(".hdf5")) {
      throw new UserError("an output file *.h5", "'" + name + "'", "Change --out.");
    }
    if (Files.exists(out)) {
      OutputFile.requireFree(out, force); // before the files are looked at
    }
    ImportOptions options = options();
    long start = System.nanoTime();
    try (ImportSource source = ImportFlags.naming(() -> ImportSource.open(in, options))) {
      ImportPlan plan = ImportFlags.naming(() -> new ImportPlan(source));
      double before = write(plan);
      print(plan, before, (System.nanoTime() - start) * 1e-9);
    }
    return 0;
  }

  private ImportOptions options() {
    AxesText parsed =
        axes == null ? null : Advised.get("Correct --axes.", () -> AxesText.parse(axes));
    SplitRule rule =
        split == null ? null : Advised.get("Correct --split.", () -> SplitText.parse(split));
    return new ImportOptions(
        parsed,
        interval,
        lengths,
        boundary == null ? List.of() : Boundaries.parse(boundary),
        fields,
        rule,
        stride,
        resolution,
        dataset,
        resample,
        conditions.all());
  }

  private double write(ImportPlan plan) {
    String farewell =
        "interrupted; what is imported so far is kept in %s.part. Run the same command again to"
            + " continue.";
    int cores = Runtime.getRuntime().availableProcessors();
    int workers = Math.min(MOST_WORKERS, cores + 1); // one may be waiting for the disk
    SetImporter importer = new SetImporter(plan, workers);
    try (Progress progress = new Progress("importing", "MB")) {
      return OutputFile.namingForce(
          () ->
              Interruptible.run(
                  farewell.formatted(out), stop -> importer.write(out, force, stop, progress)));
    }
  }

  private void print(ImportPlan plan, double before, double seconds) throws IOException {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Json.print(writer, document(plan, before, seconds));
      return;
    }
    for (FlatSet set : plan.sets()) {
      writer.printf(
          "%s%d trajectories of %d snapshots %.6g apart, channels %s, %s%n",
          set.group().isEmpty() ? "" : set.group() + ": ",
          set.trajectories(),
          set.steps(),
          set.interval(),
          String.join(", ", names(set)),
          set.grid().text());
    }
    FlatSet first = plan.sets().get(0);
    if (!first.conditions().isEmpty()) {
      writer.printf(
          "conditions: %s%s%n",
          String.join(", ", first.conditions().names()),
          first.conditions().phase() ? " and a phase" : "");
    }
    if (!plan.unused().isEmpty()) {
      writer.printf("not imported: %s%n", String.join(", ", plan.unused()));
    }
    writer.printf("%s: %.1f MB, %.1f s%n", out, Files.size(out) / 1e6, seconds);
    if (before > 0) {
      writer.printf("%.0f %% of it was there from an earlier run%n", 100 * before);
    }
    writer.flush();
  }

  private static List<String> names(FlatSet set) {
    return Channel.names(set.fields());
  }

  private Map<String, Object> document(ImportPlan plan, double before, double seconds)
      throws IOException {
    FlatSet first = plan.sets().get(0);
    Map<String, Object> d = new LinkedHashMap<>();
    d.put("file", out.toString());
    Map<String, Object> counts = new LinkedHashMap<>();
    plan.sets().forEach(set -> counts.put(set.group(), set.trajectories()));
    d.put("trajectories", counts);
    d.put("snapshots", first.steps());
    d.put("dt", first.interval());
    d.put("channels", names(first));
    d.put("shape", first.grid().points().toArray());
    d.put("lengths", first.grid().lengths());
    d.put("boundary", Boundaries.text(first.grid()));
    d.put("conditions", first.conditions().names());
    d.put("not_imported", plan.unused());
    d.put("resumed_fraction", before);
    d.put("seconds", seconds);
    d.put("bytes", Files.size(out));
    return d;
  }
}
