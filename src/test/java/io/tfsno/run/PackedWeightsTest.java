package io.tfsno.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.file.StoredTensor;
import io.tfsno.data.safetensors.Safetensors;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of spectral weights of which some modes are left out. */
@ExtendWith(PerTestScope.class)
class PackedWeightsTest {
  private static final String NAME = "phi.weight";

  @TempDir private Path folder;

  /** Two channels to three on 16 points per axis, waves below {@code from} left out. */
  private static Parameters network(int dimension, int from, long seed) {
    Parameters parameters = new Parameters();
    Modes modes = Modes.belowNyquist(Points.cube(dimension, 16), 4);
    new SpectralConv(parameters, new Constants(), "phi", 2, 3, modes, Initialiser.normal(1), from);
    parameters.allocate(Device.CPU, new Rng(seed));
    return parameters;
  }

  /** In 1D waves 0 to 3; in 2D (-3 .. 3) x (0 .. 3), of which (-1 .. 1) x (0, 1) are below 2. */
  @ParameterizedTest
  @CsvSource({"1, 0, 4", "1, 3, 1", "2, 2, 22"})
  void file_holdsTheTrainedModesAlone_andGivesAllWeightsBack(int dimension, int from, long modes) {
    Path file = folder.resolve("model.safetensors");
    try (Parameters written = network(dimension, from, 1);
        Parameters read = network(dimension, from, 2)) {
      Safetensors.write(file, Weights.stored(written), Map.of());
      StoredTensor stored = Safetensors.read(file).get(NAME);
      if (from > 0) {
        assertThat(stored.shape()).containsExactly(modes, 3, 2, 2);
      }
      assertThat(stored.values()).hasSize(Math.toIntExact(modes * 12)).doesNotContain(0f);
      assertThat(read.flat().toFloats()).isNotEqualTo(written.flat().toFloats());
      Weights.load(file, Safetensors.read(file), read);
      assertThat(read.flat().toFloats()).containsExactly(written.flat().toFloats());
    }
  }

  @Test
  void fileOfAllModes_asEarlierVersionsWroteIt_opensAndIsPackedByExport() {
    try (Parameters written = network(2, 2, 1);
        Parameters read = network(2, 2, 2)) {
      float[] values = written.get(NAME).toFloats();
      StoredTensor whole = new StoredTensor(new long[] {4, 7, 3, 2, 2}, values);
      Path file = folder.resolve("model.safetensors");
      Safetensors.write(file, Map.of(NAME, whole), Map.of());
      Weights.load(file, Safetensors.read(file), read);
      assertThat(read.flat().toFloats()).containsExactly(written.flat().toFloats());
      StoredTensor packed = Weights.packed(Map.of(NAME, whole), written).get(NAME);
      assertThat(packed.shape()).containsExactly(22, 3, 2, 2);
      assertThat(packed.values()).containsExactly(Weights.stored(written).get(NAME).values());
    }
  }

  @Test
  void otherShape_isRefusedWithTheOneExpected() {
    Path file = folder.resolve("model.safetensors");
    try (Parameters written = network(1, 2, 1);
        Parameters read = network(1, 3, 2)) {
      Safetensors.write(file, Weights.stored(written), Map.of());
      assertThatThrownBy(() -> Weights.load(file, Safetensors.read(file), read))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("expected 'phi.weight' of shape [1, 3, 2, 2], found [2, 3, 2, 2]");
    }
  }
}
