package io.tfsno.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.SyntheticSets;
import io.tfsno.train.TinyRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoredDataTest {
  private static final String CONFIG =
      """
      name: moved
      model: {name: fno, width: 4, modes: 4, layers: 2, head: 8}
      training: {epochs: 1}
      validation: {trajectories: 1, every: 1}
      """;

  @TempDir private Path folder;

  @Test
  void dataThatLieElsewhereByNow_areAskedFor() throws IOException {
    Path data = SyntheticSets.fadingWaves(folder.resolve("waves.h5"), 4, 6, 32);
    Path run = folder.resolve("run");
    TinyRuns.train(run, CONFIG, data);
    ScoredData.of(run, null).close();
    Path moved = Files.move(data, folder.resolve("moved.h5"));
    assertThatThrownBy(() -> ScoredData.of(run, null))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "%s: expected the data set of the training, %s, found no such file. Name a data set."
                .formatted(run, data));
    try (ScoredData found = ScoredData.of(run, moved)) {
      assertThat(found.split()).isNotEmpty();
    }
  }
}
