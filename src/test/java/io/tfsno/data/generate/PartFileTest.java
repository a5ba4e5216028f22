package io.tfsno.data.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tfsno.base.UserError;
import io.tfsno.data.TrajectoryFiles;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a file that is filled job by job, at each moment at which it may be killed. */
class PartFileTest {
  @TempDir private Path folder;

  @Test
  void wholeFile_losesItsJournalBeforeItGetsItsName() throws IOException {
    Path file = folder.resolve("set.h5");
    Path part = folder.resolve("set.h5.part");
    Path journal = folder.resolve("set.h5.part.json");
    Hdf5Plan plan = new Hdf5Plan();
    TrajectoryFiles.flat(plan.group("train"), false, 2, 3, 4, 1);
    PartFile filled = new PartFile(file, plan, false, "", "");
    try (Hdf5Writer writer = filled.open(1)) {
      filled.journal().note(0);
      filled.journal().save(1);
      Files.writeString(folder.resolve("set.h5.part.json.new"), "half of a jour");
      assertThat(journal).exists();
      writer.seal();
    }
    Path obstacle = Files.createDirectories(file.resolve("not-empty"));
    assertThatThrownBy(filled::finish).isInstanceOf(UserError.class); // as if killed just then
    assertThat(folder).isDirectoryNotContaining(p -> p.toString().contains(".json"));
    assertThat(part).exists();

    Files.delete(obstacle);
    Files.delete(file);
    PartFile again = new PartFile(file, plan, false, "", "");
    assertThat(again.isWhole()).isTrue();
    again.finish();
    assertThat(folder).isDirectoryContaining(p -> p.endsWith("set.h5"));
    assertThat(part).doesNotExist();
  }
}
