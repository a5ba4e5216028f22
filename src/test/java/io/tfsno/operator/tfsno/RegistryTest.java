package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.base.UserError;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.tfsno.cuda.FusedGate;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class RegistryTest {
  @Test
  void names_areDifferent_andWrittenInAnyCase() {
    assertThat(Statistics.names(Statistics.all())).doesNotHaveDuplicates();
    assertThat(Statistics.of("log_energy").name()).isEqualTo("LOG_ENERGY");
    assertThat(GateSpec.DEFAULT.withFeatures(List.of("crest", "Centroid")).features())
        .containsExactly("CENTROID", "CREST");
  }

  @Test
  void unknownName_suggestsTheNearest() {
    assertThatThrownBy(() -> GateSpec.DEFAULT.withFeatures(List.of("KURTOSES")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("unknown statistic 'KURTOSES'")
        .hasMessageContaining("did you mean 'KURTOSIS'?")
        .hasMessageContaining("BAND_RATIO");
  }

  /** What follows on the kernels' own statistics is computed elsewhere and put behind them. */
  @Test
  void kernelsStatistics_areTheFirstOfTheRegistry_inItsOrder() {
    int known = FusedGate.STATISTICS.size();
    assertThat(Statistics.names(Statistics.all()).subList(0, known))
        .isEqualTo(FusedGate.STATISTICS);
    assertThat(FusedGate.mask(List.of("LOG_ENERGY", "SKEWNESS"))).isEqualTo(0b1001);
  }

  @Test
  void bandRatio_ofTwoWaves_isTheLogarithmOfTheirEnergies() {
    try (Constants constants = new Constants();
        Parameters parameters = new Parameters()) {
      Modes modes = Modes.half(9);
      SpectralConv conv =
          new SpectralConv(parameters, constants, "phi", 1, 1, modes, Initialiser.zeros());
      Tensor z =
          line(64, x -> 2 * Math.sin(2 * Math.PI * 3 * x) + 0.5 * Math.cos(2 * Math.PI * 7 * x));
      GateInput input =
          new GateInput(
              new ModeTable(modes, constants),
              new TrainingGrid(Points.of(64), constants),
              z,
              conv.analyse(z));
      assertThat(Statistics.of("BAND_RATIO").of(input).item())
          .isCloseTo(Math.log(0.25 / 4), offset(2e-3));
    }
  }
}
