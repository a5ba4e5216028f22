package io.tfsno.bench.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedTest {
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Shared<AutoCloseable> shared = new Shared<>();

  private AutoCloseable open() {
    opened.incrementAndGet();
    return closed::incrementAndGet;
  }

  @Test
  void shared_isOpenedByTheFirstAndClosedByTheLast() {
    shared.expect();
    shared.expect();
    assertThat(shared.peek()).isEmpty();
    AutoCloseable first = shared.get(this::open);
    assertThat(shared.get(this::open)).isSameAs(first);
    assertThat(shared.peek()).contains(first);
    shared.leave();
    assertThat(closed).hasValue(0);
    shared.leave();
    assertThat(opened).hasValue(1);
    assertThat(closed).hasValue(1);
    assertThat(shared.peek()).isEmpty();
    shared.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void opening_thatFails_isTriedAgain() {
    shared.expect();
    assertThatThrownBy(
            () ->
                shared.get(
                    () -> {
                      throw new IllegalStateException("no disk");
                    }))
        .hasMessage("no disk");
    shared.get(this::open);
    shared.leave();
    assertThat(closed).hasValue(1);
  }

  @Test
  void shared_thatNobodyOpened_closesNothing() {
    shared.expect();
    shared.leave();
    assertThat(closed).hasValue(0);
  }
}
