package io.tfsno.data.generate;

import io.tfsno.data.file.DataFiles;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.data.hdf5.UnfinishedFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file that is filled job by job. Until it is whole it is called {@code NAME.part}, with a
 * journal of the jobs that are done, and the same plan goes on where the last attempt stopped.
 */
public final class PartFile {
  private final Path file;
  private final Path part;
  private final Hdf5Plan plan;
  private final GenerationJournal journal;
  private final UnfinishedFile.Progress progress;

  /**
   * @param force replace a file that is there, and a part of another plan
   * @param expected what a part that is there should be, for the message if it is another
   * @param advice what to do then, apart from deleting or replacing it
   */
  public PartFile(Path file, Hdf5Plan plan, boolean force, String expected, String advice) {
    this.file = file;
    this.plan = plan;
    DataFiles.createFolderOf(file);
    DataFiles.requireFree(file, force);
    part = DataFiles.partOf(file);
    journal = new GenerationJournal(part);
    progress = UnfinishedFile.progress(part, plan);
    if (progress == UnfinishedFile.Progress.FOREIGN && !force) {
      throw DataFiles.error(
          part,
          expected,
          "another",
          "%s, delete it, or %s.".formatted(advice, DataFiles.ALLOW_REPLACING));
    }
  }

  /** Whether nothing is left to do but {@link #finish}. */
  public boolean isWhole() {
    return progress == UnfinishedFile.Progress.SEALED;
  }

  public GenerationJournal journal() {
    return journal;
  }

  /** Opens the part, a new one or that of the last attempt with its journal. */
  public Hdf5Writer open(int jobs) {
    if (progress != UnfinishedFile.Progress.UNSEALED) {
      journal.delete(); // before the new part is there: it must never be taken for the old one
      return Hdf5Writer.create(part, plan);
    }
    Hdf5Writer writer = Hdf5Writer.reopen(part, plan);
    journal.load(jobs);
    return writer;
  }

  /**
   * Gives the whole file its name. The journal goes first: a part that is sealed needs none, and
   * behind a file that has its name nobody would remove it.
   */
  public void finish() {
    journal.delete();
    try {
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
  }

  /** Leaves nothing behind. */
  public void discard() {
    journal.delete();
    DataFiles.deleteQuietly(part);
  }
}
