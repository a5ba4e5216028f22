package io.tfsno.operator.tfsno;

import static io.tfsno.nn.TestFields.assertClose;
import static io.tfsno.nn.TestFields.distance;
import static io.tfsno.nn.TestFields.noise;
import static io.tfsno.nn.TestFields.planeWaves;
import static io.tfsno.nn.TestFields.waves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.nn.Initialiser;
import io.tfsno.nn.Parameters;
import io.tfsno.nn.SpectralConv;
import io.tfsno.operator.Conditions;
import io.tfsno.operator.Inputs;
import io.tfsno.operator.Pass;
import io.tfsno.operator.tfsno.GateSpec.Controller;
import io.tfsno.operator.tfsno.statistic.GateInput;
import io.tfsno.operator.tfsno.statistic.ModeTable;
import io.tfsno.operator.tfsno.statistic.Statistic;
import io.tfsno.operator.tfsno.statistic.Statistics;
import io.tfsno.operator.tfsno.statistic.TrainingGrid;
import io.tfsno.spectral.Modes;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A gate must be the same function of a smooth field, whatever the grid that it is given on. */
@ExtendWith(PerTestScope.class)
class GateGridsTest {
  private static final int CHANNELS = 2;
  private static final Points LINE = Points.of(64);
  private static final Points PLANE = Points.of(32, 32);
  private static final Modes MODES = Modes.half(20);
  private static final Modes PLANE_MODES = Modes.half(10, 10);

  /** Float32 rounding of fields of order 1, through a logarithm and a square root. */
  private static final double TOLERANCE = 2e-5;

  private final Constants constants = new Constants();
  private final Parameters parameters = new Parameters();

  @AfterEach
  void free() {
    parameters.close();
    constants.close();
  }

  /** Half, twice and four times as many points, and odd numbers on either side. */
  private static List<Points> others(int dimension) {
    return dimension == 1
        ? Stream.of(32, 128, 256, 37, 95).map(Points::of).toList()
        : List.of(Points.of(16, 16), Points.of(64, 64), Points.of(128, 128), Points.of(17, 45));
  }

  /** Waves that the coarsest of these grids holds, {@code [channel, sample, x(, y)]}. */
  private static Tensor smooth(int dimension) {
    return dimension == 1
        ? waves(3, CHANNELS, 3, LINE.last(), 7)
        : planeWaves(3, CHANNELS * 3, PLANE.last(), 5).view(PLANE.shape(CHANNELS, 3));
  }

  private SpectralConv conv(Modes modes) {
    String name = "phi" + parameters.entries().size();
    return new SpectralConv(
        parameters, constants, name, CHANNELS, CHANNELS, modes, Initialiser.zeros());
  }

  static Stream<Arguments> statistics() {
    return Statistics.all().stream()
        .flatMap(s -> Stream.of(1, 2).map(dimension -> Arguments.of(s.name(), dimension)));
  }

  @ParameterizedTest(name = "{0} {1}D")
  @MethodSource("statistics")
  void statistic_onAnyGrid_isThatOnTheTrainingGrid(String name, int dimension) {
    Statistic statistic = Statistics.of(name);
    Points trained = dimension == 1 ? LINE : PLANE;
    SpectralConv conv = conv(dimension == 1 ? MODES : PLANE_MODES);
    ModeTable table = new ModeTable(conv.modes(), constants);
    TrainingGrid grid = new TrainingGrid(trained, constants);
    Tensor z = smooth(dimension);
    Tensor expected = statistic.of(new GateInput(table, grid, z, conv.analyse(z)));
    for (Points points : others(dimension)) {
      Tensor other = Resample.to(z, points);
      Tensor found = statistic.of(new GateInput(table, grid, other, conv.analyse(other)));
      assertClose(found, expected, TOLERANCE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void controller_onAnyGrid_seesWhatItSeesOnTheTrainingGrid(Controller controller) {
    for (int dimension = 1; dimension <= 2; dimension++) {
      Points trained = dimension == 1 ? LINE : PLANE;
      SpectralConv conv = conv(dimension == 1 ? MODES : PLANE_MODES);
      Parameters own = new Parameters();
      GateSpec spec = GateSpec.DEFAULT.withController(controller).withKind(GateSpec.Kind.SCALAR);
      Gate gate =
          new Gate(
              own,
              constants,
              "gate",
              TfSnoSpec.defaults(dimension).withGate(spec),
              new GivenFeatures(spec, Inputs.NONE, constants, null),
              CHANNELS,
              conv.modes(),
              trained);
      own.allocate(Device.CPU, new Rng(1));
      own.flat().addInPlace(noise(2, own.count()).mul(0.2));
      Tensor z = smooth(dimension);
      Tensor expected = gate.statistics(z, conv.analyse(z));
      Tensor delta = gate.delta(z, conv.analyse(z), Pass.plain(Conditions.NONE));
      for (Points points : others(dimension)) {
        Tensor other = Resample.to(z, points);
        Tensor x = conv.analyse(other);
        assertClose(gate.statistics(other, x), expected, TOLERANCE);
        assertClose(gate.delta(other, x, Pass.plain(Conditions.NONE)), delta, TOLERANCE);
      }
      own.close();
    }
  }

  @Test
  void roughness_ofAWaveOnAFinerGrid_isThatOfTheTrainingSpacing() {
    Points points = Points.of(4 * LINE.last());
    Tensor wave = waves(1, 1, 1, 8, 1).sub(waves(1, 1, 1, 8, 0));
    Tensor z = Resample.to(wave, points).expand(points.shape(CHANNELS, 1)).contiguous();
    SpectralConv conv = conv(MODES);
    GateInput input =
        new GateInput(
            new ModeTable(MODES, constants), new TrainingGrid(LINE, constants), z, conv.analyse(z));
    double found = Statistics.of("ROUGHNESS").of(input).item();
    assertThat(found).isCloseTo(Math.sin(Math.PI / LINE.last()), offset(TOLERANCE));
  }

  @Test
  void gradient_onAFinerGrid_isThatOfADifference() {
    Tensor z = Resample.to(smooth(1), Points.of(96)).copy().trainable();
    SpectralConv conv = conv(MODES);
    ModeTable table = new ModeTable(MODES, constants);
    TrainingGrid grid = new TrainingGrid(LINE, constants);
    Statistic roughness = Statistics.of("ROUGHNESS");
    roughness.of(new GateInput(table, grid, z, conv.analyse(z))).sum().backward();
    Tensor direction = noise(5, z.shape());
    double slope = z.grad().mul(direction).sum().item();
    double step = 1e-3;
    double[] around = new double[2];
    for (int side = 0; side < 2; side++) {
      Tensor moved = z.detach().addScaled(direction, side == 0 ? -step : step);
      around[side] =
          roughness
              .of(new GateInput(table, grid, moved, conv.analyse(moved)))
              .to(DType.FLOAT64)
              .sum()
              .item();
    }
    assertThat((around[1] - around[0]) / (2 * step))
        .isCloseTo(slope, offset(2e-3 * Math.abs(slope) + 1e-4));
  }

  @Test
  void kernels_areForTheTrainingGridOnly_whereStatisticsCompareNeighbours() {
    TrainingGrid grid = new TrainingGrid(LINE, constants);
    StateStatistics all = new StateStatistics(Statistics.ofPaper(), grid);
    assertThat(all.fuses(LINE)).isTrue();
    assertThat(all.fuses(Points.of(128))).isFalse();
    List<String> spectral = Statistics.ofPaper(Statistic.Domain.SPECTRUM);
    assertThat(new StateStatistics(spectral, grid).fuses(Points.of(128))).isTrue();
  }

  @Test
  void trainingGrid_givesAFieldOnItsPointsAsItIs() {
    TrainingGrid grid = new TrainingGrid(LINE, constants);
    Tensor z = smooth(1);
    assertThat(grid.of(z)).isSameAs(z);
    assertThat(distance(grid.of(Resample.to(z, Points.of(128))), z)).isLessThan(TOLERANCE);
  }
}
