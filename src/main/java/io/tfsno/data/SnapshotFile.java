package io.tfsno.data;

import io.tfsno.base.BuildInfo;
import io.tfsno.base.UserError;
import io.tfsno.pde.Equation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the snapshots of one trajectory go, one after the other, in float64. Nothing of the final
 * name is left unless {@link #complete} was reached.
 */
interface SnapshotFile extends AutoCloseable {
  /** Adds a snapshot {@code [channel, x(, y)]}. */
  void append(double[] snapshot);

  /** Declares the file whole and gives it its name. */
  void complete();

  /** Drops what is not complete. */
  @Override
  void close();

  static SnapshotFile create(Path out, SolveSpec spec, Equation equation) {
    String name = out.getFileName().toString();
    if (name.endsWith(".npy")) {
      return new NpySnapshots(out, spec, equation);
    }
    if (name.endsWith(".h5") || name.endsWith(".hdf5")) {
      return new Hdf5Snapshots(out, spec, equation);
    }
    throw new UserError("an output file *.npy or *.h5", "'" + name + "'", "Change --out.");
  }

  /** {@code [snapshots, channels, N...]}. */
  final class NpySnapshots implements SnapshotFile {
    private final NpyWriter writer;
    private boolean complete;

    NpySnapshots(Path out, SolveSpec spec, Equation equation) {
      long[] shape = new long[2 + equation.dimension()];
      Arrays.fill(shape, spec.resolution());
      shape[0] = spec.snapshots().count();
      shape[1] = equation.channels();
      writer = new NpyWriter(out, FloatType.FLOAT64, shape);
    }

    @Override
    public void append(double[] snapshot) {
      writer.append(snapshot);
    }

    @Override
    public void complete() {
      writer.close();
      complete = true;
    }

    @Override
    public void close() {
      if (!complete) {
        writer.discard();
      }
    }
  }

  /** One trajectory in our HDF5 layout. */
  final class Hdf5Snapshots implements SnapshotFile {
    private final Path out;
    private final Path part;
    private final FlatSet set;
    private final Hdf5Writer writer;
    private long written;
    private boolean complete;

    Hdf5Snapshots(Path out, SolveSpec spec, Equation equation) {
      this.out = out;
      this.part = DataFiles.partOf(out);
      Map<String, Object> attributes = new LinkedHashMap<>(equation.parameters());
      attributes.put("equation", equation.type().name());
      attributes.put("solver_dt", spec.snapshots().interval() / spec.substeps());
      attributes.put("solver_resolution", (long) spec.solverPoints());
      attributes.put("original_resolution", (long) spec.resolution());
      attributes.put("generator", "tfsno " + BuildInfo.version());
      set =
          new FlatSet(
              "",
              FloatType.FLOAT64,
              1,
              spec.snapshots().count(),
              equation.type().fields(),
              equation.dimension(),
              spec.resolution(),
              spec.length(),
              spec.snapshots().interval(),
              attributes);
      Hdf5Plan plan = new Hdf5Plan();
      set.declare(plan);
      writer = Hdf5Writer.create(part, plan);
      set.writeCoordinates(writer);
    }

    @Override
    public void append(double[] snapshot) {
      double[] ordered = channelLast(snapshot, set.fields().size());
      writer.write("tensor", written, ordered);
      written += ordered.length;
    }

    @Override
    public void complete() {
      writer.seal();
      writer.close();
      try {
        DataFiles.moveIntoPlace(part, out);
      } catch (IOException e) {
        throw DataFiles.cannotWrite(out, e);
      }
      complete = true;
    }

    @Override
    public void close() {
      if (!complete) {
        writer.close();
        try {
          Files.deleteIfExists(part);
        } catch (IOException e) {
          throw DataFiles.cannotWrite(part, e);
        }
      }
    }

    private static double[] channelLast(double[] snapshot, int channels) {
      int cells = snapshot.length / channels;
      double[] out = new double[snapshot.length];
      for (int c = 0; c < channels; c++) {
        for (int i = 0; i < cells; i++) {
          out[i * channels + c] = snapshot[c * cells + i];
        }
      }
      return out;
    }
  }
}
