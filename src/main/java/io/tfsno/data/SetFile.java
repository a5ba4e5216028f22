package io.tfsno.data;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.file.DataFiles;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A set of trajectories written step by step, all trajectories at once: HDF5 in our layout, or NPY
 * as {@code [trajectory, time, channel, x(, y, z)]}. Nothing of the final name is left unless
 * {@link #complete} was reached.
 */
public final class SetFile implements AutoCloseable {
  private final Path file;
  private final Path part;
  private final FlatSet set;
  private final Hdf5Writer hdf5;
  private final NpyBlocks npy;
  private boolean complete;

  private SetFile(Path file, FlatSet set, Hdf5Writer hdf5, NpyBlocks npy) {
    this.file = file;
    this.part = DataFiles.partOf(file);
    this.set = set;
    this.hdf5 = hdf5;
    this.npy = npy;
  }

  /** A file for all trajectories of a set. */
  public static SetFile create(Path file, FlatSet set) {
    return create(file, set, new long[] {set.trajectories(), set.steps()});
  }

  /** A file for the only trajectory of a set. */
  public static SetFile createSingle(Path file, FlatSet set) {
    return create(file, set, new long[] {set.steps()});
  }

  private static SetFile create(Path file, FlatSet set, long[] npyLead) {
    requireFormat(file);
    Path part = DataFiles.partOf(file);
    if (isNpy(file)) {
      return new SetFile(file, set, null, new NpyBlocks(part, set, npyLead));
    }
    Hdf5Plan plan = new Hdf5Plan();
    set.declare(plan);
    Hdf5Writer writer = Hdf5Writer.create(part, plan);
    set.writeCoordinates(writer);
    return new SetFile(file, set, writer, null);
  }

  /** Refuses a name that says no format, before there is anything to write. */
  public static void requireFormat(Path file) {
    String name = file.getFileName().toString();
    if (!isNpy(file) && !name.endsWith(".h5") && !name.endsWith(".hdf5")) {
      throw new UserError("an output file *.npy or *.h5", "'" + name + "'", "Choose another name.");
    }
  }

  private static boolean isNpy(Path file) {
    return file.getFileName().toString().endsWith(".npy");
  }

  /**
   * Writes one step of every trajectory, {@code [trajectory, channel, x(, y, z)]}; numbers are
   * rounded if the set is float32.
   */
  public void write(int step, double[] values) {
    if (hdf5 != null) {
      new SnapshotWriter(hdf5, set).write(0, step, values);
      return;
    }
    int size = set.snapshotSize();
    for (int i = 0; i < set.trajectories(); i++) {
      long position = ((long) i * set.steps() + step) * size;
      npy.write(position, Arrays.copyOfRange(values, i * size, (i + 1) * size));
    }
  }

  /** Whether the format has a place for conditions. */
  public boolean holdsConditions() {
    return hdf5 != null;
  }

  /** Where the conditions of the set go; NPY has no place for them. */
  public ConditionWriter conditions() {
    if (hdf5 == null) {
      throw new UserError(
          "an output file *.h5 for a set with conditions", file.toString(), "Choose another name.");
    }
    return set.conditions(hdf5);
  }

  /** Declares the file whole and gives it its name. */
  public void complete() {
    if (hdf5 != null) {
      hdf5.seal();
      hdf5.close();
    } else {
      npy.close();
    }
    try {
      DataFiles.moveIntoPlace(part, file);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(file, e);
    }
    complete = true;
  }

  @Override
  public void close() {
    if (complete) {
      return;
    }
    if (hdf5 != null) {
      hdf5.close();
    } else {
      npy.close();
    }
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw DataFiles.cannotWrite(part, e);
    }
  }
}
