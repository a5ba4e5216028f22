package io.tfsno.data.importing;

import io.tfsno.base.Cancellation;
import io.tfsno.base.ProgressListener;
import io.tfsno.data.TrajectoryFile;
import io.tfsno.data.TrajectorySet;
import io.tfsno.data.npy.Npy;
import io.tfsno.spectral.Boundary;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Arrays to import, and imports of them. */
final class ImportedFiles {
  static final Path FILES = Path.of("src/test/resources/foreign");

  /** Options that say what an NPY file does not. */
  static ImportOptions said(String axes) {
    return options(axes, 0.5, List.of(1.0), List.of(Boundary.PERIODIC));
  }

  static ImportOptions options(
      String axes, Double dt, List<Double> lengths, List<Boundary> boundaries) {
    return new ImportOptions(
        axes == null ? null : AxesText.parse(axes),
        dt,
        lengths,
        boundaries,
        List.of(),
        null,
        1,
        List.of(),
        null,
        false,
        List.of());
  }

  /** The same with names of variables or channels. */
  static ImportOptions named(ImportOptions o, String... fields) {
    return new ImportOptions(
        o.axes(),
        o.interval(),
        o.lengths(),
        o.boundaries(),
        List.of(fields),
        o.split(),
        o.stride(),
        o.resolution(),
        o.dataset(),
        o.resample(),
        o.conditions());
  }

  static ImportOptions with(ImportOptions o, ConditionOption... conditions) {
    return new ImportOptions(
        o.axes(),
        o.interval(),
        o.lengths(),
        o.boundaries(),
        o.fields(),
        o.split(),
        o.stride(),
        o.resolution(),
        o.dataset(),
        o.resample(),
        List.of(conditions));
  }

  static ImportOptions thinned(ImportOptions o, int stride, List<Integer> points, boolean even) {
    return new ImportOptions(
        o.axes(),
        o.interval(),
        o.lengths(),
        o.boundaries(),
        o.fields(),
        o.split(),
        stride,
        points,
        o.dataset(),
        even,
        o.conditions());
  }

  static Path write(Path out, ImportOptions options, Path... in) {
    try (ImportSource source = ImportSource.open(List.of(in), options)) {
      new SetImporter(new ImportPlan(source), 2)
          .write(out, false, new Cancellation(), ProgressListener.NONE);
    }
    return out;
  }

  static void read(Path file, Consumer<TrajectorySet> use) {
    try (TrajectoryFile opened = TrajectoryFile.open(file)) {
      use.accept(opened.setOrFirst("train"));
    }
  }

  /** All numbers of a set, {@code [n, t, c, x, y, z]}. */
  static float[] all(TrajectorySet set) {
    return set.read(0, (int) set.trajectories(), 0, set.steps());
  }

  static Path npy(Path file, int[] shape, float... values) {
    Npy.write(file, shape, values);
    return file;
  }

  /** 0, 1, 2, ... */
  static float[] counted(int... shape) {
    float[] values = new float[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return values;
  }

  private ImportedFiles() {}
}
