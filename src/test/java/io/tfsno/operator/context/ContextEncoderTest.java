package io.tfsno.operator.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.DType;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.nn.Constants;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class ContextEncoderTest {
  private static final int BANDS = 8;
  private static final int POINTS = 32;
  private final Constants constants = new Constants();

  @AfterEach
  void free() {
    constants.close();
  }

  private ContextEncoder encoder(int states, Points points, ContextFeature... features) {
    ContextSpec spec = ContextSpec.defaults().withStates(states).withFeatures(features);
    return new ContextEncoder(spec, Grid.periodic(points, 1), constants);
  }

  private static List<Tensor> noise(int states, long... shape) {
    List<Tensor> all = new ArrayList<>();
    int count = 1;
    for (long n : shape) {
      count *= (int) n;
    }
    for (int t = 0; t < states; t++) {
      all.add(Tensor.of(new Rng(7 + t).normals(count), shape).to(DType.FLOAT32));
    }
    return all;
  }

  /** Waves 1, 3, 9 with their own phases, decayed and shifted. */
  private static Tensor waves(int points, double amplitude, double shift) {
    double[] u = new double[points];
    for (int i = 0; i < points; i++) {
      double x = 2 * Math.PI * i / points - shift;
      u[i] = amplitude * (Math.cos(x + 1) + 0.5 * Math.cos(3 * x + 2) + 0.2 * Math.cos(9 * x));
    }
    return Tensor.of(u, 1, 1, points).to(DType.FLOAT32);
  }

  @Test
  void bands_ofNoiseInTwoDimensions_areThoseOfPlainLoops() {
    int n = 12;
    int m = 10;
    int channels = 2;
    List<Tensor> states = noise(3, 1, channels, n, m);
    double[] found =
        encoder(
                3,
                Points.of(n, m),
                ContextFeature.RATIOS,
                ContextFeature.PHASES,
                ContextFeature.POWER)
            .of(states)
            .toDoubles();
    double[] expected = plainLoops(states, channels, n, m);
    assertThat(found).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("number " + i).isCloseTo(expected[i], within(2e-4));
    }
  }

  /** The definition, written down again over both signs of all waves below Nyquist's. */
  private static double[] plainLoops(List<Tensor> states, int channels, int n, int m) {
    int top = n / 2 - 1;
    int right = m / 2 - 1;
    double[][] power = new double[states.size()][BANDS];
    double[] result = new double[BANDS * (1 + 4 + 1)];
    double[][][] parts = new double[states.size()][2][BANDS];
    double[][][] cross = new double[states.size()][4][BANDS];
    for (int t = 0; t < states.size(); t++) {
      for (int c = 0; c < channels; c++) {
        for (int p = -top; p <= top; p++) {
          for (int q = -right; q <= right; q++) {
            double radius = Math.hypot(p, q);
            if (radius == 0) {
              continue;
            }
            int band = Math.min(7, (int) (8 * Math.log(radius) / Math.log(Math.max(top, right))));
            double[] x = dft(states.get(t), c, n, m, p, q);
            double size = (x[0] * x[0] + x[1] * x[1]) / channels;
            power[t][band] += size;
            parts[t][0][band] += p == 0 ? 0 : size;
            parts[t][1][band] += q == 0 ? 0 : size;
            if (t == 0) {
              continue;
            }
            double[] before = dft(states.get(t - 1), c, n, m, p, q);
            double re = (before[0] * x[0] + before[1] * x[1]) / channels;
            double im = (before[0] * x[1] - before[1] * x[0]) / channels;
            cross[t][0][band] += p == 0 ? 0 : re;
            cross[t][1][band] -= Integer.signum(p) * im;
            cross[t][2][band] += q == 0 ? 0 : re;
            cross[t][3][band] -= Integer.signum(q) * im;
          }
        }
      }
    }
    for (int b = 0; b < BANDS; b++) {
      for (int t = 0; t < states.size(); t++) {
        double floor = 1e-10 * sum(power[t]) + 1e-20;
        double log = Math.log(power[t][b] + floor);
        result[5 * BANDS + b] += log / states.size();
        if (t > 0) {
          double floorBefore = 1e-10 * sum(power[t - 1]) + 1e-20;
          double before = Math.log(power[t - 1][b] + floorBefore);
          result[b] += (log - before) / (states.size() - 1);
          for (int i = 0; i < 4; i++) {
            double norm =
                Math.sqrt((parts[t][i / 2][b] + floor) * (parts[t - 1][i / 2][b] + floorBefore));
            result[(1 + i) * BANDS + b] += cross[t][i][b] / norm / (states.size() - 1);
          }
        }
      }
    }
    return result;
  }

  private static double[] dft(Tensor state, int channel, int n, int m, int p, int q) {
    double[] u = state.toDoubles();
    double re = 0;
    double im = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        double angle = -2 * Math.PI * (p * i / (double) n + q * j / (double) m);
        double value = u[(channel * n + i) * m + j] / (n * m);
        re += value * Math.cos(angle);
        im += value * Math.sin(angle);
      }
    }
    return new double[] {re, im};
  }

  private static double sum(double... values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum;
  }

  @Test
  void statistics_areMeansOfThoseOfEachState() {
    Points points = Points.of(POINTS);
    List<Tensor> states = noise(2, 3, 1, POINTS);
    double[] both = encoder(2, points, ContextFeature.STATISTICS).of(states).toDoubles();
    ContextEncoder one = encoder(1, points, ContextFeature.STATISTICS);
    double[] first = one.of(states.subList(0, 1)).toDoubles();
    double[] second = one.of(states.subList(1, 2)).toDoubles();
    assertThat(both).hasSize(3 * 8);
    for (int i = 0; i < both.length; i++) {
      assertThat(both[i]).isCloseTo((first[i] + second[i]) / 2, within(1e-5));
    }
  }

  @Test
  void drift_turnsWaveKByKTimesTheDistance() {
    double c = 0.17;
    List<Tensor> states =
        List.of(waves(POINTS, 1, 0.4), waves(POINTS, 1, 0.4 + c), waves(POINTS, 1, 0.4 + 2 * c));
    double[] found = encoder(3, Points.of(POINTS), ContextFeature.PHASES).of(states).toDoubles();
    Bands bands = new Bands(Points.of(POINTS), constants);
    for (int k : new int[] {1, 3, 9}) {
      int band = bands.of(k);
      assertThat(Math.atan2(found[BANDS + band], found[band])).isCloseTo(k * c, within(1e-4));
      assertThat(Math.hypot(found[BANDS + band], found[band])).isCloseTo(1, within(1e-4));
    }
  }

  @Test
  void drift_alongOneAxis_leavesThePhasesOfTheOther() {
    int n = 16;
    double c = 0.3;
    List<Tensor> states = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      double[] u = new double[n * n];
      for (int i = 0; i < n * n; i++) {
        double x = 2 * Math.PI * (i / n) / n;
        double y = 2 * Math.PI * (i % n) / n - c * t;
        u[i] = Math.cos(x + 1) + Math.cos(y + 2);
      }
      states.add(Tensor.of(u, 1, 1, n, n).to(DType.FLOAT32));
    }
    double[] found = encoder(2, Points.of(n, n), ContextFeature.PHASES).of(states).toDoubles();
    assertThat(Math.atan2(found[BANDS], found[0])).isCloseTo(0, within(1e-4));
    assertThat(Math.atan2(found[3 * BANDS], found[2 * BANDS])).isCloseTo(c, within(1e-4));
  }

  @Test
  void decay_isTheLogarithmOfTheRatioInEveryBandThatHoldsPower() {
    double rate = 0.05;
    List<Tensor> states = new ArrayList<>();
    for (int t = 0; t < 6; t++) {
      states.add(waves(POINTS, Math.exp(-rate * t), 0));
    }
    double[] found = encoder(6, Points.of(POINTS), ContextFeature.RATIOS).of(states).toDoubles();
    for (int band = 0; band < BANDS; band++) { // empty ones follow the energy
      assertThat(found[band]).isCloseTo(-2 * rate, within(1e-3));
    }
  }

  @Test
  void code_ofTheSameFieldOnAnotherGrid_isTheSame() {
    Points trained = Points.of(POINTS);
    List<Tensor> coarse = List.of(waves(POINTS, 1, 0.1), waves(POINTS, 0.9, 0.3));
    Grid grid = Grid.periodic(trained, 1);
    List<Tensor> fine =
        coarse.stream().map(u -> Resample.to(u, grid, Points.of(4 * POINTS))).toList();
    ContextEncoder encoder =
        encoder(2, trained, ContextFeature.USUAL.toArray(ContextFeature[]::new));
    double[] expected = encoder.of(coarse).toDoubles();
    double[] found = encoder.of(fine).toDoubles();
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("number " + i).isCloseTo(expected[i], within(2e-3));
    }
  }

  @Test
  void code_onAGridOfOddNumbersOfPoints_isThatOnAnEvenOne() {
    List<Tensor> odd = List.of(waves(33, 1, 0), waves(33, 0.9, 0.1));
    List<Tensor> even = List.of(waves(34, 1, 0), waves(34, 0.9, 0.1));
    ContextFeature[] all = {
      ContextFeature.STATISTICS, ContextFeature.RATIOS, ContextFeature.PHASES, ContextFeature.POWER
    };
    double[] found = encoder(2, Points.of(33), all).of(odd).toDoubles();
    double[] expected = encoder(2, Points.of(34), all).of(even).toDoubles();
    for (int i = 0; i < expected.length; i++) {
      // Values of the field at other points: crest and roughness differ by a few per cent.
      assertThat(found[i]).as("number " + i).isCloseTo(expected[i], within(0.1));
    }
    List<Tensor> planes = noise(2, 1, 1, 18, 15);
    assertThat(encoder(2, Points.of(18, 15), all).of(planes).allFinite()).isTrue();
  }

  @Test
  void flatStates_haveFiniteNumbers() {
    Tensor zero = Tensor.zeros(DType.FLOAT32, io.tfsno.engine.Device.CPU, 2, 1, POINTS);
    ContextEncoder encoder =
        encoder(2, Points.of(POINTS), ContextFeature.USUAL.toArray(ContextFeature[]::new));
    assertThat(encoder.of(List.of(zero, zero)).allFinite()).isTrue();
    assertThat(encoder.of(List.of(zero.add(3), zero)).allFinite()).isTrue();
  }

  @Test
  void oneState_hasNeitherRatiosNorPhases() {
    ContextSpec one = ContextSpec.defaults().withStates(1);
    assertThat(one.numbers(2)).isEqualTo(16);
    assertThat(ContextSpec.defaults().numbers(2)).isEqualTo(8 + 8 + 32 + 8);
    List<Tensor> states = noise(1, 2, 1, POINTS);
    assertThat(
            new ContextEncoder(one, Grid.periodic(Points.of(POINTS), 1), constants)
                .of(states)
                .shape())
        .containsExactly(2, 16);
    assertThatThrownBy(() -> one.withFeatures(ContextFeature.RATIOS))
        .hasMessageContaining("at least 2 states for a context of [RATIOS], found 1");
  }
}
