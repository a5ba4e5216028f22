package io.tfsno.data.condition;

import io.tfsno.data.parts.Numbering;
import java.util.List;

/**
 * The conditions of several sets, one after the other.
 *
 * @param declared of all parts, with fields shared only where all parts have the very same
 */
public record JoinedConditions(
    SetConditions declared, List<TrajectoryConditions> parts, Numbering numbering)
    implements TrajectoryConditions {
  public JoinedConditions {
    parts = List.copyOf(parts);
  }

  /** Some numbers of consecutive trajectories: an array of double or of float. */
  @FunctionalInterface
  private interface Numbers<A> {
    A of(TrajectoryConditions part, long first, int count);
  }

  @Override
  public double[] parameters(long first, int count) {
    return doubles(first, count, TrajectoryConditions::parameters);
  }

  @Override
  public double[] phases(long first, int count) {
    return doubles(first, count, TrajectoryConditions::phases);
  }

  @Override
  public float[] statics(long first, int count) {
    return floats(first, count, TrajectoryConditions::statics);
  }

  @Override
  public float[] forcings(long first, int count, int firstStep, int steps) {
    return floats(first, count, (part, from, n) -> part.forcings(from, n, firstStep, steps));
  }

  private double[] doubles(long first, int count, Numbers<double[]> what) {
    double[][] all = {new double[0]};
    numbering.pieces(
        first,
        count,
        (part, from, n, before) -> {
          double[] some = what.of(parts.get(part), from, n);
          int size = some.length / n;
          all[0] = before == 0 ? new double[count * size] : all[0];
          System.arraycopy(some, 0, all[0], before * size, some.length);
        });
    return all[0];
  }

  private float[] floats(long first, int count, Numbers<float[]> what) {
    float[][] all = {new float[0]};
    numbering.pieces(
        first,
        count,
        (part, from, n, before) -> {
          float[] some = what.of(parts.get(part), from, n);
          int size = some.length / n;
          all[0] = before == 0 ? new float[Math.multiplyExact(count, size)] : all[0];
          System.arraycopy(some, 0, all[0], before * size, some.length);
        });
    return all[0];
  }
}
