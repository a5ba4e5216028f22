package example;

import io.tfsno.api.DataSet;
import io.tfsno.spectral.Grid;
import io.tfsno.spectral.Points;
import java.nio.file.Path;

/** Builds a data set from arrays: decaying waves, each with its own speed. */
public final class DataExample {
  private static final int POINTS = 64;
  private static final int SNAPSHOTS = 21;

  public static Path write(Path file) {
    Grid line = Grid.periodic(Points.of(POINTS), 1.0); // or Points.of(64, 96), 1.0, 1.5
    DataSet set = new DataSet(line, 0.05).fields("u").parameters("speed");
    for (int i = 0; i < 40; i++) {
      double speed = 0.5 + i / 40.0;
      set.add(trajectory(speed, 0.3 * i), speed);
    }
    return set.write(file);
  }

  /** One trajectory, [time, channel, x], row-major. */
  private static float[] trajectory(double speed, double phase) {
    float[] states = new float[SNAPSHOTS * POINTS];
    for (int t = 0; t < SNAPSHOTS; t++) {
      for (int i = 0; i < POINTS; i++) {
        double x = (double) i / POINTS - speed * 0.05 * t;
        states[t * POINTS + i] = (float) (Math.exp(-0.02 * t) * Math.sin(2 * Math.PI * x + phase));
      }
    }
    return states;
  }

  private DataExample() {}
}
