package io.tfsno.data;

import io.tfsno.base.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A set of trajectories written step by step, all trajectories at once: HDF5 in our layout, or NPY
 * as {@code [trajectory, time, channel, x(, y)]}. Nothing of the final name is left unless {@link
 * #complete} was reached.
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

  public static SetFile create(Path file, FlatSet set) {
    String name = file.getFileName().toString();
    Path part = DataFiles.partOf(file);
    if (name.endsWith(".npy")) {
      return new SetFile(file, set, null, new NpyBlocks(part, set));
    }
    if (name.endsWith(".h5") || name.endsWith(".hdf5")) {
      Hdf5Plan plan = new Hdf5Plan();
      set.declare(plan);
      Hdf5Writer writer = Hdf5Writer.create(part, plan);
      set.writeCoordinates(writer);
      return new SetFile(file, set, writer, null);
    }
    throw new UserError("an output file *.npy or *.h5", "'" + name + "'", "Change --out.");
  }

  /** Writes one step of every trajectory, {@code [trajectory, channel, x(, y)]}. */
  public void write(int step, float[] values) {
    int size = set.snapshotSize();
    for (int i = 0; i < set.trajectories(); i++) {
      float[] one = Arrays.copyOfRange(values, i * size, (i + 1) * size);
      long position = ((long) i * set.steps() + step) * size;
      if (hdf5 != null) {
        hdf5.write(set.path("tensor"), position, channelLast(one, set.fields().size()));
      } else {
        npy.write(position, one);
      }
    }
  }

  static float[] channelLast(float[] snapshot, int channels) {
    if (channels == 1) {
      return snapshot;
    }
    int cells = snapshot.length / channels;
    float[] out = new float[snapshot.length];
    for (int c = 0; c < channels; c++) {
      for (int i = 0; i < cells; i++) {
        out[i * channels + c] = snapshot[c * cells + i];
      }
    }
    return out;
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
