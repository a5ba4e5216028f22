package io.tfsno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PerfCommandTest {
  @Test
  void roofline_withoutHandWrittenKernels_namesTheFlagsToChange() {
    assertRefused(Cli.run("perf", "--roofline", "--model", "uno", "--dim", 1), "found uno");
    assertRefused(Cli.run("perf", "--roofline", "--model", "fno", "--dim", 3), "found 3");
  }

  private static void assertRefused(Cli.Result result, String found) {
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(found, "--model", "--dim", "leave --roofline out");
  }
}
