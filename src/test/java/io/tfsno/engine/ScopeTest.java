package io.tfsno.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ScopeTest {
  private static Tensor make() {
    return Tensor.of(new double[] {1, 2, 3}, 3);
  }

  private static boolean freed(Tensor tensor) {
    return tensor.handle.isNull();
  }

  @Test
  void close_withTensorsInside_freesThem() {
    Tensor made;
    try (Scope scope = new Scope()) {
      made = make();
      assertThat(freed(made)).isFalse();
    }
    assertThat(freed(made)).isTrue();
  }

  @Test
  void close_afterAnException_freesWhatWasMade() {
    AtomicReference<Tensor> made = new AtomicReference<>();
    assertThatThrownBy(
            () -> {
              try (Scope scope = new Scope()) {
                made.set(make());
                throw new IllegalStateException("in the middle of a step");
              }
            })
        .isInstanceOf(IllegalStateException.class);
    assertThat(freed(made.get())).isTrue();
  }

  @Test
  void close_ofAnInnerScope_leavesTheOuterAlone() {
    try (Scope outer = new Scope()) {
      Tensor before = make();
      Tensor within;
      try (Scope inner = new Scope()) {
        within = make();
      }
      Tensor after = make();
      assertThat(freed(within)).isTrue();
      assertThat(before.add(after).toDoubles()).containsExactly(2, 4, 6);
    }
  }

  @Test
  void keep_insideAnotherScope_movesThereAndDiesWithIt() {
    Tensor kept;
    try (Scope outer = new Scope()) {
      try (Scope inner = new Scope()) {
        Tensor made = make();
        kept = inner.keep(made);
        assertThat(kept).isSameAs(made);
      }
      assertThat(kept.toDoubles()).containsExactly(1, 2, 3);
    }
    assertThat(freed(kept)).isTrue();
  }

  @Test
  void keep_fromScopeToScope_survivesEachInTurn() {
    Tensor kept;
    try (Scope outermost = new Scope()) {
      try (Scope middle = new Scope()) {
        try (Scope inner = new Scope()) {
          kept = inner.keep(make());
        }
        kept = middle.keep(kept);
      }
      assertThat(kept.toDoubles()).containsExactly(1, 2, 3);
    }
    assertThat(freed(kept)).isTrue();
  }

  @Test
  void keep_whileAnInnerScopeIsOpen_movesToTheScopeAroundTheOneAsked() {
    Tensor kept;
    try (Scope outermost = new Scope()) {
      try (Scope middle = new Scope()) {
        kept = make();
        try (Scope inner = new Scope()) {
          middle.keep(kept);
        }
      }
      assertThat(kept.toDoubles()).containsExactly(1, 2, 3);
    }
    assertThat(freed(kept)).isTrue();
  }

  @Test
  void keep_withNoScopeAround_leavesTheTensorToTheCaller() {
    Tensor kept;
    try (Scope only = new Scope()) {
      kept = only.keep(make());
    }
    assertThat(kept.toDoubles()).containsExactly(1, 2, 3);
    kept.close();
    assertThat(freed(kept)).isTrue();
  }

  @Test
  void unowned_madeInsideAScope_survivesItUntilClosed() {
    Tensor constant;
    AtomicReference<Tensor> temporary = new AtomicReference<>();
    try (Scope scope = new Scope()) {
      constant =
          Scope.unowned(
              () -> {
                temporary.set(make());
                return temporary.get().mul(2);
              });
      assertThat(freed(temporary.get())).isTrue();
    }
    assertThat(constant.toDoubles()).containsExactly(2, 4, 6);
    constant.close();
    assertThat(freed(constant)).isTrue();
  }

  @Test
  void view_afterItsSourceWasFreed_stillHoldsTheMemory() {
    try (Scope outer = new Scope()) {
      Tensor tail;
      try (Scope inner = new Scope()) {
        tail = inner.keep(make().narrow(0, 1, 2));
      }
      assertThat(tail.toDoubles()).containsExactly(2, 3);
    }
  }

  @Test
  void close_ofATensorTwice_isHarmless() {
    Tensor tensor = Scope.unowned(ScopeTest::make);
    tensor.close();
    tensor.close();
    assertThat(freed(tensor)).isTrue();
  }
}
