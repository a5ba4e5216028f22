package io.tfsno.pde.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Fft;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the data of each benchmark look like: mean square E and spectral centroid mu, averaged over
 * the first 50 trajectories of the training split, at steps 0, 10, 25 and 50. The stated numbers
 * are those of an independent prototype on the same trajectories; it allows 10 % in E and 0.2 in
 * mu, room for another solver profile and grid.
 */
@ExtendWith(PerTestScope.class)
class BenchmarkStatisticsTest {
  private static final int TRAJECTORIES = 50;
  private static final int[] STEPS = {0, 10, 25, 50};

  @ParameterizedTest
  @CsvSource({
    "E1, 0.226, 0.152, 0.0998, 0.0626, 3.23, 2.82, 2.22, 1.92",
    "E2, 0.0096, 0.0459, 0.368, 0.794, 16.3, 7.92, 5.41, 4.76",
    "E3, 0.126, 0.267, 0.651, 1.78, 2.48, 4.02, 7.59, 7.75",
  })
  void trajectories_onALine_haveTheStatedEnergyAndCentroid(
      String id,
      double e0,
      double e10,
      double e25,
      double e50,
      double mu0,
      double mu10,
      double mu25,
      double mu50) {
    Benchmark b = Benchmark.named(id);
    assertStatistics(
        b, b.fast(), new double[] {e0, e10, e25, e50}, new double[] {mu0, mu10, mu25, mu50});
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "E4, 0, 0.152, 0.0591, 0.0290, 0.0144, 2.91, 2.11, 1.58, 1.32",
    "E5, 0, 0.143, 0.513, 0.734, 0.802, 7.93, 2.89, 2.28, 1.86",
    "E6, 1000, 0.0501, 0.0341, 0.0194, 0.0105, 4.05, 4.03, 3.40, 2.60",
    "E6, 500, 0.0501, 0.0251, 0.0118, 0.00588, 4.05, 3.59, 2.71, 2.03",
  })
  void trajectories_inThePlane_haveTheStatedEnergyAndCentroid(
      String id,
      double reynolds,
      double e0,
      double e10,
      double e25,
      double e50,
      double mu0,
      double mu10,
      double mu25,
      double mu50) {
    Benchmark named = Benchmark.named(id);
    Benchmark b = reynolds == 0 ? named : named.withReynolds(reynolds);
    assertStatistics(
        b, b.quick(), new double[] {e0, e10, e25, e50}, new double[] {mu0, mu10, mu25, mu50});
  }

  private static void assertStatistics(
      Benchmark b, Benchmark.Settings profile, double[] energy, double[] centroid) {
    double[] e = new double[STEPS.length];
    double[] mu = new double[STEPS.length];
    int batch = b.dimension() == 1 ? TRAJECTORIES : 10;
    for (int first = 0; first < TRAJECTORIES; first += batch) {
      Rng[] streams = new Rng[batch];
      for (int i = 0; i < batch; i++) {
        streams[i] = b.stream(Benchmark.MASTER_SEED, Benchmark.Split.TRAIN, first + i);
      }
      double[][] snapshots =
          SolverRuns.run(
              b.equation(),
              b.length(),
              profile.points(),
              b.interval(),
              profile.substeps(),
              STEPS[STEPS.length - 1] + 1,
              b.trainingPoints(),
              solver -> b.sampler().draw(solver.modes(), streams));
      for (int s = 0; s < STEPS.length; s++) {
        add(snapshots[STEPS[s]], batch, b, e, mu, s);
      }
    }
    for (int s = 0; s < STEPS.length; s++) {
      assertThat(e[s] / energy[s]).as("E at step %d", STEPS[s]).isCloseTo(1, within(0.1));
      assertThat(mu[s]).as("mu at step %d", STEPS[s]).isCloseTo(centroid[s], within(0.2));
    }
  }

  /** Adds the share of one batch to the means of E and mu. */
  private static void add(double[] values, int batch, Benchmark b, double[] e, double[] mu, int s) {
    int n = b.trainingPoints();
    int rows = b.dimension() == 1 ? 1 : n;
    Tensor fields = Tensor.ofComplex(values, new double[values.length], batch, rows, n);
    Tensor spectrum = Fft.complex(Fft.complex(fields, 1), 2);
    double[] power = spectrum.asReal().square().sum(-1).toDoubles();
    for (int t = 0; t < batch; t++) {
      double sum = 0;
      double weighted = 0;
      for (int i = 0; i < rows * n; i++) {
        double p = power[t * rows * n + i];
        sum += p;
        weighted += p * Math.hypot(signed(i / n, rows), signed(i % n, n));
      }
      e[s] += sum / TRAJECTORIES;
      mu[s] += weighted / sum / TRAJECTORIES;
    }
  }

  private static int signed(int bin, int n) {
    return bin <= n / 2 ? bin : bin - n;
  }
}
