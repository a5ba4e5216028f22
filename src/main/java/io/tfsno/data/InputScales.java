package io.tfsno.data;

import io.tfsno.data.condition.SetConditions;
import io.tfsno.data.condition.TrajectoryConditions;
import java.util.ArrayList;
import java.util.List;

/**
 * How the conditions that a model is given are standardised.
 *
 * @param fields of the known fields: static ones, then forcing
 * @param parameters of the numbers
 */
public record InputScales(Normaliser fields, Normaliser parameters) {
  /** Leaves values as they are. */
  public static final InputScales NONE = new InputScales(Normaliser.NONE, Normaliser.NONE);

  /** The scales of some of the fields. */
  public Normaliser fieldsFrom(int first, int count) {
    return fields.mean().size() == 1
        ? fields
        : new Normaliser(
            fields.mean().subList(first, first + count),
            fields.deviation().subList(first, first + count));
  }

  /** From the first {@code trajectories} of a set, or from some of very many, one at a time. */
  public static InputScales of(
      TrajectoryConditions conditions, long trajectories, int steps, int cells) {
    SetConditions declared = conditions.declared();
    Moments parameters = new Moments(declared.parameters().size(), 1);
    Moments statics = new Moments(declared.statics().count(), cells);
    Moments forcings = new Moments(declared.forcings().count(), cells);
    for (long i : Normaliser.lookedAt(trajectories)) {
      parameters.add(conditions.parameters(i, 1));
      if (i == 0 || !declared.statics().shared()) {
        statics.add(conditions.statics(i, 1));
      }
      if (i == 0 || !declared.forcings().shared()) {
        forcings.add(conditions.forcings(i, 1, 0, steps));
      }
    }
    return new InputScales(Moments.together(statics, forcings), Moments.together(parameters));
  }

  /** Sums per channel, counted from its first value: a large mean then costs no digits. */
  private static final class Moments {
    private final int cells;
    private final double[] origin;
    private final double[] sum;
    private final double[] squares;
    private long count;

    Moments(int channels, int cells) {
      this.cells = cells;
      origin = new double[channels];
      sum = new double[channels];
      squares = new double[channels];
    }

    void add(double[] values) {
      for (int i = 0; i < values.length; i++) {
        add(i, values[i]);
      }
      count += values.length;
    }

    void add(float[] values) {
      for (int i = 0; i < values.length; i++) {
        add(i, values[i]);
      }
      count += values.length;
    }

    private void add(int place, double value) {
      int c = place / cells % origin.length;
      if (count == 0 && place == c * cells) {
        origin[c] = value;
      }
      double d = value - origin[c];
      sum[c] += d;
      squares[c] += d * d;
    }

    static Normaliser together(Moments... parts) {
      List<Double> mean = new ArrayList<>();
      List<Double> deviation = new ArrayList<>();
      for (Moments part : parts) {
        double count = (double) part.count / Math.max(1, part.origin.length);
        for (int c = 0; c < part.origin.length; c++) {
          double offset = part.sum[c] / count;
          double variance = part.squares[c] / count - offset * offset;
          mean.add(part.origin[c] + offset);
          deviation.add(variance > 0 ? Math.sqrt(variance) : 1); // a constant tells nothing
        }
      }
      return mean.isEmpty() ? Normaliser.NONE : new Normaliser(mean, deviation);
    }
  }
}
