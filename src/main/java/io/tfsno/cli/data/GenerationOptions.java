package io.tfsno.cli.data;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.Names;
import io.tfsno.base.UserError;
import io.tfsno.cli.console.Advised;
import io.tfsno.data.generate.GenerationRequest;
import io.tfsno.data.generate.SetRequest;
import io.tfsno.data.generate.SetSpec;
import io.tfsno.data.generate.Shard;
import io.tfsno.data.generate.ShippedSpecs;
import io.tfsno.data.generate.SpecRequest;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.pde.catalogue.Profile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What to generate, and how much of it. */
final class GenerationOptions {
  private static final int QUICK_TRAIN = 64;
  private static final int QUICK_OTHERS = 16;
  private static final String QUICK_PROFILE = Profile.QUICK.label();

  @Option(
      names = "--train",
      paramLabel = "N",
      description = "training trajectories (default: what the specification says; quick: 64)")
  private Integer train;

  @Option(
      names = "--test",
      paramLabel = "N",
      description = "test trajectories (default: what the specification says; quick: 16)")
  private Integer test;

  @Option(
      names = "--count",
      paramLabel = "SET=N",
      description = "trajectories of any set of the specification; may be repeated")
  private Map<String, Integer> counts = new LinkedHashMap<>();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "master seed (default: the specification's, or 20260101)")
  private Long seed;

  @Option(names = "--reynolds", paramLabel = "R", description = "Reynolds number, for E6 only")
  private Double reynolds;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description =
          "a profile of the specification for all sets, such as reference or fast"
              + " (default: each set's own)")
  private String profile;

  @Option(
      names = "--snapshots",
      paramLabel = "N",
      description = "stored snapshots, including the initial state")
  private int snapshots;

  @Option(
      names = "--quick",
      description = "a small set for trying things out: seconds, not minutes")
  private boolean quick;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description = "generate the I-th of N parts of each set, on any machine and in any order")
  private String shard;

  /** The name under which a progress bar shows it. */
  String title(String what, GenerationRequest request) {
    return ShippedSpecs.find(what).map(name -> name + " ").orElse("") + request.title();
  }

  Shard shard() {
    return shard == null ? Shard.WHOLE : Advised.get("Correct --shard.", () -> Shard.parse(shard));
  }

  /**
   * @param what a name of the program's own specifications, or a file
   */
  GenerationRequest request(String what) {
    if (quick && profile != null) {
      throw new UserError("either --quick or --profile", "both", "Leave one out.");
    }
    Optional<String> shipped = ShippedSpecs.find(what);
    Optional<Benchmark> benchmark =
        Benchmark.all().stream().filter(b -> b.id().equalsIgnoreCase(what)).findFirst();
    if (benchmark.isPresent() && counts.isEmpty()) {
      return ofBenchmark(benchmark.get());
    }
    if (reynolds != null) {
      throw new UserError(
          "--reynolds with E6 alone",
          what,
          "State 'parameters: {Re: %s}' in a specification of your own.".formatted(reynolds));
    }
    if (shipped.isPresent()) {
      return ofSpec(ShippedSpecs.of(shipped.get()), shipped.get(), Path.of(""));
    }
    Path file = Path.of(what);
    if (!Files.exists(file) && !what.endsWith(".yaml") && !what.endsWith(".yml")) {
      throw Names.unknown("benchmark", what, ShippedSpecs.names());
    }
    SetSpec spec = ConfigReader.read(file, SetSpec.class);
    try {
      return ofSpec(spec, null, Optional.ofNullable(file.getParent()).orElse(Path.of("")));
    } catch (UserError e) {
      throw e.getMessage().startsWith(what) ? e : new UserError(what + ": " + e.getMessage(), e);
    }
  }

  private GenerationRequest ofBenchmark(Benchmark standard) {
    Benchmark chosen =
        reynolds == null
            ? standard
            : Advised.get(
                "Correct --reynolds, or leave it out.", () -> standard.withReynolds(reynolds));
    Profile used = quick ? Profile.QUICK : profile == null ? null : Profile.named(profile);
    Shard part = shard();
    return Advised.get(
        "Change --train, --test or --snapshots.",
        () ->
            new SetRequest(
                chosen,
                train != null ? train : quick ? QUICK_TRAIN : 1000,
                test != null ? test : quick ? QUICK_OTHERS : 200,
                seed == null ? Benchmark.MASTER_SEED : seed,
                used,
                snapshots,
                part));
  }

  private GenerationRequest ofSpec(SetSpec spec, String name, Path folder) {
    Map<String, Integer> asked = new LinkedHashMap<>();
    if (quick) {
      spec.sets()
          .forEach(
              (set, part) ->
                  asked.put(
                      set,
                      Math.min(part.count(), set.equals("train") ? QUICK_TRAIN : QUICK_OTHERS)));
    }
    asked.putAll(counts);
    if (train != null) {
      asked.put("train", train);
    }
    if (test != null) {
      asked.put("test", test);
    }
    boolean hasQuick = spec.profiles().containsKey(QUICK_PROFILE);
    SpecRequest request =
        new SpecRequest(
            spec,
            name,
            folder,
            asked,
            seed,
            quick && hasQuick ? QUICK_PROFILE : profile,
            snapshots,
            shard());
    request.sets(); // refuses what cannot be made before anything is written
    return request;
  }
}
