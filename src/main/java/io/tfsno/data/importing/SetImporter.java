package io.tfsno.data.importing;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.generate.GenerationJournal;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes an import, tile by tile. Until it is whole the file is called {@code NAME.part}; the same
 * import goes on where the last one stopped. Data that are refused leave nothing behind.
 */
public final class SetImporter {
  private final ImportPlan plan;
  private final int workers;

  public SetImporter(ImportPlan plan, int workers) {
    this.plan = plan;
    this.workers = workers;
  }

  /**
   * Writes the file, or finishes a part that the same import left.
   *
   * @param force replace a file that is there, and a part of another import
   * @return the fraction that an earlier run had left finished
   */
  public double write(
      Path file, boolean force, Cancellation cancellation, ProgressListener listener) {
    DataFiles.createFolderOf(file);
    DataFiles.requireFree(file, force);
    Path part = DataFiles.partOf(file);
    GenerationJournal journal = new GenerationJournal(part);
    Hdf5Plan layout = new Hdf5Plan();
    plan.sets().forEach(set -> set.declare(layout));
    Hdf5Writer.Progress progress = Hdf5Writer.progress(part, layout);
    if (progress == Hdf5Writer.Progress.SEALED) {
      return finish(part, file, journal, 1);
    }
    if (progress == Hdf5Writer.Progress.FOREIGN && !force) {
      throw DataFiles.error(
          part,
          "the part of an interrupted import with these files and settings",
          "another",
          "Use those it was started with, delete it, or " + DataFiles.ALLOW_REPLACING + ".");
    }
    List<TileJob> jobs = TileJob.of(plan.transfers());
    boolean resumed = progress == Hdf5Writer.Progress.UNSEALED;
    try (Hdf5Writer writer = open(part, layout, resumed, journal, jobs.size())) {
      Destination to = new Destination(writer, plan.sets(), plan.groups());
      to.writeCoordinates();
      to.writeNumbers(plan.source().contents().parameters(), plan.source().phase());
      ImportWork work = new ImportWork(plan, to, writer, journal, jobs, cancellation, listener);
      double before = work.fraction();
      work.run(workers);
      writer.seal();
      writer.close();
      return finish(part, file, journal, before);
    } catch (ImportWork.Refusal e) {
      journal.delete();
      DataFiles.deleteQuietly(part);
      throw (UserError) e.getCause();
    }
  }

  private static double finish(Path part, Path file, GenerationJournal journal, double before) {
    try {
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    journal.delete();
    return before;
  }

  private static Hdf5Writer open(
      Path part, Hdf5Plan plan, boolean resumed, GenerationJournal journal, int jobs) {
    if (!resumed) {
      journal.delete(); // before the new part is there: it must never be taken for the old one
      return Hdf5Writer.create(part, plan);
    }
    Hdf5Writer writer = Hdf5Writer.reopen(part, plan);
    journal.load(jobs);
    return writer;
  }
}
