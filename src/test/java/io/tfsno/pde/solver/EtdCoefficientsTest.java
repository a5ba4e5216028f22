package io.tfsno.pde.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EtdCoefficientsTest {

  @ParameterizedTest
  @CsvSource({
    "-0.01, 0.498752080732, 0.165007477827, 0.165835827788, 0.166665836105",
    "-0.5, 0.442398433857, 0.0995896532189, 0.130613194253, 0.164896250345",
    "0.25, 0.532593812267, 0.213388337801, 0.189153330973, 0.166100005058",
    "-30, 0.0333333231366, -9.62962962966e-4, 1.03703703704e-3, 0.0301481481481",
  })
  void functions_atRealArguments_areAsTabulated(
      double z, double q, double f1, double f2, double f3) {
    // The table has 12 significant digits: half a unit of the last one, where values are below 1.
    double[] at = EtdCoefficients.at(z, 0);
    double[] stated = {q, f1, f2, f3};
    for (int i = 0; i < 4; i++) {
      assertThat(at[2 * i]).isCloseTo(stated[i], within(5e-12));
      // The imaginary parts cancel over the circle.
      assertThat(at[2 * i + 1]).isCloseTo(0, within(1e-14));
    }
  }

  @Test
  void functions_atZero_areThoseOfClassicalRungeKutta() {
    double[] at = EtdCoefficients.at(0, 0);
    double[] limits = {0.5, 1.0 / 6, 1.0 / 6, 1.0 / 6};
    for (int i = 0; i < 4; i++) {
      assertThat(at[2 * i]).isCloseTo(limits[i], within(5e-15));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.4, 1.0, Math.PI / 2, 2.5, Math.PI, -Math.PI / 2, -2})
  void functions_onACircleOfRadiusThree_areTheirTaylorSeries(double angle) {
    // With phi_n(z) = sum z^k / (k+n)!: Q = phi_1(z/2) / 2, f1 = phi_1 - 3 phi_2 + 4 phi_3,
    // f2 = phi_2 - 2 phi_3, f3 = 4 phi_3 - phi_2.
    double[] z = {3 * Math.cos(angle), 3 * Math.sin(angle)};
    double[] at = EtdCoefficients.at(z[0], z[1]);
    double[] half = phi(1, new double[] {z[0] / 2, z[1] / 2});
    double[] one = phi(1, z);
    double[] two = phi(2, z);
    double[] three = phi(3, z);
    for (int part = 0; part < 2; part++) {
      // On the contour |e^z| reaches e^4 = 55: a few roundings of that size.
      assertThat(at[part]).isCloseTo(half[part] / 2, within(1e-13));
      assertThat(at[2 + part])
          .isCloseTo(one[part] - 3 * two[part] + 4 * three[part], within(1e-13));
      assertThat(at[4 + part]).isCloseTo(two[part] - 2 * three[part], within(1e-13));
      assertThat(at[6 + part]).isCloseTo(4 * three[part] - two[part], within(1e-13));
    }
  }

  @Test
  void functions_atConjugateArguments_areConjugate() {
    double[] above = EtdCoefficients.at(-1.5, 2);
    double[] below = EtdCoefficients.at(-1.5, -2);
    for (int i = 0; i < 4; i++) {
      assertThat(below[2 * i]).isCloseTo(above[2 * i], within(1e-14));
      assertThat(below[2 * i + 1]).isCloseTo(-above[2 * i + 1], within(1e-14));
    }
  }

  private static double[] phi(int n, double[] z) {
    double factorial = 1;
    for (int i = 2; i <= n; i++) {
      factorial *= i;
    }
    double[] power = {1 / factorial, 0};
    double[] sum = {0, 0};
    for (int k = 0; k < 60; k++) {
      sum[0] += power[0];
      sum[1] += power[1];
      double re = (power[0] * z[0] - power[1] * z[1]) / (k + n + 1);
      double im = (power[0] * z[1] + power[1] * z[0]) / (k + n + 1);
      power[0] = re;
      power[1] = im;
    }
    return sum;
  }
}
