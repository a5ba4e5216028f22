package io.tfsno.eval.rollout;

import io.tfsno.base.UserError;
import io.tfsno.data.condition.TrajectoryConditions;
import io.tfsno.data.npy.Npy;
import io.tfsno.data.npy.NpyArray;
import io.tfsno.engine.Tensor;
import io.tfsno.spectral.Points;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * A field that a prediction is given, on the points of the first states.
 *
 * @param steps that it is known for; 0 if it does not change
 * @param values of a step, {@code [state, 1, x(, y, z)]}
 */
record KnownField(int steps, IntFunction<Tensor> values) {
  boolean changes() {
    return steps > 0;
  }

  Tensor at(int step) {
    return values.apply(step);
  }

  /** The only field of these conditions. */
  static KnownField still(TrajectoryConditions field, int count, Points points) {
    Tensor once = Tensor.of(field.statics(0, count), points.shape(count, 1));
    return new KnownField(0, step -> once);
  }

  /**
   * The only forcing of these conditions, read step by step.
   *
   * @param present the step of the first states
   * @param steps of the set
   */
  static KnownField forcing(
      TrajectoryConditions field, int count, Points points, int present, int steps) {
    return new KnownField(
        steps - present,
        step -> Tensor.of(field.forcings(0, count, present + step, 1), points.shape(count, 1)));
  }

  /** From an array {@code [state or 1, x(, y, z)]} or {@code [state or 1, step, x(, y, z)]}. */
  static KnownField read(String name, Path file, int count, Points points) {
    NpyArray array = Npy.read(file);
    int[] shape = array.shape();
    int lead = shape.length - points.dimension();
    boolean fits =
        (lead == 1 || lead == 2)
            && (shape[0] == 1 || shape[0] == count)
            && (lead == 1 || shape[1] > 0)
            && Arrays.equals(Arrays.copyOfRange(shape, lead, shape.length), points.toArray());
    if (!fits) {
      String axes = points.text().replace(" x ", ", ");
      throw new UserError(
          "%s: expected the field %s as [%s, %s], or [%s, steps, %s] where it changes, found %s."
                  .formatted(
                      file, name, lead(count), axes, lead(count), axes, Arrays.toString(shape))
              + " Save it in that shape.");
    }
    long[] stored = Arrays.stream(shape).asLongStream().toArray();
    Tensor all = StartFile.finite(file, Tensor.of(array.floats(), stored));
    return new KnownField(
        lead == 1 ? 0 : shape[1],
        step -> {
          Tensor one = lead == 1 ? all : all.select(1, step);
          return one.contiguous()
              .view(points.shape(shape[0], 1))
              .expand(points.shape(count, 1))
              .contiguous();
        });
  }

  private static String lead(int count) {
    return count == 1 ? "1" : count + " or 1";
  }
}
