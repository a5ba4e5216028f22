package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AheadTest {
  @Test
  void work_notYetAskedFor_isDoneByAThreadThatDoesNotKeepTheProgramAlive() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Ahead<Thread> maker =
        new Ahead<>(
            () -> {
              done.countDown();
              return Thread.currentThread();
            });
    assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(maker.get()).isNotSameAs(Thread.currentThread());
    assertThat(maker.get().isDaemon()).isTrue();
  }

  @Test
  void work_neededBeforeAThreadIsFree_isDoneByTheOneWhoNeedsIt() {
    CountDownLatch held = new CountDownLatch(1);
    List<Ahead<Boolean>> busy = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      busy.add(new Ahead<>(() -> await(held)));
    }
    assertThat(new Ahead<>(Thread::currentThread).get()).isSameAs(Thread.currentThread());
    held.countDown();
    assertThat(busy).allMatch(Ahead::get);
  }

  @Test
  void work_askedForByManyThreads_isDoneOnce() throws Exception {
    AtomicInteger times = new AtomicInteger();
    Ahead<Integer> work = new Ahead<>(times::incrementAndGet);
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread = new Thread(() -> seen.add(work.get()));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).containsExactly(1);
    assertThat(times).hasValue(1);
  }

  @Test
  void failure_ofTheWork_isThrownToEveryoneWhoAsks() {
    Ahead<String> broken =
        new Ahead<>(
            () -> {
              throw new IllegalStateException("CUDA code does not compile: line 3");
            });
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(broken::get)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("CUDA code does not compile: line 3");
    }
    Ahead<String> unlinked =
        new Ahead<>(
            () -> {
              throw new UnsatisfiedLinkError("no nvrtc");
            });
    assertThatThrownBy(unlinked::get).isInstanceOf(UnsatisfiedLinkError.class);
  }

  @Test
  void waiting_whenInterrupted_goesOnAndKeepsTheInterrupt() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    Ahead<Boolean> slow =
        new Ahead<>(
            () -> {
              begun.countDown();
              return await(held);
            });
    await(begun);
    Thread.currentThread().interrupt();
    new Thread(held::countDown).start();
    assertThat(slow.get()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }
}
