package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.ConfigReader;
import io.tfsno.operator.FieldShape;
import io.tfsno.operator.OperatorSpec;
import io.tfsno.operator.Operators;
import io.tfsno.pde.catalogue.Benchmark;
import io.tfsno.run.ModelReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of configs/: one for each benchmark and model, stating the defaults. */
class ShippedConfigsTest {
  static Stream<String> names() {
    return Benchmark.all().stream()
        .map(b -> b.id().toLowerCase(Locale.ROOT))
        .flatMap(b -> Operators.names().stream().map(m -> b + "-" + m));
  }

  @ParameterizedTest
  @MethodSource("names")
  void config_ofABenchmarkAndModel_statesItsDefaults(String name) throws IOException {
    Path file = Path.of("configs", name + ".yaml");
    TrainConfig config = ConfigReader.read(file, TrainConfig.class);
    Benchmark b = Benchmark.named(name.substring(0, 2));
    FieldShape shape = new FieldShape(b.dimension(), b.trainingPoints(), 1, b.length());

    OperatorSpec spec = ModelReader.read(name, config.model(), b.dimension());

    spec.check(shape);
    assertThat(spec).isEqualTo(Operators.of(name.substring(3)).defaults().apply(b.dimension()));
    assertThat(config.name()).isEqualTo(name);
    assertThat(config.training().batch()).isEqualTo(b.dimension() == 1 ? 32 : 16);
    assertThat(config.pushforward()).isEqualTo(TrainConfig.defaults().pushforward());
    assertThat(config.validation()).isEqualTo(TrainConfig.defaults().validation());
    assertThat(Files.readString(file)).contains("./tfsno data generate " + b.id());
  }
}
