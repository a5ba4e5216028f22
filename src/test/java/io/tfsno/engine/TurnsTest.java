package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final List<String> queued = new ArrayList<>();
  private long current;

  private final Turns turns =
      new Turns(
          new Turns.Queue() {
            @Override
            public long id() {
              return current;
            }

            @Override
            public void mark() {
              queued.add("mark " + current);
            }

            @Override
            public void awaitMark() {
              queued.add("wait " + current);
            }
          });

  private void use(long stream) {
    current = stream;
    turns.run(() -> queued.add("work " + stream));
  }

  @Test
  void anotherStream_waitsForTheLastMark() {
    use(1);
    use(2);
    assertThat(queued).containsExactly("work 1", "mark 1", "wait 2", "work 2", "mark 2");
  }

  @Test
  void oneStream_isInOrderAnyway() {
    use(7);
    use(7);
    assertThat(queued).containsExactly("work 7", "mark 7", "work 7", "mark 7");
  }

  @Test
  void workThatFails_isMarkedToo_forSomeOfItMayBeQueued() {
    current = 1;
    assertThatThrownBy(
            () ->
                turns.run(
                    () -> {
                      throw new IllegalStateException("no memory");
                    }))
        .hasMessage("no memory");
    use(2);
    assertThat(queued).containsExactly("mark 1", "wait 2", "work 2", "mark 2");
  }
}
