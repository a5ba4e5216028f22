package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PerTestScope.class)
class FftPlansTest {
  private final AtomicInteger elsewhere = new AtomicInteger();
  private final AtomicInteger transforms = new AtomicInteger();
  private final FftPlans plans =
      new FftPlans(
          work -> {
            elsewhere.incrementAndGet();
            work.run();
          });

  private void prepare(FftPlans.Kind kind, Tensor x, long points) {
    plans.prepare(
        kind,
        x,
        -1,
        points,
        () -> {
          transforms.incrementAndGet();
          return x.copy();
        });
  }

  private static Tensor field(long... shape) {
    return Tensor.zeros(DType.FLOAT32, Device.CPU, shape);
  }

  @Test
  void firstTransformOfAShape_isDoneElsewhereOnce() {
    prepare(FftPlans.Kind.REAL, field(3, 8), 0);
    prepare(FftPlans.Kind.REAL, field(3, 8), 0);
    assertThat(elsewhere).hasValue(1);
    assertThat(transforms).hasValue(1);
  }

  @Test
  void whateverMakesAnotherPlan_isDoneElsewhereAgain() {
    prepare(FftPlans.Kind.REAL, field(3, 8), 0);
    prepare(FftPlans.Kind.REAL, field(4, 8), 0);
    prepare(FftPlans.Kind.REAL, field(8, 3).permute(1, 0), 0);
    prepare(FftPlans.Kind.REAL, field(3, 8).to(DType.FLOAT64), 0);
    prepare(FftPlans.Kind.INVERSE_REAL, field(3, 8), 12);
    prepare(FftPlans.Kind.INVERSE_REAL, field(3, 8), 14);
    assertThat(elsewhere).hasValue(6);
  }

  @Test
  void secondThread_waitsUntilThePlanIsThere() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    FftPlans slow =
        new FftPlans(
            work -> {
              begun.countDown();
              try {
                go.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              work.run();
            });
    Runnable user =
        () -> {
          try (Scope scope = new Scope()) {
            Tensor x = field(3, 8);
            slow.prepare(FftPlans.Kind.REAL, x, -1, 0, x::copy);
            done.incrementAndGet();
          }
        };
    Thread first = new Thread(user);
    first.start();
    begun.await();
    Thread second = new Thread(user);
    second.start();
    second.join(200); // long enough for a thread that does not wait
    assertThat(done).hasValue(0);
    go.countDown();
    first.join();
    second.join();
    assertThat(done).hasValue(2);
  }
}
