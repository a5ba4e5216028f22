package io.tfsno.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.data.feed.ResidentSet;
import io.tfsno.data.feed.Window;
import io.tfsno.engine.DType;
import io.tfsno.engine.Device;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchesTest {
  @ParameterizedTest
  @CsvSource({"10, 3, 4, 1", "9, 3, 3, 3", "2, 32, 1, 2", "1, 1, 1, 1"})
  void epoch_hasEveryTrajectoryOnce(int trajectories, int size, int count, int last) {
    Batches batches = new Batches(trajectories, size, new Rng(1));
    assertThat(batches.count()).isEqualTo(count);
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[] batch = batches.samples(i);
      assertThat(batch).hasSize(i < count - 1 ? size : last);
      IntStream.of(batch).forEach(seen::add);
    }
    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, trajectories).boxed().toList());
  }

  @Test
  void starts_leaveRoomAndReachBothEnds() {
    int[] starts = Batches.starts(500, 0, 10, 4, new Rng(2));
    // Any start but the last lets 4 more steps follow: 0 .. 5.
    assertThat(IntStream.of(starts).boxed().distinct().sorted().toList())
        .containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void starts_withRoomForOneOnly_areZero() {
    assertThat(Batches.starts(5, 0, 6, 5, new Rng(3))).containsOnly(0);
  }

  @Test
  void epoch_drawnAgainFromTheStreamsState_isTheSame() {
    Rng rng = new Rng(4);
    rng.next();
    long state = rng.state();
    Batches first = new Batches(50, 50, rng);
    int[] starts = Batches.starts(50, 0, 20, 1, rng);
    Rng again = new Rng(state);
    assertThat(new Batches(50, 50, again).samples(0)).containsExactly(first.samples(0));
    assertThat(Batches.starts(50, 0, 20, 1, again)).containsExactly(starts);
  }

  @Test
  void epochs_ofOneStream_differ() {
    Rng rng = new Rng(5);
    Set<List<Integer>> orders = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      orders.add(IntStream.of(new Batches(20, 20, rng).samples(0)).boxed().toList());
    }
    assertThat(orders).hasSize(5);
  }

  private static Starts pairs(ResidentSet data, int first, int history) {
    return new Starts(EpochOf.PAIRS, data, first, history);
  }

  private static ResidentSet set(int trajectories, int steps) {
    return ResidentSet.of(
        Tensor.zeros(DType.FLOAT32, Device.CPU, (long) trajectories * steps, 1, 4), steps);
  }

  /** Rows are trajectory * steps + step: the last step from each state but the last of each. */
  @Test
  void pairs_ofAnEpoch_areAllStepsOfAllTrajectories() {
    try (Scope scope = new Scope();
        ResidentSet data = set(3, 5)) {
      Starts starts = pairs(data, 0, 1);
      assertThat(starts.samples()).isEqualTo(12);
      Window window = starts.window(IntStream.range(0, 12).toArray(), 1, new Rng(1));
      assertThat(window.rows()).containsExactly(0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13);
    }
  }

  @Test
  void pairs_withUnrolling_areTheLastStep_andStartAtTheFirstStateAtTheEarliest() {
    try (Scope scope = new Scope();
        ResidentSet data = set(1, 6)) {
      Window window = pairs(data, 0, 1).window(new int[] {0, 1, 2, 3, 4}, 3, new Rng(1));
      assertThat(window.rows()).containsExactly(0, 0, 0, 1, 2); // 3 steps on: 3, 3, 3, 4, 5
      Window observed = pairs(data, 2, 1).window(new int[] {0, 1, 2}, 2, new Rng(1));
      assertThat(observed.rows()).containsExactly(2, 2, 3);
      Starts remembering = pairs(data, 0, 2);
      assertThat(remembering.samples()).isEqualTo(4);
      assertThat(remembering.window(new int[] {0, 3}, 2, new Rng(1)).rows()).containsExactly(0, 3);
    }
  }
}
