package io.tfsno.data.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tfsno.engine.Device;
import io.tfsno.engine.PerTestScope;
import io.tfsno.engine.Rng;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class NoisyFeedTest {
  private static final int CELLS = 4000;
  private static final Window BATCH = new Window(new long[] {0, 4, 8}, 1);

  private static ResidentSet set() {
    double[] values = new Rng(3).normals(12 * CELLS);
    return ResidentSet.of(Scope.unowned(() -> Tensor.of(values, 12, 1, CELLS)), 4);
  }

  /** The noise on the first states of a batch. */
  private static Tensor noise(long seed, Window... windows) {
    try (ResidentSet set = set();
        NoisyFeed feed = new NoisyFeed(set.feed(), 0.1, new long[] {1, 1, CELLS}, Device.CPU)) {
      feed.draw(new Rng(seed));
      feed.expect(List.of(windows));
      Tensor last = null;
      for (Window window : windows) {
        try (BatchMemory memory = feed.memory(window.samples(), window.steps())) {
          memory.load(window);
          BatchStates states = memory.states();
          assertThat(states.at(1).toDoubles())
              .containsExactly(
                  set.gather(Tensor.of(window.rows(), window.samples()), 1).toDoubles());
          last = start(states).sub(states.at(0)).copy();
        }
      }
      return last;
    }
  }

  private static Tensor start(BatchStates states) {
    return states.start(states.at(0));
  }

  @Test
  void noise_hasTheDeviationAskedFor() {
    Tensor noise = noise(1, BATCH);
    assertThat(noise.mean().item()).isCloseTo(0, within(0.004)); // 0.1/sqrt(12000), four times
    assertThat(noise.square().mean().sqrt().item()).isCloseTo(0.1, within(0.003));
  }

  @Test
  void noise_ofTheSameDraw_isTheSame_andOfAnotherNot() {
    assertThat(noise(1, BATCH).toDoubles()).containsExactly(noise(1, BATCH).toDoubles());
    assertThat(noise(2, BATCH).toDoubles()).isNotEqualTo(noise(1, BATCH).toDoubles());
  }

  @Test
  void noise_ofASample_doesNotDependOnItsBatch() {
    double[] whole = noise(1, BATCH).narrow(0, 2, 1).copy().toDoubles();
    double[] alone = noise(1, BATCH.part(0, 2), BATCH.part(2, 1)).toDoubles();
    assertThat(alone).containsExactly(whole);
  }

  @Test
  void parts_ofABatch_haveTheirOwnNoise() {
    try (ResidentSet set = set();
        NoisyFeed feed = new NoisyFeed(set.feed(), 0.1, new long[] {1, 1, CELLS}, Device.CPU);
        BatchMemory memory = feed.memory(3, 1)) {
      feed.draw(new Rng(1));
      feed.expect(List.of(BATCH));
      memory.load(BATCH);
      Tensor all = start(memory.states());
      assertThat(start(memory.states().part(1, 2)).toDoubles())
          .containsExactly(all.narrow(0, 1, 2).copy().toDoubles());
    }
  }
}
