package io.tfsno.data;

import io.tfsno.data.file.FloatType;
import io.tfsno.engine.Rng;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Small sets with values given by a formula, for tests of what is built on data. */
public final class SyntheticSets {
  private SyntheticSets() {}

  /** A value of a set; cells are counted row-major. */
  public interface Value {
    double at(int trajectory, int step, int channel, int cell);
  }

  /** A set at the root of a file, on a box of length 1 and with snapshots 0.1 apart. */
  public static FlatSet flat(int trajectories, int steps, int channels, int dimension, int points) {
    List<String> names = IntStream.range(0, channels).mapToObj(c -> "u" + c).toList();
    return new FlatSet(
        "",
        FloatType.FLOAT32,
        trajectories,
        steps,
        names,
        Grid.periodic(Points.cube(dimension, points), 1),
        0.1,
        Map.of("equation", "made-up"));
  }

  /** The same with what its file says of it. */
  public static FlatSet saying(FlatSet set, Map<String, Object> attributes) {
    return new FlatSet(
        set.group(),
        set.type(),
        set.trajectories(),
        set.steps(),
        set.fields(),
        set.grid(),
        set.interval(),
        attributes);
  }

  public static Path write(Path file, FlatSet set, Value value) {
    try (SetFile out = SetFile.create(file, set)) {
      for (int step = 0; step < set.steps(); step++) {
        out.write(step, snapshot(set, step, value));
      }
      out.complete();
    }
    return file;
  }

  /** One step of all trajectories, {@code [trajectory, channel, x(, y)]}. */
  public static double[] snapshot(FlatSet set, int step, Value value) {
    int trajectories = (int) set.trajectories();
    int channels = set.fields().size();
    int cells = set.snapshotSize() / channels;
    double[] values = new double[trajectories * channels * cells];
    int i = 0;
    for (int b = 0; b < trajectories; b++) {
      for (int c = 0; c < channels; c++) {
        for (int cell = 0; cell < cells; cell++) {
          values[i++] = (float) value.at(b, step, c, cell);
        }
      }
    }
    return values;
  }

  /**
   * Three waves per trajectory that travel and fade: smooth, easy to learn, and different from one
   * trajectory to the next.
   */
  public static Path fadingWaves(Path file, int trajectories, int steps, int points) {
    return write(
        file,
        flat(trajectories, steps, 1, 1, points),
        (b, t, c, cell) -> {
          Rng rng = Rng.stream(7, b);
          double sum = 0;
          for (int k = 1; k <= 3; k++) {
            double amplitude = 0.5 + rng.uniform();
            double phase = 2 * Math.PI * (rng.uniform() + (double) k * cell / points - 0.05 * t);
            sum += amplitude * Math.exp(-0.02 * k * k * t) * Math.cos(phase);
          }
          return sum;
        });
  }
}
