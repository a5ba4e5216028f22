package io.tfsno.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoneFieldsTest {
  /** A few transforms of numbers of about one, each rounded by 1e-16. */
  private static final double ROUNDING = 1e-13;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fields_packedAndHandedOut_areWhatTheirHalfSpectraSay(int dimension) {
    Grid grid = Grid.periodic(Points.cube(dimension, 12), 1);
    try (Scope scope = new Scope();
        SingleFields halves =
            new SingleFields(
                grid, Dealiasing.largestWaves(grid.points()), DType.FLOAT64, Device.CPU)) {
      LoneFields lone = new LoneFields(grid, Device.CPU);
      double[] noise = new Rng(1).normals(3 * grid.points().cells());
      Tensor spectra = halves.singleCoefficients(Tensor.of(noise, grid.points().shape(3, 1)));
      Tensor packed = lone.pack(spectra);
      assertThat(lone.singleValues(packed, 3, grid.points()).toDoubles())
          .containsExactly(halves.values(spectra).toDoubles(), within(ROUNDING));
    }
  }
}
