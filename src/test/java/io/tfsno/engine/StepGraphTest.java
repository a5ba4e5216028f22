package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
}
