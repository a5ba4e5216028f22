package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TailTest {
  @Test
  void percentile_ofTheNumbersToAHundred_isTheirNinetyFifth() {
    double[] errors = IntStream.rangeClosed(1, 100).mapToDouble(i -> 0.02 * (101 - i)).toArray();
    Scores.Tail tail = Scores.Tail.of(errors);
    assertThat(tail.p95()).isEqualTo(0.02 * 95);
    assertThat(tail.aboveOne()).isEqualTo(0.5); // 1.02 to 2.00
  }

  @Test
  void percentile_ofFew_isTheLargest() {
    assertThat(Scores.Tail.of(new double[] {0.1, 0.3, 0.2}).p95()).isEqualTo(0.3);
    assertThat(Scores.Tail.of(new double[] {0.1}).p95()).isEqualTo(0.1);
  }

  @Test
  void rollout_thatIsNotFinite_isAboveOneAndAboveAll() {
    Scores.Tail tail = Scores.Tail.of(new double[] {0.1, Double.NaN, 1, Double.POSITIVE_INFINITY});
    assertThat(tail.aboveOne()).isEqualTo(0.5);
    assertThat(tail.p95()).isInfinite();
  }
}
