package io.tfsno.eval.rollout;

import io.tfsno.base.UserError;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Conditions that are stated next to a file of first states. They go before those in the file.
 *
 * @param parameters one value for all states, or one for each
 * @param fields NPY arrays, {@code [state or 1, x(, y, z)]} or {@code [state or 1, step, x(, y,
 *     z)]}
 * @param time of the first states; null for what the file says
 */
public record StatedConditions(
    Map<String, List<Double>> parameters, Map<String, Path> fields, Double time) {
  public static final StatedConditions NONE = new StatedConditions(Map.of(), Map.of(), null);

  public StatedConditions {
    parameters = Map.copyOf(parameters);
    fields = Map.copyOf(fields);
    parameters.forEach(
        (name, values) -> {
          if (values.stream().anyMatch(v -> !Double.isFinite(v))) {
            throw new UserError("finite numbers for " + name, values.toString(), "Correct them.");
          }
        });
    if (time != null && !Double.isFinite(time)) {
      throw new UserError("a finite time", time.toString(), "Correct it.");
    }
  }

  /** The values of a parameter for a number of states. */
  double[] parameter(String name, int count) {
    List<Double> values = parameters.get(name);
    if (values.size() != 1 && values.size() != count) {
      throw new UserError(
          "one value of %s, or one for each of %d states".formatted(name, count),
          values.size() + " values",
          "Give one, or all.");
    }
    double[] all = new double[count];
    for (int i = 0; i < count; i++) {
      all[i] = values.get(values.size() == 1 ? 0 : i);
    }
    return all;
  }
}
