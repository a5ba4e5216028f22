package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.line;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.planeWaves;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.TimeFeatures;
import io.tfsno.operator.TimeSpec;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatisticsTest {
  private Scope scope;
  private Constants constants;
  private Parameters parameters;

  @BeforeEach
  void open() {
    scope = new Scope();
    constants = new Constants();
    parameters = new Parameters();
  }

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
    scope.close();
  }

  /** {@code [feature, sample]} of a field {@code [channel, sample, x(, y)]}. */
  private Tensor features(GateSpec.Controller controller, Modes modes, Tensor z) {
    SpectralConv conv =
        new SpectralConv(
            parameters,
            constants,
            "phi" + parameters.entries().size(),
            (int) z.size(0),
            1,
            modes,
            Initialiser.zeros());
    ModeTable table = new ModeTable(modes, constants);
    TrainingGrid grid = new TrainingGrid(Points.of(z, modes.dimension()), constants);
    Features features =
        controller == GateSpec.Controller.STATISTICS
            ? new StateStatistics(Statistics.ofPaper(), grid)
            : new DirectionalStatistics(table, grid);
    return features.of(new GateInput(table, grid, z, conv.analyse(z)));
  }

  private Tensor eight(Modes modes, Tensor z) {
    return features(GateSpec.Controller.STATISTICS, modes, z);
  }

  @Test
  void pureWave_givesTheValuesOfTheSpecification() {
    Tensor z = line(256, x -> Math.sin(2 * Math.PI * 5 * x));
    double[] s = eight(Modes.half(24), z).toDoubles();
    assertThat(Math.exp(s[0])).isCloseTo(0.5, offset(1e-5));
    assertThat(s[1]).isCloseTo(5.0 / 23, offset(1e-5));
    assertThat(s[2]).isCloseTo(0.01, offset(1e-4));
    assertThat(s[3]).isCloseTo(0, offset(2e-2));
    assertThat(s[4]).isCloseTo(0.5 * Math.log(0.5), offset(1e-5));
    assertThat(s[5]).isCloseTo(Math.sin(5 * Math.PI / 256), offset(1e-4));
    assertThat(s[6]).isCloseTo(-Math.log(2.5), offset(1e-4));
    assertThat(s[7]).isCloseTo(Math.log(1 + Math.sqrt(2)), offset(1e-3));
  }

  @Test
  void constantField_givesTheValuesOfTheSpecification() {
    Tensor z = Tensor.full(3, DType.FLOAT32, Device.CPU, 2, 1, 64);
    double[] s = eight(Modes.half(8), z).toDoubles();
    double[] expected = {Math.log(9), 0, 0.01, 0, -6.9078, 0.0005, -1.3863, 0};
    for (int i = 0; i < 8; i++) {
      assertThat(s[i]).as(Statistics.ofPaper().get(i)).isCloseTo(expected[i], offset(1e-4));
    }
  }

  @Test
  void energy_ofBandLimitedFields_isTheMeanSquare() {
    Tensor onLine = waves(1, 2, 3, 64, 7);
    assertEnergy(eight(Modes.half(8), onLine), onLine, 2);
    Tensor onPlane = planeWaves(1, 3, 16, 4).view(1, 3, 16, 16);
    assertEnergy(eight(Modes.half(5, 5), onPlane), onPlane, 2, 3);
  }

  private static void assertEnergy(Tensor s, Tensor z, long... space) {
    Tensor meanSquare = z.square().mean(space).mean(0);
    assertClose(s.select(0, 0), meanSquare.add(1e-6).log(), 1e-5);
  }

  @Test
  void scaledField_changesTheTwoLogarithmsOnly() {
    Tensor z = noise(1, 3, 4, 64);
    Tensor difference = eight(Modes.half(9), z.mul(4)).sub(eight(Modes.half(9), z));
    double[] expected = {2 * Math.log(4), 0, 0, 0, Math.log(4), 0, 0, 0};
    Tensor column = Tensor.of(expected, 8, 1).to(DType.FLOAT32).expand(8, 4).contiguous();
    assertClose(difference, column, 1e-4);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATISTICS", "DIRECTIONAL"})
  void shiftedField_hasTheSameStatistics(GateSpec.Controller controller) {
    Tensor z = noise(1, 3, 4, 64);
    Tensor shifted = features(controller, Modes.half(9), z.roll(13, 2));
    assertClose(shifted, features(controller, Modes.half(9), z), 1e-5);
    Tensor plane = noise(2, 3, 4, 16, 16);
    Tensor shiftedPlane = features(controller, Modes.half(4, 4), plane.roll(3, 2).roll(5, 3));
    assertClose(shiftedPlane, features(controller, Modes.half(4, 4), plane), 1e-5);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATISTICS", "DIRECTIONAL"})
  void extremeFields_haveFiniteStatisticsAndGradients(GateSpec.Controller controller) {
    for (int dimension = 1; dimension <= 2; dimension++) {
      long[] shape = dimension == 1 ? new long[] {3, 2, 32} : new long[] {3, 2, 16, 16};
      Modes modes = dimension == 1 ? Modes.half(8) : Modes.half(4, 4);
      float[] oneHot = new float[dimension == 1 ? 192 : 1536];
      oneHot[7] = 1;
      List<Tensor> fields =
          List.of(
              Tensor.zeros(DType.FLOAT32, Device.CPU, shape),
              Tensor.full(2.5, DType.FLOAT32, Device.CPU, shape),
              Tensor.of(oneHot, shape),
              noise(1, shape).mul(1e-20),
              noise(1, shape).mul(1e10));
      for (Tensor field : fields) {
        Tensor z = field.detach().trainable();
        Tensor s = features(controller, modes, z);
        assertThat(s.allFinite()).isTrue();
        for (int f = 0; f < s.size(0); f++) {
          features(controller, modes, z).select(0, f).sum().backward();
        }
        assertThat(z.grad().allFinite()).isTrue();
      }
    }
  }

  @Test
  void directions_swapWhenThePlaneIsTurnedOrReflected() {
    Tensor z = planeWaves(5, 2, 16, 3).view(1, 2, 16, 16);
    Modes modes = Modes.half(5, 5);
    double[] s = directions(modes, z);
    double[] turned = directions(modes, z.permute(0, 1, 3, 2).contiguous());
    long[] backwards = new long[16];
    for (int i = 0; i < 16; i++) {
      backwards[i] = 15 - i;
    }
    double[] mirrored = directions(modes, z.gather(2, Tensor.of(backwards, 16)));
    int[] swapAxes = {1, 0, 3, 2};
    int[] swapQuadrants = {0, 1, 2, 3, 6, 7, 4, 5};
    for (int i = 0; i < 4; i++) {
      assertThat(turned[i]).isCloseTo(s[swapAxes[i]], offset(1e-5));
    }
    for (int i = 0; i < 8; i++) {
      assertThat(mirrored[i]).isCloseTo(s[swapQuadrants[i]], offset(1e-5));
    }
    assertThat(s[4] + s[5] + s[6] + s[7]).isCloseTo(1, offset(1e-5));
    assertThat(Math.abs(s[0] - s[1])).isGreaterThan(1e-3);
  }

  /** The eight directional numbers of the first sample. */
  private double[] directions(Modes modes, Tensor z) {
    return features(GateSpec.Controller.DIRECTIONAL, modes, z)
        .select(1, 0)
        .narrow(0, 8, 8)
        .toDoubles();
  }

  @Test
  void directionsOnLine_followTheQuarters() {
    Tensor z = line(64, x -> Math.cos(2 * Math.PI * 7 * x));
    double[] s = features(GateSpec.Controller.DIRECTIONAL, Modes.half(9), z).view(-1).toDoubles();
    assertThat(s[10]).as("centroid of the upper half").isCloseTo(7.0 / 8, offset(1e-2));
    assertThat(s[15]).as("share of the last quarter").isCloseTo(1, offset(1e-4));
    assertThat(s[12] + s[13] + s[14]).isCloseTo(0, offset(1e-5));
  }

  @Test
  void coarserGrid_seesTheSameSpectrumStatistics() {
    Tensor coarse = waves(3, 2, 2, 16, 6);
    Tensor fine = Resample.to(coarse, Points.of(64));
    Tensor onCoarse = eight(Modes.half(24), coarse).narrow(0, 0, 4);
    assertClose(onCoarse, eight(Modes.half(24), fine).narrow(0, 0, 4), 1e-4);
  }

  @Test
  void time_isEncodedBySinesAndCosines() {
    TimeFeatures periodic = new TimeFeatures(new TimeSpec(4, 2.0, true), constants);
    double[] s = periodic.of(Tensor.of(new float[] {0.5f}, 1)).toDoubles();
    for (int j = 1; j <= 4; j++) {
      assertThat(s[j - 1]).isCloseTo(Math.sin(Math.PI * j * 0.5), offset(1e-6));
      assertThat(s[3 + j]).isCloseTo(Math.cos(Math.PI * j * 0.5), offset(1e-6));
    }
    assertThat(new TimeSpec(3, 10, false).frequencies())
        .containsExactly(Math.PI / 10, 2 * Math.PI / 10, 4 * Math.PI / 10);
  }
}
