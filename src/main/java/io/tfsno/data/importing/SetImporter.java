package io.tfsno.data.importing;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.base.UserError;
import io.tfsno.data.generate.PartFile;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
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
    Hdf5Plan layout = new Hdf5Plan();
    plan.sets().forEach(set -> set.declare(layout));
    PartFile part =
        new PartFile(
            file,
            layout,
            force,
            "the part of an interrupted import with these files and settings",
            "Use those it was started with");
    if (part.isWhole()) {
      part.finish();
      return 1;
    }
    List<TileJob> jobs = TileJob.of(plan.transfers());
    try (Hdf5Writer writer = part.open(jobs.size())) {
      Destination to = new Destination(writer, plan.sets(), plan.groups());
      to.writeCoordinates();
      jobs.stream()
          .filter(job -> !job.wholeSnapshots())
          .map(TileJob::transfer)
          .distinct()
          .forEach(to::sumWhenSealed);
      to.writeNumbers(plan.source().contents().parameters(), plan.source().phase());
      ImportWork work =
          new ImportWork(plan, to, writer, part.journal(), jobs, cancellation, listener);
      double before = work.fraction();
      work.run(workers);
      writer.seal();
      writer.close();
      part.finish();
      return before;
    } catch (ImportWork.Refusal e) {
      part.discard();
      throw (UserError) e.getCause();
    }
  }
}
