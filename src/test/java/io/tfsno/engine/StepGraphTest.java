package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PerTestScope.class)
class StepGraphTest {
  @Test
  void work_onTheCpu_isRunEachTimeAndFreesWhatItMakes() {
    assertThat(GraphMemory.on(Device.CPU)).isNull();
    Tensor sum = Tensor.zeros(DType.FLOAT64, Device.CPU);
    Tensor[] made = new Tensor[1];
    try (StepGraph graph =
        StepGraph.of(
            GraphMemory.on(Device.CPU),
            () -> {
              made[0] = sum.add(1);
              sum.copyInPlace(made[0]);
            })) {
      for (int i = 0; i < 10; i++) {
        graph.run();
      }
      assertThat(graph.isCaptured()).isFalse();
      assertThat(graph.obstacle()).isEmpty();
    }
    assertThat(sum.item()).isEqualTo(10);
    assertThat(made[0].handle.isNull()).isTrue();
  }

  @Test
  void stream_onTheCpu_doesNothing() {
    try (Stream stream = Stream.open(Device.CPU)) {
      stream.synchronize();
      assertThat(new Stopwatch(Device.CPU).seconds(() -> {})).isNotNegative();
    }
  }

  /** What another thread does at the same moment spoils an attempt, not all of them. */
  @ParameterizedTest
  @CsvSource({"0, 10, 1", "2, 20, 3"})
  void work_thatCanBeCaptured_isDoneOncePerRun(int failures, int runs, int made) {
    Attempts attempts = new Attempts(failures);
    run(attempts, runs);
    assertThat(attempts.done).isEqualTo(runs);
    assertThat(attempts.made).isEqualTo(made);
    assertThat(attempts.obstacle).isEmpty();
  }

  @Test
  void work_thatCannotBeCaptured_isRunAsItIsAndSaysWhy() {
    Attempts attempts = new Attempts(Integer.MAX_VALUE);
    run(attempts, 100);
    assertThat(attempts.done).isEqualTo(100);
    assertThat(attempts.made).isEqualTo(3);
    assertThat(attempts.obstacle).contains("operation not permitted");
  }

  private static void run(Attempts attempts, int times) {
    try (StepGraph graph = new StepGraph(() -> attempts.operations++, attempts)) {
      for (int i = 0; i < times; i++) {
        int before = attempts.operations;
        graph.run();
        // A replay does the work on the device, without the host's operations.
        attempts.done += attempts.operations - before;
        assertThat(attempts.done).as("done in run %d", i).isEqualTo(i + 1);
      }
      attempts.obstacle = graph.obstacle();
    }
    assertThat(attempts.open).isZero();
  }

  /** Captures nothing a few times, as a GPU does whose captures fail. */
  private static final class Attempts implements StepGraph.Recorder {
    private final int failures;
    private int operations;
    private int done;
    private int made;
    private int open;
    private Optional<String> obstacle;

    Attempts(int failures) {
      this.failures = failures;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void prepare(Runnable work) {
      work.run();
    }

    @Override
    public StepGraph.Recording record(Runnable work) {
      assertThat(StepGraph.isCapturing()).isTrue();
      if (++made <= failures) {
        throw new IllegalStateException("operation not permitted\nframe #0");
      }
      open++;
      return new StepGraph.Recording() {
        @Override
        public void replay() {
          operations++;
        }

        @Override
        public void close() {
          open--;
        }
      };
    }
  }
}
