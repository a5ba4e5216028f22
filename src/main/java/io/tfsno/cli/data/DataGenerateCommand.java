package io.tfsno.cli.data;

import io.tfsno.base.UserError;
import io.tfsno.cli.console.Advised;
import io.tfsno.cli.console.DeviceOptions;
import io.tfsno.cli.console.Interruptible;
import io.tfsno.cli.console.Json;
import io.tfsno.cli.console.OutputFile;
import io.tfsno.cli.console.Progress;
import io.tfsno.data.generate.SetGenerator;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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
    name = "generate",
    description = {
      "Make the data set of a benchmark, E1 to E6, as HDF5 in the layout of PDEBench.",
      "An interrupted run leaves FILE.part; the same command goes on with it."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  tfsno data generate E1 --out e1.h5",
      "  tfsno data generate E6 --reynolds 500 --out e6-re500.h5",
      "  tfsno data generate E4 --quick --out e4-quick.h5"
    })
final class DataGenerateCommand implements Callable<Integer> {
  private static final int QUICK_TRAIN = 64;
  private static final int QUICK_TEST = 16;

  @Spec private CommandSpec spec;
  @Mixin private DeviceOptions devices;

  @Parameters(paramLabel = "BENCHMARK", description = "E1, E2, E3, E4, E5 or E6")
  private String benchmark;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "file to write")
  private Path out;

  @Option(
      names = "--train",
      paramLabel = "N",
      description = "training trajectories (default: 1000; quick: 64)")
  private Integer train;

  @Option(
      names = "--test",
      paramLabel = "N",
      description = "test trajectories (default: 200; quick: 16)")
  private Integer test;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "" + Benchmark.MASTER_SEED,
      description = "master seed (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--reynolds", paramLabel = "R", description = "Reynolds number, for E6 only")
  private Double reynolds;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = "reference or fast for both splits (default: train fast, test reference)")
  private String profile;

  @Option(names = "--snapshots", paramLabel = "N", description = "stored snapshots, start included")
  private int snapshots;

  @Option(
      names = "--quick",
      description = "a small set for trying things out: seconds, not minutes")
  private boolean quick;

  @Option(names = "--force", description = "replace a file that exists")
  private boolean force;

  @Option(names = "--json", description = "print one JSON document")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Benchmark chosen = Benchmark.named(benchmark);
    if (reynolds != null) {
      chosen = withReynolds(chosen);
    }
    if (quick && profile != null) {
      throw new UserError("either --quick or --profile", "both", "Leave one out.");
    }
    SetRequest request = request(chosen);
    SetGenerator generator = new SetGenerator(request, devices.device(), devices.threads());
    long start = System.nanoTime();
    long before = generate(generator, chosen);
    double seconds = (System.nanoTime() - start) * 1e-9;
    print(chosen, request, before, seconds);
    return 0;
  }

  private Benchmark withReynolds(Benchmark standard) {
    return Advised.get(
        "Correct --reynolds, or leave it out.", () -> standard.withReynolds(reynolds));
  }

  private SetRequest request(Benchmark chosen) {
    Profile used = quick ? Profile.QUICK : profile == null ? null : Profile.named(profile);
    return Advised.get(
        "Change --train, --test or --snapshots.",
        () ->
            new SetRequest(
                chosen,
                train != null ? train : quick ? QUICK_TRAIN : 1000,
                test != null ? test : quick ? QUICK_TEST : 200,
                seed,
                used,
                snapshots));
  }

  private long generate(SetGenerator generator, Benchmark chosen) {
    String farewell =
        "interrupted; finished trajectories are kept in %s.part. Run the same command again to continue."
            .formatted(out);
    try (Progress progress = new Progress(chosen.id() + " " + chosen.title(), "trajectories")) {
      return OutputFile.namingForce(
          () ->
              Interruptible.run(farewell, stop -> generator.generate(out, force, stop, progress)));
    }
  }

  private void print(Benchmark chosen, SetRequest request, long before, double seconds)
      throws IOException {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> d = new LinkedHashMap<>();
      d.put("file", out.toString());
      d.put("benchmark", chosen.id());
      d.put("train", request.train());
      d.put("test", request.test());
      d.put("resumed_trajectories", before);
      d.put("seconds", seconds);
      d.put("bytes", Files.size(out));
      Json.print(writer, d);
      return;
    }
    writer.printf(
        "%s: %s, %d training and %d test trajectories, %.1f MB, %.1f s%n",
        out, chosen.title(), request.train(), request.test(), Files.size(out) / 1e6, seconds);
    if (before > 0) {
      writer.printf("%d of them were finished by an earlier run%n", before);
    }
    writer.flush();
  }
}
