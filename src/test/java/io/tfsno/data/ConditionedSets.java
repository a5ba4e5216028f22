package io.tfsno.data;

import io.tfsno.data.condition.ConditionFields;
import io.tfsno.data.condition.ConditionWriter;
import io.tfsno.data.condition.SetConditions;
import io.tfsno.engine.Rng;
import io.tfsno.spectral.Channel;
import java.nio.file.Path;
import java.util.List;

/** Small sets whose next state cannot be known from the present one alone. */
public final class ConditionedSets {
  public static final int POINTS = 16;

  private ConditionedSets() {}

  /** The rate at which a trajectory of {@link #decays} fades. */
  public static double rate(int trajectory) {
    return 0.1 + 0.8 * Rng.stream(3, trajectory).uniform();
  }

  /** Waves that fade, each trajectory at a rate {@code nu} of its own: u' = (1 - nu) u. */
  public static Path decays(Path file, int trajectories, int steps) {
    FlatSet set =
        SyntheticSets.flat(trajectories, steps, 1, 1, POINTS)
            .with(SetConditions.ofParameters(List.of(new Channel("nu"), new Channel("noise"))));
    try (SetFile out = SetFile.create(file, set)) {
      states(
          out,
          set,
          (b, t, c, i) -> Math.pow(1 - rate(b), t) * Math.cos(2 * Math.PI * i / POINTS + b));
      for (int b = 0; b < trajectories; b++) {
        out.conditions().parameters(b, new double[] {rate(b), Rng.stream(4, b).uniform()});
      }
      out.complete();
    }
    return file;
  }

  /**
   * States that a shared field {@code k} and the forcing {@code f} push, {@code u' = u + k + f(t)},
   * and a law of period 1 in the clock {@code t + phase} of each trajectory.
   */
  public static Path pushed(Path file, int trajectories, int steps) {
    SetConditions conditions =
        new SetConditions(
            List.of(),
            new ConditionFields(List.of(new Channel("k")), true),
            ConditionFields.of(List.of(new Channel("f"))),
            true);
    FlatSet set = SyntheticSets.flat(trajectories, steps, 1, 1, POINTS).with(conditions);
    try (SetFile out = SetFile.create(file, set)) {
      states(
          out,
          set,
          (b, t, c, i) -> {
            double u = Math.cos(2 * Math.PI * i / POINTS + b);
            for (int s = 0; s < t; s++) {
              u += k(i) + f(b, s, i) + law(b, s);
            }
            return u;
          });
      ConditionWriter writer = out.conditions();
      writer.statics(0, values(i -> k(i)));
      for (int b = 0; b < trajectories; b++) {
        int trajectory = b;
        writer.phases(b, new double[] {phase(b)});
        for (int t = 0; t < steps; t++) {
          int step = t;
          writer.forcings(b, t, values(i -> f(trajectory, step, i)));
        }
      }
      out.complete();
    }
    return file;
  }

  public static double k(int cell) {
    return 0.125 * Math.sin(2 * Math.PI * cell / POINTS);
  }

  public static double f(int trajectory, int step, int cell) {
    return 0.25 * Math.cos(trajectory + 2 * step + cell);
  }

  public static double phase(int trajectory) {
    return 0.0625 * (trajectory % 16);
  }

  /** What the law adds at a step of 0.1: a sine of the trajectory's own clock. */
  public static double law(int trajectory, int step) {
    return 0.5 * Math.sin(2 * Math.PI * (0.1 * step + phase(trajectory)));
  }

  private interface OfCell {
    double at(int cell);
  }

  private static float[] values(OfCell of) {
    float[] values = new float[POINTS];
    for (int i = 0; i < POINTS; i++) {
      values[i] = (float) of.at(i);
    }
    return values;
  }

  private static void states(SetFile out, FlatSet set, SyntheticSets.Value value) {
    for (int step = 0; step < set.steps(); step++) {
      out.write(step, SyntheticSets.snapshot(set, step, value));
    }
  }
}
