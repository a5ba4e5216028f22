package io.tfsno.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tfsno.Notes;
import io.tfsno.base.Cancellation;
import io.tfsno.data.file.FileHold;
import io.tfsno.engine.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cells share what is loaded, and wait for nothing that is not theirs. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedDataTest {
  private final Protocol protocol = Protocol.of(new Declarations(), "smoke", null);
  private final Cell e1 = protocol.cell("E1", "fno", Form.DELTA, 1);
  private final Cell e2 = protocol.cell("E2", "fno", Form.DELTA, 1);
  private final Notes notes = new Notes();

  @TempDir private Path folder;
  private SharedData data;

  @BeforeEach
  void expectBothCells() {
    data = new SharedData(protocol, folder, Device.CPU, 1);
    data.expect(e1);
    data.expect(e2);
  }

  @Test
  void cell_whoseSetIsThere_doesNotWaitForOneThatIsBeingMade() throws Exception {
    Path lock = folder.resolve("." + data.file("E2").getFileName() + ".lock");
    FutureTask<?> second =
        new FutureTask<>(() -> data.training(e2, new Cancellation(), notes) != null);
    Thread thread = new Thread(second);
    try (FileHold elsewhere = FileHold.tryTake(lock).orElseThrow()) {
      thread.start();
      while (thread.getState() != Thread.State.TIMED_WAITING) { // for the turn to make its set
        Thread.onSpinWait();
      }
      assertThat(data.training(e1, new Cancellation(), notes)).isNotNull();
      data.test("E1", new Cancellation(), notes);
      data.leave(e1);
      assertThat(second).isNotDone();
    }
    assertThat(second.get()).isEqualTo(true);
    data.close();
  }

  @Test
  void setsMadeAhead_areThoseThatAreMissing_inTheOrderOfTheCells() throws IOException {
    data.training(e2, new Cancellation(), notes);
    byte[] before = Files.readAllBytes(data.file("E2"));
    data.makeAhead(List.of(e1, e2, e1), new Cancellation(), notes);
    assertThat(notes.heard())
        .containsExactly("making " + data.file("E2"), "making " + data.file("E1"));
    assertThat(Files.readAllBytes(data.file("E2"))).isEqualTo(before);
    data.training(e1, new Cancellation(), notes);
    assertThat(notes.heard()).hasSize(2);
    data.close();
  }
}
