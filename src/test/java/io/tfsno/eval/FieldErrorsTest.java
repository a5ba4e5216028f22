package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Boundary;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Float64 throughout; the guard of 1e-12 against a zero truth shows in the 12th digit. */
@ExtendWith(PerTestScope.class)
class FieldErrorsTest {
  @Test
  void noise_inTwoDimensions_agreesWithLoops() {
    int n = 5;
    double[] u = new Rng(1).normals(2 * 3 * n * n);
    double[] p = new Rng(2).normals(u.length);
    FieldErrors errors =
        FieldErrors.of(Tensor.of(p, 2, 3, n, n), Tensor.of(u, 2, 3, n, n), grid(n, n));
    for (int b = 0; b < 2; b++) {
      double[] sums = new double[4];
      for (int c = 0; c < 3; c++) {
        for (int x = 0; x < n; x++) {
          for (int y = 0; y < n; y++) {
            int base = (b * 3 + c) * n * n;
            int at = base + x * n + y;
            sums[0] += Math.pow(p[at] - u[at], 2);
            sums[1] += Math.pow(u[at], 2);
            int[][] pairs = {
              {base + (x + 1) % n * n + y, base + (x + n - 1) % n * n + y},
              {base + x * n + (y + 1) % n, base + x * n + (y + n - 1) % n}
            };
            for (int[] q : pairs) {
              sums[2] += Math.pow(p[q[0]] - u[q[0]] - p[q[1]] + u[q[1]], 2);
              sums[3] += Math.pow(u[q[0]] - u[q[1]], 2);
            }
          }
        }
      }
      assertThat(errors.mse()[b]).isCloseTo(sums[0] / (3 * n * n), within(1e-12));
      assertThat(errors.l2()[b]).isCloseTo(Math.sqrt(sums[0] / sums[1]), within(1e-11));
      assertThat(errors.h1()[b]).isCloseTo(Math.sqrt(sums[2] / sums[3]), within(1e-11));
    }
  }

  @Test
  void constantOffset_isSeenByL2AndNotByH1() {
    Tensor u = Tensor.of(new Rng(3).normals(16), 1, 1, 16);
    FieldErrors errors = FieldErrors.of(u.add(0.5), u, grid(16));
    assertThat(errors.mse()[0]).isCloseTo(0.25, within(1e-12));
    assertThat(errors.h1()[0]).isCloseTo(0, within(1e-12));
  }

  @Test
  void samples_ofDifferentSize_areScoredEachByItself() {
    Tensor u = Tensor.of(new double[] {1, -1, 1, -1, 100, -100, 100, -100}, 2, 1, 4);
    Tensor p = Tensor.of(new double[] {1.5, -1.5, 1.5, -1.5, 150, -150, 150, -150}, 2, 1, 4);
    assertThat(FieldErrors.of(p, u, grid(4)).l2())
        .containsExactly(new double[] {0.5, 0.5}, within(1e-11));
  }

  @Test
  void zeroTruth_givesFiniteErrors() {
    Tensor zero = Tensor.of(new double[8], 1, 1, 8);
    assertThat(FieldErrors.of(zero, zero, grid(8)).l2()).containsExactly(0);
    assertThat(FieldErrors.of(zero.add(1), zero, grid(8)).l2()[0]).isFinite();
  }

  @Test
  void predictingTheMean_hasVrmseOne() {
    Tensor u = Tensor.of(new Rng(4).normals(64), 1, 2, 32).add(1e4);
    Tensor mean = u.mean(2).view(1, 2, 1).expand(1, 2, 32);
    FieldErrors.Split errors = FieldErrors.split(mean, u, grid(32));
    assertThat(errors.all().vrmse()[0]).isCloseTo(1, within(1e-6));
    assertThat(errors.channels()).hasSize(2);
    assertThat(errors.channels().get(1).vrmse()[0]).isCloseTo(1, within(1e-6));
    assertThat(errors.all().l2()[0]).isLessThan(1e-3);
  }

  @Test
  void derivatives_onARectangle_areTakenPerUnitOfLength() {
    // Error along x, truth along y, both with |d/ds| of the same mean: 3 waves on a box of 1.5
    // against 2 on a box of 1.
    Grid box = Grid.periodic(Points.of(96, 64), 1.5, 1);
    double[] e = new double[96 * 64];
    double[] u = new double[e.length];
    for (int i = 0; i < e.length; i++) {
      e[i] = Math.cos(2 * Math.PI * 3 * (i / 64) / 96);
      u[i] = Math.cos(2 * Math.PI * 2 * (i % 64) / 64);
    }
    Tensor truth = Tensor.of(u, 1, 1, 96, 64);
    Tensor prediction = truth.add(Tensor.of(e, 1, 1, 96, 64));
    assertThat(FieldErrors.of(prediction, truth, box).h1()[0]).isCloseTo(1, within(1e-9));
  }

  @Test
  void jumpAcrossAWall_isNoSlope() {
    // A ramp has slope 1 everywhere; taken as periodic it would fall by 15 at the end.
    Tensor ramp = Tensor.of(IntStream.range(0, 16).asDoubleStream().toArray(), 1, 1, 16);
    Grid walls = Grid.of(Points.of(16), new double[] {16}, Boundary.WALL);
    Tensor constant = ramp.mul(0).add(3);
    double[] h1 = FieldErrors.of(ramp.add(constant), ramp, walls).h1();
    assertThat(h1[0]).isCloseTo(0, within(1e-12));
    // Off by half a ramp: every slope is wrong by one half.
    assertThat(FieldErrors.of(ramp.mul(1.5), ramp, walls).h1()[0]).isCloseTo(0.5, within(1e-9));
  }

  private static Grid grid(int... points) {
    return Grid.periodic(Points.of(points), 1);
  }
}
