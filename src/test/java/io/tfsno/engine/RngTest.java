package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RngTest {
  private static final long SEED = 1234567;

  @Test
  void next_fromTheTestSeed_isSplitMix64() {
    // The values that every implementation of SplitMix64 gives for this seed.
    Rng rng = new Rng(SEED);
    for (String hex :
        new String[] {
          "599ed017fb08fc85",
          "2c73f08458540fa5",
          "883ebce5a3f27c77",
          "3fbef740e9177b3f",
          "e3b8346708cb5ecd"
        }) {
      assertThat(Long.toHexString(rng.next())).isEqualTo(hex);
    }
  }

  @Test
  void uniform_fromTheTestSeed_isAsStated() {
    Rng rng = new Rng(SEED);
    assertThat(rng.uniform()).isEqualTo(0.3500795420214081);
    assertThat(rng.uniform()).isEqualTo(0.17364409667091263);
  }

  @Test
  void normalPair_fromTheTestSeed_isAsStated() {
    // Two units in the last place: log, cos and sin may be rounded differently elsewhere.
    double[] pair = new Rng(SEED).normalPair();
    assertThat(pair[0]).isCloseTo(0.42848790073492915, within(1.2e-16));
    assertThat(pair[1]).isCloseTo(0.8235342802616956, within(2.3e-16));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void stream_ofABenchmarksFirstTrajectory_startsAtTheStatedState(int bench) {
    String[] stated = {
      "b231c9b49058deb0",
      "2de8c33666e3a096",
      "984e18091117d103",
      "7b34e518be904c7a",
      "0d151c0c90176d70",
      "f27c0d61c693a232"
    };
    assertThat(Rng.stream(20260101, (long) bench << 40).state())
        .isEqualTo(Long.parseUnsignedLong(stated[bench - 1], 16));
  }

  @Test
  void normals_manyOfThem_haveTheMomentsOfANormal() {
    int n = 100_000;
    double[] sums = new double[5];
    for (double x : new Rng(1).normals(n)) {
      for (int p = 1; p <= 4; p++) {
        sums[p] += Math.pow(x, p) / n;
      }
    }
    // Five standard errors of each sample moment: var(x^p) = 1, 2, 15, 96 for p = 1..4.
    assertThat(sums[1]).isCloseTo(0, within(5 * Math.sqrt(1.0 / n)));
    assertThat(sums[2]).isCloseTo(1, within(5 * Math.sqrt(2.0 / n)));
    assertThat(sums[3]).isCloseTo(0, within(5 * Math.sqrt(15.0 / n)));
    assertThat(sums[4]).isCloseTo(3, within(5 * Math.sqrt(96.0 / n)));
  }

  @Test
  void normalPair_manyOfThem_isUncorrelated() {
    int n = 50_000;
    Rng rng = new Rng(2);
    double covariance = 0;
    for (int i = 0; i < n; i++) {
      double[] pair = rng.normalPair();
      covariance += pair[0] * pair[1] / n;
    }
    assertThat(covariance).isCloseTo(0, within(5 / Math.sqrt(n)));
  }

  @Test
  void normals_ofAnOddCount_areThePairsInOrder() {
    double[] three = new Rng(3).normals(3);
    Rng rng = new Rng(3);
    double[] first = rng.normalPair();
    double[] second = rng.normalPair();
    assertThat(three).containsExactly(first[0], first[1], second[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 10})
  void below_drawnOften_hitsEachNumberAlike(int bound) {
    int n = 70_000;
    int[] hits = new int[bound];
    Rng rng = new Rng(4);
    for (int i = 0; i < n; i++) {
      hits[rng.below(bound)]++;
    }
    double p = 1.0 / bound;
    for (int h : hits) {
      assertThat((double) h).isCloseTo(n * p, within(5 * Math.sqrt(n * p * (1 - p))));
    }
  }

  @Test
  void below_forABoundNearTheLargestInt_fillsTheWholeRange() {
    // Where 2^31 is 4/3 of the bound, a remainder of 31 random bits would favour the lower third.
    int bound = 3 << 29;
    int n = 40_000;
    Rng rng = new Rng(5);
    int lowerThird = 0;
    for (int i = 0; i < n; i++) {
      lowerThird += rng.below(bound) < bound / 3 ? 1 : 0;
    }
    assertThat((double) lowerThird).isCloseTo(n / 3.0, within(5 * Math.sqrt(n * 2.0 / 9)));
  }

  @Test
  void below_one_isZero() {
    assertThat(new Rng(6).below(1)).isZero();
  }

  @Test
  void below_zero_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rng(6).below(0))
        .withMessage("bound must be positive, not 0");
  }

  @Test
  void state_storedAfterMixedDraws_resumesExactly() {
    Rng rng = new Rng(7);
    rng.uniform();
    rng.normals(5);
    rng.below(9);
    Rng resumed = new Rng(rng.state());
    assertThat(resumed.normals(100)).containsExactly(rng.normals(100));
    assertThat(resumed.state()).isEqualTo(rng.state());
  }

  @Test
  void stream_withOtherKeysOrSeeds_differs() {
    Set<Long> first = new HashSet<>();
    for (long master = 0; master < 10; master++) {
      for (long key = 0; key < 1000; key++) {
        first.add(Rng.stream(master, key).next());
      }
    }
    assertThat(first).hasSize(10_000);
  }

  @Test
  void stream_ofNeighbouringKeys_isUncorrelated() {
    int n = 50_000;
    double[] a = Rng.stream(1, 0).normals(n);
    double[] b = Rng.stream(1, 1).normals(n);
    double covariance = 0;
    for (int i = 0; i < n; i++) {
      covariance += a[i] * b[i] / n;
    }
    assertThat(covariance).isCloseTo(0, within(5 / Math.sqrt(n)));
  }
}
