package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.base.plugin.Plugins;
import io.tfsno.base.plugin.TestJars;
import io.tfsno.data.npy.Npy;
import io.tfsno.operator.Operators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The separate project of docs/reference/plugins.md: built against the class path of the tests, as
 * Maven builds it against the artifact, and used by every command that knows models.
 */
class OwnModelTest {
  private static final Path PROJECT = Path.of("examples", "own-model");
  private static final Path SOURCES = PROJECT.resolve("src/main/java");

  @TempDir private static Path folder;
  private static Path jar;
  private static Path data;
  private static Path run;

  @BeforeAll
  static void buildAndTrain() throws IOException {
    jar = build(folder.resolve("own-model.jar"));
    data = folder.resolve("e1.h5");
    done(
        "data",
        "generate",
        "E1",
        "--quick",
        "--train",
        12,
        "--test",
        3,
        "--snapshots",
        13,
        "--out",
        data);
    Path config =
        Cli.write(
            folder,
            "c.yaml",
            """
            name: own
            data: {file: e1.h5}
            model: {name: shallow, width: 12}
            training: {epochs: 2, batch: 4}
            validation: {trajectories: 2, every: 1, horizon: 3}
            """);
    run = folder.resolve("runs").resolve("own");
    done("train", config, "--out", run, "--classpath", jar);
  }

  @AfterAll
  static void forget() {
    Plugins.use(List.of());
  }

  static Path build(Path jar) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> sources = files.filter(f -> f.toString().endsWith(".java")).toList();
      Map<String, byte[]> entries = TestJars.compiled(sources, jar.resolveSibling("classes"));
      entries.putAll(TestJars.files(PROJECT.resolve("src/main/resources")));
      return TestJars.pack(jar, entries);
    }
  }

  private static String done(Object... args) {
    Cli.Result result = Cli.run(args);
    assertThat(result.exit()).as(result.err()).isZero();
    return result.out();
  }

  @Test
  void models_withTheJarBeforeOrAfterTheCommand_listItWithItsOrigin() {
    assertThat(done("--classpath", jar, "models"))
        .contains("shallow: One wide Fourier layer", "  plug-in: " + jar)
        .containsOnlyOnce("plug-in:");
    JsonNode all = JsonMapper.shared().readTree(done("models", "--json", "--classpath", jar));
    JsonNode last = all.get(all.size() - 1);
    assertThat(last.get("name").asString()).isEqualTo("shallow");
    assertThat(last.get("plugin").asString()).isEqualTo(jar.toString());
    assertThat(all.get(0).has("plugin")).isFalse();
    assertThat(done("models")).doesNotContain("shallow");
  }

  @Test
  void pluginsNextToTheProgram_areAlwaysThere() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path installed = Files.createDirectories(home.resolve("plugins")).resolve("own-model.jar");
    Files.copy(jar, installed);
    String before = System.getProperty("tfsno.home");
    try {
      System.setProperty("tfsno.home", home.toString());
      assertThat(done("models")).contains("plug-in: " + installed);
      assertThat(Cli.run("models", "--classpath", jar).err())
          .contains("two named 'shallow'", installed.toString(), jar.toString());
      Files.writeString(home.resolve("plugins").resolve("notes.jar"), "no jar");
      assertThat(Cli.run("models").err()).contains("notes.jar", "cannot be read as one");
      assertThat(done("models", "--help")).contains("--classpath");
    } finally {
      if (before == null) {
        System.clearProperty("tfsno.home");
      } else {
        System.setProperty("tfsno.home", before);
      }
    }
  }

  @Test
  void jarThatIsNotThere_isRefusedWithoutAStackTrace() {
    Cli.Result result = Cli.run("models", "--classpath", folder.resolve("none.jar"));
    assertThat(result.exit()).isEqualTo(Main.WRONG_INPUT);
    assertThat(result.err()).contains("a plug-in jar", "none.jar").doesNotContain("\tat ");
    assertThat(Cli.run("models", "--classpath", jar + ":").err()).contains("an empty name");
  }

  @Test
  void jarBuiltAgainstAnotherVersion_isNamedWhenAMethodIsMissing() {
    Path old =
        TestJars.provider(
            folder.resolve("old.jar"),
            Operators.Provider.class,
            "old.Old",
            """
            package old;
            import io.tfsno.operator.*;
            import java.util.List;
            public final class Old implements Operators.Provider {
              public record Spec() implements OperatorSpec {
                public String model() { return "old"; }
                public Coordinates coords() { return Coordinates.NONE; }
                public boolean predictDelta() { return false; }
                public void check(FieldShape shape) {
                  throw new NoSuchMethodError("io.tfsno.operator.FieldShape.gone()");
                }
                public Operator declare(FieldShape shape) { return null; }
              }
              public List<Operators.Model> models() {
                return List.of(new Operators.Model("old", "An old one", "here",
                    new Traits(Traits.Grids.ANY, 1), Spec.class, d -> new Spec()));
              }
            }
            """);
    Cli.Result result = Cli.run("models", "--classpath", old);
    assertThat(result.exit()).isEqualTo(Main.WRONG_INPUT);
    assertThat(result.err())
        .contains("old.jar does not", "FieldShape.gone()", "Build it against tfsno")
        .doesNotContain("\tat ");
  }

  @Test
  void ranks_areToldOfTheJars() {
    Plugins.use(List.of(jar));
    assertThat(PluginFolders.passedOn()).containsExactly("--classpath", jar.toString());
    Plugins.use(List.of());
    assertThat(PluginFolders.passedOn()).isEmpty();
  }

  @Test
  void run_ofAPlugIn_recordsItsJar() throws IOException {
    JsonNode provenance =
        JsonMapper.shared().readTree(Files.readAllBytes(run.resolve("provenance.json")));
    JsonNode plugin = provenance.at("/plugins/0");
    assertThat(plugin.get("jar").asString()).isEqualTo("own-model.jar");
    assertThat(plugin.get("sha256").asString()).hasSize(64);
  }

  @Test
  void run_ofAPlugIn_isEvaluatedPredictedAndReported() throws IOException {
    assertThat(done("eval", run, "--data", data, "--steps", "1,3", "--classpath", jar))
        .contains("step");
    Path page = folder.resolve("report.html");
    done("report", run, "--out", page, "--classpath", jar);
    assertThat(Files.readString(page)).contains("own", "own-model.jar");
    assertThat(Files.readString(page)).doesNotContain(folder.toString());
  }

  @Test
  void run_withoutItsJar_saysThatItNeedsOne() {
    Cli.Result result = Cli.run("eval", run, "--data", data);
    assertThat(result.exit()).isEqualTo(Main.WRONG_INPUT);
    assertThat(result.err())
        .contains("unknown model 'shallow'", "One from a plug-in needs its jar");
  }

  @Test
  void config_ofAPlugIn_canBeTrained() throws IOException {
    String yaml = done("config", data, "shallow", "--classpath", jar);
    assertThat(yaml).contains("name: shallow", "width: 64");
  }

  @Test
  void equationOfAPlugIn_isListedAndSolved() throws IOException {
    assertThat(done("equations", "--classpath", jar)).contains("benjamin_ono1d");
    assertThat(done("equations", "benjamin_ono1d", "--classpath", jar))
        .contains("plug-in: " + jar, "damping");
    Path spec =
        Cli.write(
            folder,
            "solve.yaml",
            """
            equation: benjamin_ono1d
            parameters: {nu: 0}
            domain: {length: 6.283185307179586}
            resolution: 32
            solver: {dt: 0.01}
            snapshots: {interval: 0.5, count: 2}
            initial: {modes: [{amplitude: 1e-6, wavenumber: 3}]}
            """);
    Path out = folder.resolve("u.npy");
    done("solve", spec, "--out", out, "--classpath", jar);
    double[] u = Npy.read(out).doubles();
    for (int j = 0; j < 32; j++) {
      // Waves too small to notice each other travel by themselves, at the speed |k|.
      double x = 2 * Math.PI * j / 32;
      assertThat(u[32 + j] * 1e6).isCloseTo(Math.cos(3 * x - 9 * 0.5), within(1e-4));
    }
  }

  @Test
  void equationOfAPlugIn_makesDataThatPinoLearnsFrom() throws IOException {
    Path spec =
        Cli.write(
            folder,
            "waves.yaml",
            """
            equation: benjamin_ono1d
            parameters: {nu: 0.1}
            domain: {length: 20}
            resolution: 32
            solver: {resolution: 64, dt: 0.01}
            snapshots: {interval: 0.1, count: 8}
            initial: {band: {modes: 4, rms: 0.5, decay: 1}}
            sets: {train: {count: 8}, test: {count: 2}}
            """);
    Path waves = folder.resolve("waves.h5");
    done("data", "generate", spec, "--out", waves, "--classpath", jar);
    Path config =
        Cli.write(
            folder,
            "pino.yaml",
            """
            data: {file: waves.h5}
            model: {name: pino, width: 6, modes: 4, layers: 2, head: 8}
            training: {epochs: 1, batch: 4}
            validation: {trajectories: 2, every: 1, horizon: 3}
            """);
    Path learnt = folder.resolve("pino");
    done("train", config, "--out", learnt, "--classpath", jar);
    assertThat(Files.readString(learnt.resolve("provenance.json")))
        .contains("physics_consistency", "own-model.jar");
  }

  @Test
  void page_holdsTheSourcesOfTheProject() throws IOException {
    String page = Files.readString(Path.of("docs/reference/plugins.md"));
    for (String name : List.of("ShallowModel.java", "BenjaminOno.java")) {
      assertThat(page).contains(Files.readString(SOURCES.resolve("example").resolve(name)).strip());
    }
    assertThat(page).contains(Files.readString(PROJECT.resolve("pom.xml")).strip());
  }

  @Test
  void project_buildsAgainstThisVersion() throws IOException {
    String ours = Files.readString(Path.of("pom.xml"));
    String version = ours.substring(ours.indexOf("<version>"), ours.indexOf("</version>"));
    assertThat(Files.readString(PROJECT.resolve("pom.xml"))).contains(version + "</version>");
  }
}
