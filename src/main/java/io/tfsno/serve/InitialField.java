package io.tfsno.serve;

import io.tfsno.base.UserError;
import io.tfsno.data.generate.SolveSpec;
import io.tfsno.engine.Scope;
import io.tfsno.engine.Tensor;
import io.tfsno.operator.FieldShape;
import io.tfsno.serve.http.Limits;
import io.tfsno.spectral.Points;
import io.tfsno.spectral.Resample;
import java.util.Arrays;
import java.util.List;

/**
 * One field of an initial state: {@code mean + sum of amplitude cos(2 pi k.x / L + phase)}, or its
 * values.
 *
 * @param values {@code [x(, y, z)]}, row-major, on the model's points or on another number of them
 *     in the same proportions
 */
record InitialField(Double mean, List<SolveSpec.Mode> waves, FieldValues values) {
  private static final int MOST_WAVES = 1000;
  private static final double LARGEST_VALUE = 1e6;

  InitialField {
    if ((values == null) == (mean == null && waves == null)) {
      throw new UserError(
          "'mean' and 'waves', or 'values', for every field",
          values == null ? "neither" : "both",
          "Give one of them.");
    }
    if (waves != null && waves.size() > MOST_WAVES) {
      throw new UserError(
          "at most %d waves".formatted(MOST_WAVES), "" + waves.size(), "Send values instead.");
    }
  }

  static InitialField of(FieldValues values) {
    return new InitialField(null, null, values);
  }

  /** On the model's grid. */
  float[] on(FieldShape shape, String name, Limits limits) {
    return values == null ? sum(shape) : resampled(shape, name, limits);
  }

  private float[] sum(FieldShape shape) {
    int[][] at = shape.points().indices();
    double[] field = new double[shape.cells()];
    Arrays.fill(field, mean == null ? 0 : mean);
    for (SolveSpec.Mode wave : waves == null ? List.<SolveSpec.Mode>of() : waves) {
      List<Integer> k = wave.wavenumber();
      if (k == null || k.size() != shape.dimension()) {
        throw new UserError(
            "a wavenumber for each of %d axes".formatted(shape.dimension()),
            String.valueOf(k),
            "Correct the wave in initial.");
      }
      double phase = wave.phase() == null ? 0 : wave.phase();
      for (int i = 0; i < field.length; i++) {
        double cycles = 0;
        for (int axis = 0; axis < at.length; axis++) {
          cycles += (double) k.get(axis) * at[axis][i] / shape.points().at(axis);
        }
        field[i] += wave.amplitude() * Math.cos(2 * Math.PI * cycles + phase);
      }
    }
    float[] all = new float[field.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) field[i];
    }
    return all;
  }

  private float[] resampled(FieldShape shape, String name, Limits limits) {
    Points own = shape.points();
    double scale = Math.pow((double) values.size() / own.cells(), 1.0 / own.dimension());
    int[] given = own.perAxis().stream().mapToInt(n -> (int) Math.round(n * scale)).toArray();
    if (!proportional(given, own, limits) || Points.of(given).cells() != values.size()) {
      throw new UserError(
          "%s values for %s, or the same proportions with 4 to %d points per axis"
              .formatted(own, name, limits.points()),
          Integer.toString(values.size()),
          "Send the field row by row.");
    }
    float[] numbers = values.floats();
    for (int i = 0; i < numbers.length; i++) {
      if (!(Math.abs(numbers[i]) <= LARGEST_VALUE)) {
        throw new UserError(
            "values between -1e6 and 1e6", numbers[i] + " at " + i, "Clean the state.");
      }
    }
    if (Points.of(given).equals(own)) {
      return numbers;
    }
    try (Scope scope = new Scope()) {
      Tensor field = Tensor.of(numbers, Points.of(given).shape(1, 1));
      return Resample.to(field, shape.grid().with(Points.of(given)), own).toFloats();
    }
  }

  /** Whether these points have a model's proportions and a size that is served. */
  static boolean proportional(int[] points, Points own, Limits limits) {
    boolean fits = points.length == own.dimension();
    for (int axis = 0; fits && axis < points.length; axis++) {
      fits =
          points[axis] >= 4
              && points[axis] <= limits.points()
              && (long) points[axis] * own.at(0) == (long) points[0] * own.at(axis);
    }
    return fits;
  }
}
