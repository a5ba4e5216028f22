package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadsTest {
  @Test
  void numberOfAThread_isNotChangedByOthers() throws InterruptedException {
    int[] seen = new int[1];
    Thread one =
        new Thread(
            () -> {
              Threads.perOperation(2);
              Thread other = new Thread(() -> Threads.perOperation(1));
              other.start();
              try {
                other.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              seen[0] = Threads.perOperation();
            });
    one.start();
    one.join();
    assertThat(seen[0]).isEqualTo(2);
  }
}
