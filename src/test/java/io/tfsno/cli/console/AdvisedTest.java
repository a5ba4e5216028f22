package io.tfsno.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import org.junit.jupiter.api.Test;

class AdvisedTest {
  @Test
  void get_ofWhatIsRefused_addsTheAdviceAndKeepsTheCause() {
    UserError refusal = new UserError("a number > 0", "-1", "Try 4.");

    assertThatThrownBy(() -> Advised.run("Change --batch.", () -> refuse(refusal)))
        .isInstanceOf(UserError.class)
        .hasMessage("expected a number > 0, found -1. Try 4. Change --batch.")
        .hasCause(refusal);
  }

  @Test
  void get_ofWhatWorks_isItsResult() {
    assertThat(Advised.<Integer>get("Change --batch.", () -> 4)).isEqualTo(4);
  }

  @Test
  void run_ofAFailureOfOurs_isLeftAlone() {
    IllegalStateException failure = new IllegalStateException("ours");

    assertThatThrownBy(() -> Advised.run("Change --batch.", () -> refuse(failure)))
        .isSameAs(failure);
  }

  private static void refuse(RuntimeException e) {
    throw e;
  }
}
