package io.tfsno.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.operator.baseline.FnoSpec;
import io.tfsno.operator.baseline.UnoSpec;
import io.tfsno.operator.tfsno.TfSnoSpec;
import io.tfsno.spectral.Points;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of weights of every model by its formula, on a line, a rectangle and a box. */
class ParameterCountTest {
  private static long count(String name, int dimension) {
    return count(SmallSpecs.of(name, dimension), dimension);
  }

  private static long count(OperatorSpec spec, int dimension) {
    return spec.parameterCount(SmallSpecs.shape(dimension));
  }

  private static long linear(long in, long out) {
    return in * out + out;
  }

  /** A complex matrix for every mode, of which half the last axis is stored. */
  private static long spectral(long in, long out, AxisModes modes, int dimension) {
    long count = 1;
    for (int a = 0; a < dimension; a++) {
      int m = modes.counts().get(modes.counts().size() == 1 ? 0 : a);
      count *= a + 1 < dimension ? 2L * m : m;
    }
    return 2 * in * out * count;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void fnoAndPino_haveMatricesForModesAndPoints(int dimension) {
    FnoSpec s = SmallSpecs.fno(dimension);
    long w = s.width();
    long expected =
        linear(1, w)
            + s.layers() * (spectral(w, w, s.modes(), dimension) + linear(w, w))
            + linear(w, s.head())
            + linear(s.head(), 1);
    assertThat(count("fno", dimension)).isEqualTo(expected);
    assertThat(count("pino", dimension)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void uno_hasSevenBlocks(int dimension) {
    UnoSpec s = SmallSpecs.uno(dimension);
    long w = s.width();
    int[] in = {1, 2, 4, 8, 8, 8, 4};
    int[] out = {2, 4, 8, 8, 4, 2, 1};
    long expected = linear(1, w / 2) + linear(w / 2, w) + linear(2 * w, 3 * w);
    expected += linear(3 * w + w / 2, 1);
    for (int i = 0; i < 7; i++) {
      expected += spectral(in[i] * w, out[i] * w, s.modes().get(i), dimension);
      expected += linear(in[i] * w, out[i] * w);
    }
    assertThat(count("uno", dimension)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void tfSnoWithoutGate_hasFiveBlocksOnThreeLevels(int dimension) {
    TfSnoSpec s = SmallSpecs.tfSno(dimension);
    List<Integer> w = s.widths();
    long first = w.get(0);
    long expected = linear(1, first) + linear(first, first);
    expected += linear(first, 4 * first) + linear(4 * first, 1);
    for (int level : new int[] {0, 1, 2, 1, 0}) {
      long c = w.get(level);
      expected += spectral(c, c, s.modes().get(level), dimension) + linear(c, c);
    }
    for (int level = 0; level < 2; level++) {
      long fine = w.get(level);
      long coarse = w.get(level + 1);
      expected += linear(fine, coarse) + linear(coarse, fine) + linear(2 * fine, fine);
    }
    assertThat(count(s, dimension)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void wno_hasAMatrixForEveryPlace(int dimension) {
    // Approximation and details of the second level: half as many as there are points.
    long places = SmallSpecs.shape(dimension).points().map(n -> n / 2).cells();
    long expected = linear(1, 3) + 2 * (9 * places + linear(3, 3)) + linear(3, 6) + linear(6, 1);
    assertThat(count("wno", dimension)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void fino_hasStencilsAndMapsOfBlocks(int dimension) {
    long stencil = Points.cube(dimension, 3).cells();
    long block = Points.cube(dimension, 2).cells();
    long expected = linear(1, 3) + linear(3, 1) + 1;
    for (long c : new long[] {3, 4, 4, 4, 3}) {
      expected += stencil * c * c + c + linear(c, c) + c * c + 1;
    }
    long[] channels = {3, 4, 4};
    for (int level = 0; level < 2; level++) {
      long fine = channels[level];
      long coarse = channels[level + 1];
      expected += block * fine * coarse + coarse;
      expected += linear(coarse, fine) + linear(2 * fine, fine);
    }
    assertThat(count("fino", dimension)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void unet_hasBlocksWithSkips(int dimension) {
    long three = Points.cube(dimension, 3).cells();
    long four = Points.cube(dimension, 4).cells();
    // Channels 4, 6, 8; what comes in and goes out of every block.
    int[][] blocks = {
      {4, 4},
      {4, 6},
      {6, 8},
      {8, 8},
      {8, 8},
      {8 + 8, 8},
      {8 + 6, 6},
      {6 + 6, 6},
      {6 + 4, 4},
      {4 + 4, 4},
      {4 + 4, 4}
    };
    long expected = conv(three, 1, 4) + 2 * 4 + conv(three, 4, 1);
    for (int[] b : blocks) {
      expected += 2 * b[0] + conv(three, b[0], b[1]) + 2 * b[1] + conv(three, b[1], b[1]);
      expected += b[0] == b[1] ? 0 : linear(b[0], b[1]);
    }
    expected += conv(three, 4, 4) + conv(three, 6, 6) + conv(four, 6, 6) + conv(four, 4, 4);
    assertThat(count("unet", dimension)).isEqualTo(expected);
  }

  private static long conv(long window, long in, long out) {
    return window * in * out + out;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void deepOnet_hasAWeightForEveryPoint(int dimension) {
    int cells = SmallSpecs.shape(dimension).cells();
    long branch = linear(cells, 6) + linear(6, 6);
    long trunk = linear(4L * dimension, 6) + linear(6, 6);
    assertThat(count("deeponet", dimension)).isEqualTo(branch + trunk + 1);
  }
}
