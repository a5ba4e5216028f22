package io.tfsno.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.ConfigReader;
import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.operator.PaddingSpec;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.train.TrainConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ConfigCommandTest {
  @TempDir private Path folder;

  static Stream<Arguments> benchmarksAndModels() {
    return Benchmark.all().stream()
        .flatMap(b -> Operators.names().stream().map(m -> Arguments.of(b, m)));
  }

  private static String printed(String... arguments) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new ConfigCommand()).setOut(new PrintWriter(out));
    line.setExecutionExceptionHandler(
        (e, c, parsed) -> {
          throw e;
        });
    line.parseArgs(arguments);
    new CommandLine.RunLast().execute(line.getParseResult());
    return out.toString();
  }

  @ParameterizedTest
  @MethodSource("benchmarksAndModels")
  void config_readBack_isTheDefaults(Benchmark b, String model) {
    String text = printed(b.id(), model);
    TrainConfig config = ConfigReader.parse("printed", text, TrainConfig.class);
    TrainConfig empty = ConfigReader.parse("empty", "{}", TrainConfig.class);

    OperatorSpec spec = config.model().in(b.dimension(), "printed");

    assertThat(spec).isEqualTo(Operators.of(model).defaults().apply(b.dimension()));
    assertThat(config.data()).isEqualTo(empty.withDataFile(config.dataFile()).data());
    assertThat(config.objective()).isEqualTo(empty.objective());
    assertThat(config.training()).isEqualTo(empty.training());
    assertThat(config.pushforward()).isEqualTo(empty.pushforward());
    assertThat(config.validation()).isEqualTo(empty.validation());
    assertThat(config.seed()).isEqualTo(empty.seed());
    assertThat(text).contains("./tfsno data generate " + b.id());
  }

  @ParameterizedTest
  @MethodSource("benchmarksAndModels")
  void everyKey_hasAComment(Benchmark b, String model) {
    List<String> keys = printed(b.id(), model).lines().filter(l -> !l.startsWith("#")).toList();
    assertThat(keys).isNotEmpty().allSatisfy(l -> assertThat(l).matches(".*\\S +# \\S.*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"e1-tfsno", "e6-tfsno"})
  void shippedExample_isWhatTheCommandPrints(String name) throws IOException {
    String[] parts = name.split("-", -1);
    assertThat(Path.of("configs", name + ".yaml"))
        .content()
        .isEqualTo(printed(parts[0].toUpperCase(Locale.ROOT), parts[1]));
  }

  @Test
  void configs_keepTheTwoExamplesOnly() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("configs"))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("e1-tfsno.yaml", "e6-tfsno.yaml");
    }
  }

  @Test
  void config_ofADataSet_hasTheSizesOfItsDimension() {
    Path file = folder.resolve("mine.h5");
    SyntheticSets.write(file, SyntheticSets.flat(2, 3, 1, 2, 8), (b, t, c, cell) -> cell);

    String text = printed(file.toString(), "fno", "--predict-delta");

    TrainConfig config = ConfigReader.parse("printed", text, TrainConfig.class);
    assertThat(config.name()).isEqualTo("mine-fno");
    assertThat(config.dataFile()).isEqualTo(file.toString());
    assertThat(config.model().given().get("predictDelta").booleanValue()).isTrue();
    assertThat(config.model().given().get("width").intValue()).isEqualTo(28);
  }

  @Test
  void unknownBenchmarkOrModel_isNamedWithTheNearest() {
    assertThatThrownBy(() -> printed("E11", "fno"))
        .rootCause()
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("unknown benchmark or data set 'E11': did you mean 'E1'?");
    assertThatThrownBy(() -> printed("E1", "fnoo"))
        .rootCause()
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("unknown model 'fnoo': did you mean 'fno'?");
  }

  /** 24 x 24 points hold fewer modes than the defaults keep. */
  @ParameterizedTest
  @ValueSource(strings = {"tfsno", "uno", "fno", "pino"})
  void config_ofASmallWalledSet_fitsItsGridAndSpellsItsPaddingOut(String model) {
    Path file = Path.of("src/test/resources/pdebench_2d_diff_react_sample.hdf5");
    TrainConfig config =
        ConfigReader.parse("printed", printed(file.toString(), model), TrainConfig.class);

    OperatorSpec spec = config.model().in(2, "printed");

    try (TrajectoryFile data = TrajectoryFile.open(file)) {
      TrajectorySet set = data.setOrFirst("train");
      spec.check(new FieldShape(set.grid(), set.fields()));
    }
    assertThat(spec.padding()).isEqualTo(PaddingSpec.defaults());
  }
}
