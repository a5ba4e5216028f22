package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.base.Cancellation;
import io.tfsno.engine.Device;
import io.tfsno.nn.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which failures of a cell are its results, and which are not. */
class SuiteRunnerTest {
  private static final String SUITE =
      """
      title: tiny
      cells:
        - {datasets: [E1], variants: [small-fno], forms: [direct, delta]}
      variants:
        small-fno: {title: FNO, model: {name: fno, width: 8, modes: 4, layers: 2, head: 8}}
      """;
  private static final String OUT_OF_MEMORY = "E1-small-fno-direct-smoke-s1";

  @TempDir private Path folder;

  @Test
  void cell_outOfMemory_isLeftOpenAndStopsNoOther() throws IOException {
    for (Throwable failure :
        List.of(
            new OutOfMemoryError("Java heap space"),
            new RuntimeException(
                "CUDA out of memory. Tried to allocate 2 GiB\nException raised"))) {
      Path out = folder.resolve(failure.getClass().getSimpleName());
      SuiteRunner.Outcome outcome = run(out, failure);
      assertThat(outcome.ran()).isEqualTo(1);
      assertThat(outcome.failed()).isZero();
      assertThat(outcome.open())
          .singleElement()
          .satisfies(
              cell -> {
                assertThat(cell.key()).isEqualTo(OUT_OF_MEMORY);
                assertThat(cell.internal()).isFalse();
                assertThat(cell.reason()).startsWith("out of memory (").doesNotContain("\n");
              });
      assertThat(new Ledger(out).all()).hasSize(1);
      assertThat(out.resolve("running").resolve(OUT_OF_MEMORY)).isDirectory();
      assertThat(out.resolve("running")).isDirectoryNotContaining("glob:**.claim");
      assertThat(run(out, null).ran()).isEqualTo(1);
      assertThat(run(out, null).ran()).isZero();
    }
  }

  @Test
  void cell_stoppedByAFailureOfOurs_isLeftOpenWithItsCause() throws IOException {
    Path out = folder.resolve("bug");
    SuiteRunner.Outcome outcome = run(out, new IllegalStateException("a bug"));
    assertThat(outcome.open()).singleElement().matches(LeftOpen::internal);
    assertThat(new Ledger(out).find(OUT_OF_MEMORY)).isNull();
  }

  /**
   * @param failure of the first cell's updates; null for none
   */
  private SuiteRunner.Outcome run(Path out, Throwable failure) throws IOException {
    Path file = Files.writeString(folder.resolve("tiny.yaml"), SUITE);
    Declarations declarations = new Declarations();
    Suite suite = declarations.suite(file.toString());
    Protocol protocol = Protocol.of(declarations, "smoke", null);
    SuiteRunner runner =
        new SuiteRunner(
            protocol, out, folder.resolve("data"), Execution.on(Device.CPU), 1, null, false);
    List<Cell> cells = Plan.cells(suite, protocol, List.of(1L));
    return runner.run(cells, new Cancellation(), new Failing(failure));
  }

  /** Called from the thread that trains, and fails there. */
  private record Failing(Throwable failure) implements SuiteRunner.Listener {
    @Override
    public void progress(long done, long total, String detail) {
      if (detail.startsWith(OUT_OF_MEMORY)) {
        if (failure instanceof Error e) {
          throw e;
        }
        if (failure instanceof RuntimeException e) {
          throw e;
        }
      }
    }

    @Override
    public void note(String text) {}

    @Override
    public void finished(LedgerEntry entry, int done, int all) {}

    @Override
    public void leftOpen(LeftOpen cell, int done, int all) {}
  }
}
