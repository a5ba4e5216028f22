package io.tfsno.operator.baseline;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.planeWaves;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.engine.Autograd;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Parameters;
import io.tfsno.operator.SpectralInit;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PerTestScope.class)
class UnoBlockTest {
  private final Parameters parameters = new Parameters();
  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  private UnoBlock block(int in, int out, Modes modes) {
    UnoBlock block =
        new UnoBlock(parameters, constants, "block", in, out, modes, SpectralInit.NORMAL);
    parameters.allocate(Device.CPU, new Rng(5));
    return block;
  }

  /** One channel whose kept modes pass unchanged, and no pointwise part. */
  private UnoBlock identity(Modes modes) {
    UnoBlock block = block(1, 1, modes);
    try (Autograd.Mode off = Autograd.off()) {
      parameters.flat().zeroInPlace();
      parameters.get("block.spectral.weight").select(-2, 0).copyInPlace(Tensor.of(new float[] {1}));
    }
    return block;
  }

  /** A plane wave, {@code [1, 1, points, points]}. */
  private static Tensor wave(int points, int k1, int k2) {
    double[] values = new double[points * points];
    for (int i = 0; i < values.length; i++) {
      double phase = 2 * Math.PI * (k1 * (i / points) + k2 * (i % points)) / points;
      values[i] = Math.cos(phase) + 0.5 * Math.sin(phase);
    }
    return Tensor.of(values, 1, 1, points, points).to(DType.FLOAT32);
  }

  @ParameterizedTest
  @CsvSource({"64, 32", "32, 64", "48, 48"})
  void unitModes_onLine_resampleWhatTheyKeep(int from, int to) {
    UnoBlock block = identity(Modes.half(6));
    // One field of a seed has the same low waves, whatever else it has.
    Tensor low = waves(1, 1, 1, from, 5);
    Tensor all = waves(1, 1, 1, from, 9);
    assertThat(distance(all, low)).isGreaterThan(1);
    assertClose(block.sum(all, Points.of(to)), Resample.to(low, Points.of(to)), 1e-5);
  }

  @ParameterizedTest
  @CsvSource({"32, 16", "16, 32"})
  void unitModes_onPlane_resampleWhatTheyKeep(int from, int to) {
    UnoBlock block = identity(Modes.half(4, 4));
    Tensor low = planeWaves(1, 1, from, 3).add(wave(from, -2, 3)).add(wave(from, 3, 0));
    Tensor high = wave(from, 2, 5).add(wave(from, -5, 1)).add(wave(from, 6, 0));
    assertClose(
        block.sum(low.add(high), Points.of(to, to)), Resample.to(low, Points.of(to, to)), 1e-5);
  }

  @Test
  void waveOfNegativeRow_throughAShrinkingBlock_keepsItsDirection() {
    UnoBlock block = identity(Modes.half(4, 4));
    assertClose(block.sum(wave(64, 3, -2), Points.of(32, 32)), wave(32, 3, -2), 1e-5);
    assertThat(distance(wave(32, 3, -2), wave(32, 3, 2))).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void coarserGrids_keepTheWeightsOfTheWavesTheyHold(int dimension) {
    // The coarser of 16 and 8 points holds 4 of the 6 modes, that of 64 and 32 all of them.
    UnoBlock block = block(1, 3, dimension == 1 ? Modes.half(6) : Modes.half(6, 6));
    Tensor z = dimension == 1 ? waves(1, 1, 2, 16, 3) : planeWaves(1, 2, 16, 3).view(1, 2, 16, 16);
    Points p8 = Points.cube(dimension, 8);
    Points p16 = Points.cube(dimension, 16);
    Points p32 = Points.cube(dimension, 32);
    Points p64 = Points.cube(dimension, 64);
    Tensor fine = block.sum(Resample.to(z, p64), p32);
    assertClose(block.sum(z, p8), Resample.to(fine, p8), 1e-5);
    Tensor grown = block.sum(Resample.to(z, p32), p64);
    Tensor shrunk = Resample.to(z, p8);
    assertClose(block.sum(shrunk, p16), Resample.to(grown, p16), 1e-5);
  }

  @ParameterizedTest
  @CsvSource({"1, 32, 16", "1, 16, 32", "2, 16, 8", "2, 8, 16", "2, 8, 8"})
  void pointwisePart_onTheCoarserGrid_equalsMappingThenResampling(int dimension, int from, int to) {
    UnoBlock block = block(3, 5, dimension == 1 ? Modes.half(4) : Modes.half(3, 3));
    try (Autograd.Mode off = Autograd.off()) {
      parameters.get("block.spectral.weight").zeroInPlace();
    }
    Tensor z = dimension == 1 ? noise(1, 3, 2, from) : noise(1, 3, 2, from, from);
    Tensor weight = parameters.get("block.pointwise.weight");
    Tensor bias = parameters.get("block.pointwise.bias");
    long[] mapped = z.shape();
    mapped[0] = 5;
    Tensor literal = weight.matmul(z.reshape(3, -1)).add(bias.view(-1, 1)).view(mapped);
    Points other = Points.cube(dimension, to);
    assertClose(block.sum(z, other), Resample.to(literal, other), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void skip_besideItsField_countsAsFurtherChannels(int dimension) {
    UnoBlock block = block(5, 4, dimension == 1 ? Modes.half(4) : Modes.half(3, 3));
    Tensor z = dimension == 1 ? noise(1, 3, 2, 16) : noise(1, 3, 2, 8, 8);
    Tensor skip = dimension == 1 ? noise(2, 2, 2, 16) : noise(2, 2, 2, 8, 8);
    Points to = Points.cube(dimension, dimension == 1 ? 32 : 16);
    assertClose(block.apply(z, skip, to), block.apply(Tensor.cat(0, z, skip), to), 1e-5);
  }
}
