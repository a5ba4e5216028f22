package io.tfsno.data;

import io.tfsno.data.file.FloatType;
import io.tfsno.data.hdf5.Hdf5Plan;
import io.tfsno.data.hdf5.Hdf5Writer;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files with a group for each part of a set, as generators write them. */
public final class PartedSets {
  private static final int STEPS = 8;
  private static final int POINTS = 32;

  private PartedSets() {}

  /**
   * Travelling waves, whose phase is {@code 100 part + trajectory}.
   *
   * @param parts how many trajectories each group has, by its name
   */
  public static Path write(Path file, Map<String, Integer> parts) {
    Hdf5Plan plan = new Hdf5Plan();
    List<FlatSet> sets = parts.entrySet().stream().map(e -> set(e.getKey(), e.getValue())).toList();
    sets.forEach(set -> set.declare(plan));
    try (Hdf5Writer writer = Hdf5Writer.create(file, plan)) {
      for (int part = 0; part < sets.size(); part++) {
        FlatSet set = sets.get(part);
        set.writeCoordinates(writer);
        double phase = 100.0 * part;
        for (int step = 0; step < STEPS; step++) {
          int at = step;
          double[] all =
              SyntheticSets.snapshot(set, step, (b, t, c, i) -> wave(phase + b + 0.1 * at, i));
          for (int b = 0; b < set.trajectories(); b++) {
            float[] values = new float[POINTS];
            for (int i = 0; i < POINTS; i++) {
              values[i] = (float) all[b * POINTS + i];
            }
            writer.write(set.path("tensor"), ((long) b * STEPS + step) * POINTS, values);
          }
        }
      }
      writer.seal();
    }
    return file;
  }

  private static double wave(double phase, int cell) {
    return Math.cos(2 * Math.PI * cell / POINTS + phase);
  }

  private static FlatSet set(String group, int trajectories) {
    return new FlatSet(
        group,
        FloatType.FLOAT32,
        trajectories,
        STEPS,
        List.of("u"),
        Grid.periodic(Points.of(POINTS), 1),
        0.1,
        Map.of("equation", "made-up"));
  }
}
