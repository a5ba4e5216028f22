package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FirstAloneTest {
  @Test
  void first_isAwaitedBeforeTheOthersBegin() throws Exception {
    List<String> order = new ArrayList<>();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    FirstAlone alone = new FirstAlone(() -> order.add("awaited"));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> first =
          threads.submit(
              () ->
                  alone.run(
                      "kind",
                      () -> {
                        begun.countDown();
                        await(finish);
                        order.add("first");
                        return 1;
                      }));
      begun.await();
      Future<Integer> second =
          threads.submit(
              () ->
                  alone.run(
                      "kind",
                      () -> {
                        order.add("second");
                        return 2;
                      }));
      Thread.sleep(50);
      assertThat(second.isDone()).isFalse();
      finish.countDown();
      assertThat(first.get()).isEqualTo(1);
      assertThat(second.get()).isEqualTo(2);
      assertThat(order).startsWith("first", "awaited").contains("second");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void later_runTogether_withoutWaiting() throws Exception {
    AtomicInteger awaited = new AtomicInteger();
    FirstAlone alone = new FirstAlone(awaited::incrementAndGet);
    alone.run("kind", () -> 0);
    CyclicBarrier together = new CyclicBarrier(2); // passes only if both are inside at once
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> both = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        both.add(threads.submit(() -> alone.run("kind", () -> pass(together))));
      }
      for (Future<Integer> one : both) {
        assertThat(one.get(10, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(0);
      }
      assertThat(awaited).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void failure_leavesTheKindUnmade() {
    AtomicInteger awaited = new AtomicInteger();
    FirstAlone alone = new FirstAlone(awaited::incrementAndGet);
    assertThatThrownBy(
            () ->
                alone.run(
                    "kind",
                    () -> {
                      throw new IllegalStateException("no memory");
                    }))
        .hasMessage("no memory");
    alone.run("kind", () -> 0);
    assertThat(awaited).hasValue(1);
  }

  private static int pass(CyclicBarrier barrier) {
    try {
      return barrier.await(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
